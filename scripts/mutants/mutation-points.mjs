// Where a source file can be changed, and into what: one small mistake each, as somebody might make it.
import { isTypeNode, SyntaxKind } from '@typescript/native/unstable/ast'

/**
 * @typedef {object} Mutation
 * @property {string} file the source, such as `src/options.ts`
 * @property {number} start where the text that is replaced begins
 * @property {number} end behind its last character
 * @property {string} text what replaces it
 * @property {string} kind what sort of mistake it is
 */

/** What replaces an operator. */
const OPERATORS = {
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '&': ['|'],
  '|': ['&'],
  '^': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&', '||'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '|=': ['&='],
  '&=': ['|='],
  '??=': ['='],
  '||=': ['='],
  '&&=': ['=']
}
const LOGICAL = new Set(['&&', '||', '??'])

/** What has no effect when the program runs, or is the name of something and no value. */
const IGNORED = new Set([
  SyntaxKind.ImportDeclaration,
  SyntaxKind.ExportDeclaration,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.ModuleDeclaration,
  SyntaxKind.TypeParameter
])

/** Parents whose strings are names. */
const NAMED = new Set([
  SyntaxKind.PropertyAssignment,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.PropertyDeclaration,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor,
  SyntaxKind.BindingElement,
  SyntaxKind.EnumMember
])

/**
 * All mutations of a file, in the order of its text.
 *
 * @param {string} file
 * @param {import('@typescript/native/unstable/ast').SourceFile} source
 * @param {(expression: import('@typescript/native/unstable/ast').Expression) => boolean} canBeFalse whether an expression that is
 * neither null nor undefined can count as false
 * @returns {Mutation[]}
 */
export function mutationsOf(file, source, canBeFalse) {
  const found = new Map()
  const { text } = source
  const startOf = (node) => node.getStart(source)
  const textOf = (node) => text.slice(startOf(node), node.end)

  const replace = (start, end, replacement, kind) => {
    const key = `${start} ${end} ${replacement}`
    if (text.slice(start, end) !== replacement && !found.has(key)) {
      found.set(key, { file, start, end, text: replacement, kind })
    }
  }
  const become = (node, replacement, kind) => replace(startOf(node), node.end, replacement, kind)

  const condition = (node, ...values) => {
    become(node, `!(${textOf(node)})`, 'condition negated')
    for (const value of values) become(node, value, `condition always ${value}`)
  }

  /** A list between brackets without one of its members, each in turn. */
  const dropMembers = (members, kind) => {
    for (const [index, member] of members.entries()) {
      const [before, behind] = [members[index - 1], members[index + 1]]
      if (behind !== undefined) replace(startOf(member), startOf(behind), '', kind)
      else replace(before === undefined ? startOf(member) : before.end, member.end, '', kind)
    }
  }

  const visitors = {
    [SyntaxKind.IfStatement]: ({ expression }) => condition(expression, 'true', 'false'),
    [SyntaxKind.ConditionalExpression]: ({ condition: test }) => condition(test, 'true', 'false'),
    [SyntaxKind.WhileStatement]: ({ expression }) => condition(expression, 'false'),
    [SyntaxKind.DoStatement]: ({ expression }) => condition(expression, 'false'),
    [SyntaxKind.ForStatement]: ({ condition: test }) => test !== undefined && condition(test, 'false'),
    [SyntaxKind.BinaryExpression]: (node) => {
      const { left, right, operatorToken } = node
      const operator = textOf(operatorToken)
      for (const other of OPERATORS[operator] ?? []) {
        if (operator === '??' && other === '||' && !canBeFalse(left)) continue
        become(operatorToken, other, `${operator} becomes ${other}`)
      }
      if (!LOGICAL.has(operator)) return
      become(node, textOf(left), `${operator} without its right side`)
      become(node, textOf(right), `${operator} without its left side`)
    },
    [SyntaxKind.PrefixUnaryExpression]: (node) => {
      const sign = text.slice(startOf(node), startOf(node.operand)).trim()
      if (sign === '++') replace(startOf(node), startOf(node) + 2, '--', '++ becomes --')
      else if (sign === '--') replace(startOf(node), startOf(node) + 2, '++', '-- becomes ++')
      else become(node, textOf(node.operand), `${sign} dropped`)
    },
    [SyntaxKind.PostfixUnaryExpression]: (node) => {
      const sign = text.slice(node.end - 2, node.end)
      replace(node.end - 2, node.end, sign === '++' ? '--' : '++', `${sign} becomes ${sign === '++' ? '--' : '++'}`)
    },
    [SyntaxKind.NumericLiteral]: (node) => {
      const value = Number(textOf(node).replaceAll('_', ''))
      become(node, String(value + 1), 'number one larger')
      become(node, String(value - 1), 'number one smaller')
    },
    [SyntaxKind.TrueKeyword]: (node) => become(node, 'false', 'true becomes false'),
    [SyntaxKind.FalseKeyword]: (node) => become(node, 'true', 'false becomes true'),
    [SyntaxKind.StringLiteral]: (node) => {
      const { parent } = node
      const isName = (NAMED.has(parent.kind) && parent.name === node) || parent.propertyName === node
      if (!isName) become(node, node.end - startOf(node) === 2 ? "'mutant'" : "''", 'string emptied')
    },
    [SyntaxKind.NoSubstitutionTemplateLiteral]: (node) => become(node, '``', 'string emptied'),
    [SyntaxKind.TemplateExpression]: (node) => become(node, '``', 'string emptied'),
    [SyntaxKind.ExpressionStatement]: (node) => {
      if (!/^(?:super\b|'use )/.test(textOf(node))) become(node, ';', 'statement removed')
    },
    [SyntaxKind.ThrowStatement]: (node) => become(node, ';', 'throw removed'),
    [SyntaxKind.BreakStatement]: (node) => become(node, ';', 'break removed'),
    [SyntaxKind.ContinueStatement]: (node) => become(node, ';', 'continue removed'),
    [SyntaxKind.ReturnStatement]: (node) => {
      if (node.expression === undefined) become(node, ';', 'return removed')
      else if (textOf(node.expression) !== 'undefined') become(node, 'return', 'returned value dropped')
    },
    [SyntaxKind.ArrayLiteralExpression]: ({ elements }) => dropMembers(elements, 'item of a list dropped'),
    [SyntaxKind.ObjectLiteralExpression]: ({ properties }) => dropMembers(properties, 'member of an object dropped'),
    [SyntaxKind.PropertyAccessExpression]: ({ questionDotToken }) => {
      if (questionDotToken !== undefined) become(questionDotToken, '.', '?. becomes .')
    },
    [SyntaxKind.ElementAccessExpression]: ({ questionDotToken }) => {
      if (questionDotToken !== undefined) become(questionDotToken, '', '?. dropped')
    },
    [SyntaxKind.CallExpression]: (node) => {
      if (node.questionDotToken !== undefined) become(node.questionDotToken, '', '?. dropped')
      const { expression, parent } = node
      if (expression.kind !== SyntaxKind.PropertyAccessExpression) return
      if (parent.kind !== SyntaxKind.ExpressionStatement) become(node, textOf(expression.expression), 'call dropped')
    }
  }

  const visit = (node) => {
    if (IGNORED.has(node.kind) || isTypeNode(node)) return
    visitors[node.kind]?.(node)
    node.forEachChild(visit)
  }
  source.forEachChild(visit)
  return [...found.values()].sort((a, b) => a.start - b.start || a.end - b.end || (a.text < b.text ? -1 : 1))
}
