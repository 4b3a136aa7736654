// The text of a source that holds all of its mutants at once, and runs the one whose number is chosen: specs are loaded
// once for all of them.
import { isExpression, isStatement, SyntaxKind } from '@typescript/native/unstable/ast'

/** Expressions that are no value of their own, or that would lose their name. */
const FIXED = new Set([
  SyntaxKind.SpreadElement,
  SyntaxKind.OmittedExpression,
  SyntaxKind.ExpressionWithTypeArguments,
  SyntaxKind.SuperKeyword,
  SyntaxKind.ArrowFunction,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ClassExpression
])

/** Statements that declare nothing. */
const STATEMENTS = new Set([
  SyntaxKind.ExpressionStatement,
  SyntaxKind.ThrowStatement,
  SyntaxKind.ReturnStatement,
  SyntaxKind.BreakStatement,
  SyntaxKind.ContinueStatement
])

/** Parents whose `expression` is a part of a chain or of a call, which has its meaning only as a whole. */
const CHAINS = new Set([
  SyntaxKind.PropertyAccessExpression,
  SyntaxKind.ElementAccessExpression,
  SyntaxKind.CallExpression,
  SyntaxKind.NewExpression,
  SyntaxKind.NonNullExpression,
  SyntaxKind.DeleteExpression,
  SyntaxKind.ExportAssignment
])

/** Parents of which only the `initializer` is an expression. */
const INITIALIZED = new Set([
  SyntaxKind.PropertyAssignment,
  SyntaxKind.BindingElement,
  SyntaxKind.VariableDeclaration,
  SyntaxKind.Parameter,
  SyntaxKind.PropertyDeclaration
])

/** Parents that hold no expression which can be replaced. */
const CLOSED = new Set([
  SyntaxKind.EnumMember,
  SyntaxKind.TaggedTemplateExpression,
  SyntaxKind.ShorthandPropertyAssignment,
  SyntaxKind.ImportDeclaration,
  SyntaxKind.ExportDeclaration,
  SyntaxKind.ImportAttribute,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor
])

/**
 * @param {import('@typescript/native/unstable/ast').SourceFile} source
 * @param {(import('./mutation-points.mjs').Mutation & { number: number })[]} mutations of that source
 * @param {string} name of the function that tells whether the mutant of a number is chosen
 * @returns {{ text: string, left: typeof mutations }} `left` are those that cannot be switched
 */
export function switched(source, mutations, name) {
  const { text } = source
  const startOf = (node) => node.getStart(source)
  const carried = new Map()
  const left = []
  for (const mutation of mutations) {
    const carrier = carrierOf(source, mutation, startOf)
    if (carrier === undefined) left.push(mutation)
    else carried.set(carrier, [...(carried.get(carrier) ?? []), mutation])
  }

  const without = ({ start, end, text: replacement }, node) =>
    text.slice(startOf(node), start) + replacement + text.slice(end, node.end)

  /** The text of a node, with the switches below it. */
  const inside = (node, from) => {
    let [out, at] = ['', from]
    const visit = (child) => {
      if (!carried.has(child)) {
        child.forEachChild(visit)
        return
      }
      out += text.slice(at, startOf(child)) + around(child)
      at = child.end
    }
    node.forEachChild(visit)
    return out + text.slice(at, node.end)
  }

  const around = (node) => {
    const original = inside(node, startOf(node))
    // The zero tells these brackets from the parameters of an arrow function.
    if (!STATEMENTS.has(node.kind)) {
      return carried
        .get(node)
        .reduce((rest, each) => `(${name}(${each.number}) ? (0, ${without(each, node)}) : ${rest})`, `(0, ${original})`)
    }
    return `{ ${carried
      .get(node)
      .reduce(
        (rest, each) => `if (${name}(${each.number})) { ${without(each, node)} } else ${rest}`,
        `{ ${original} }`
      )} }`
  }

  return { text: inside(source, 0), left }
}

/** The smallest node around a mutation that can be replaced by a choice. */
function carrierOf(source, { start, end, text }, startOf) {
  // Where a statement ends without a semicolon, its expression has the same bounds.
  const isOfStatement = text === ';' || text === 'return'
  let found
  const visit = (node) => {
    if (startOf(node) > start || node.end < end) return
    const isCarrier = isOfStatement ? STATEMENTS.has(node.kind) : canBeChosen(node) && !beginsStatement(node, startOf)
    if (isCarrier) found = node
    node.forEachChild(visit)
  }
  source.forEachChild(visit)
  return found
}

/** Brackets at the beginning of a statement would call what ends the line above, which has no semicolon. */
function beginsStatement(node, startOf) {
  for (let each = node; startOf(each) === startOf(node); each = each.parent) {
    if (each.parent.kind === SyntaxKind.ExpressionStatement) return startOf(each.parent) === startOf(node)
    if (isStatement(each.parent)) return false
  }
  return false
}

function canBeChosen(node) {
  const { parent } = node
  if (STATEMENTS.has(node.kind)) return true
  if (isStatement(node) || !isExpression(node) || FIXED.has(node.kind) || CLOSED.has(parent.kind)) return false
  if (CHAINS.has(parent.kind)) return parent.expression !== node && parent.name !== node
  if (INITIALIZED.has(parent.kind)) return parent.initializer === node
  switch (parent.kind) {
    case SyntaxKind.BinaryExpression:
      return parent.left !== node || !isAssignment(parent.operatorToken.kind)
    case SyntaxKind.PrefixUnaryExpression:
      return parent.operator !== SyntaxKind.PlusPlusToken && parent.operator !== SyntaxKind.MinusMinusToken
    case SyntaxKind.PostfixUnaryExpression:
      return false
    case SyntaxKind.ForOfStatement:
    case SyntaxKind.ForInStatement:
      return parent.expression === node
  }
  return true
}

const isAssignment = (kind) => kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment
