import { rewriteController } from './controller-rewrite.js'
import { AROUND, EXCEPTIONS, NEST, SAME } from './nest-names.js'
import { hasInheritedRoutes, type ProjectFacts } from './project-facts.js'
import {
  argumentsOf,
  classesOf,
  decoratorsOf,
  entriesOf,
  LeftAsItIs,
  type Node,
  nameOf,
  nameOfClass,
  type Parser,
  type Rest,
  SourceFile,
  walk
} from './source-file.js'
import { statusOf } from './statuses.js'

/** What became of one file. */
export interface RewrittenFile {
  readonly path: string
  readonly text: string
  readonly controllers: readonly string[]
  readonly counts: Readonly<Record<'routes' | 'exceptions' | 'fields', number>>
  readonly rest: readonly Rest[]
}

/** Rewrites one file, or leaves all of it as it is. */
export function rewriteFile(path: string, text: string, facts: ProjectFacts, parser: Parser): RewrittenFile {
  const source = new SourceFile(path, text, parser)
  try {
    return rewrite(source, facts, parser)
  } catch (error) {
    if (!(error instanceof LeftAsItIs)) throw error
    const what = `the file is left as it is, and its controllers are not served: ${error.message}`
    const rest = [{ file: path, line: source.line(error.node), what, remedy: error.remedy }]
    return { path, text, controllers: [], counts: { routes: 0, exceptions: 0, fields: 0 }, rest }
  }
}

function rewrite(source: SourceFile, facts: ProjectFacts, parser: Parser): RewrittenFile {
  const imports = nestImports(source)
  if (imports.size === 0 && !hasInputClass(source, facts)) {
    return {
      path: source.path,
      text: source.slice(0, Number.POSITIVE_INFINITY),
      controllers: [],
      counts: { routes: 0, exceptions: 0, fields: 0 },
      rest: []
    }
  }
  const used = new Set<string>()
  const controllers: string[] = []
  let routes = 0
  let fields = 0
  for (const each of classesOf(source)) {
    if (hasInheritedRoutes(source, each.node, facts))
      throw new LeftAsItIs(
        each.node,
        'a class has routes that others inherit',
        'write these routes in the controllers themselves'
      )
    const isController =
      imports.has('Controller') && decoratorsOf(source, each.node).some(({ name }) => name === 'Controller')
    if (isController) {
      if (each.statement.type.startsWith('ExportDefault'))
        throw new LeftAsItIs(each.node, 'the controller is a default export', 'export it by its name')
      routes += rewriteController(source, each, facts, used)
      controllers.push(each.node.identifier.value)
    } else fields += rewriteFields(source, each.node, imports, facts, used)
    reportClass(source, each.node)
  }
  const exceptions = rewriteExceptions(source, imports, used)
  const text = withImports(new SourceFile(source.path, source.result(), parser), used, source)
  return {
    path: source.path,
    text,
    controllers,
    counts: { routes, exceptions, fields },
    rest: source.rest
  }
}

/** The names that a file imports from Nest. */
function nestImports(source: SourceFile): ReadonlySet<string> {
  const names = new Set<string>()
  for (const node of source.body) {
    if (node.type !== 'ImportDeclaration' || !NEST.test(node.source.value)) continue
    for (const specifier of node.specifiers as readonly Node[]) {
      const isAlias = specifier.imported && specifier.imported.value !== specifier.local.value
      if (specifier.type !== 'ImportSpecifier' || isAlias)
        throw new LeftAsItIs(specifier, `the import ${source.text(specifier)}`, 'import the names as they are')
      names.add(specifier.local.value)
    }
  }
  return names
}

function hasInputClass(source: SourceFile, { inputs }: ProjectFacts): boolean {
  return classesOf(source).some(({ node }) => inputs.has(node.identifier?.value))
}

const FIELD_OPTIONS =
  /^(description|example|default|minLength|maxLength|minimum|maximum|nullable|deprecated|format|enum|title|minItems|maxItems|uniqueItems|multipleOf)$/
const PRIMITIVES: Readonly<Record<string, string>> = { string: 'String', number: 'Number', boolean: 'Boolean' }

/** `@ApiProperty` becomes `@Field`; members of a class of inputs without any decorator get one. */
function rewriteFields(
  source: SourceFile,
  node: Node,
  imports: ReadonlySet<string>,
  facts: ProjectFacts,
  used: Set<string>
): number {
  const properties = (node.body as readonly Node[]).filter(
    ({ type, isStatic }) => type === 'ClassProperty' && !isStatic
  )
  let count = 0
  for (const property of properties) {
    const decorators = decoratorsOf(source, property)
    // A rule of class-validator that rejects a missing value must reject it still.
    const mayBeMissing = decorators.length === 1 || decorators.some(({ name }) => name === 'IsOptional')
    for (const { name, args, node: decorator } of decorators) {
      if (!/^ApiProperty(Optional)?$/.test(name) || !imports.has(name)) continue
      const field = fieldOf(source, args[0], { isOptional: name === 'ApiPropertyOptional', mayBeMissing })
      if (field === undefined) {
        source.report(decorator, source.text(decorator), 'write @Field with its type and rules')
        continue
      }
      source.replace(decorator, field)
      used.add('Field')
      count++
    }
  }
  const isPlain = properties.every(({ decorators }) => !decorators?.length)
  if (!isPlain || !facts.inputs.has(node.identifier?.value) || decoratorsOf(source, node).length > 0) return count
  for (const property of properties) {
    const type: Node | undefined = property.typeAnnotation?.typeAnnotation
    const element: Node | undefined = type?.type === 'TsArrayType' ? type.elemType : type
    const plain = element?.type === 'TsKeywordType' ? PRIMITIVES[element.kind] : undefined
    if (plain === undefined) {
      source.report(property, source.text(property), 'write @Field with its type')
      continue
    }
    const isList = element !== type
    const named = isList ? [`() => [${plain}]`] : property.isOptional ? [`() => ${plain}`] : []
    const field = `@Field(${[...named, ...(property.isOptional ? ['{ optional: true }'] : [])].join(', ')}) `
    source.edit(source.start(property), source.start(property), field)
    used.add('Field')
    count++
  }
  return count
}

/** `@Field` for the options of `@ApiProperty`; undefined where one has no counterpart. */
function fieldOf(
  source: SourceFile,
  options: Node | undefined,
  { isOptional, mayBeMissing }: { readonly isOptional: boolean; readonly mayBeMissing: boolean }
): string | undefined {
  const entries = options === undefined ? new Map<string, Node>() : entriesOf(options)
  if (entries === undefined) return undefined
  const isArray = entries.get('isArray')?.value === true
  let optional = isOptional
  let type: string | undefined
  const written: string[] = []
  for (const [name, value] of entries) {
    if (name === 'isArray' && value.type === 'BooleanLiteral') continue
    if (name === 'required' && value.type === 'BooleanLiteral') optional = !value.value
    else if (name === 'type') {
      const isThunk = value.type === 'ArrowFunctionExpression'
      if (!isThunk && value.type !== 'Identifier' && value.type !== 'ArrayExpression') return undefined
      const text = isThunk ? source.text(value.body) : source.text(value)
      type = `() => ${isArray ? `[${text}]` : text}`
    } else if (FIELD_OPTIONS.test(name) && !(name === 'enum' && value.type !== 'ArrayExpression'))
      written.push(`${name}: ${source.text(value)}`)
    else return undefined
  }
  if (isArray && type === undefined) return undefined
  if (optional && mayBeMissing) written.push('optional: true')
  return `@Field(${[...(type ? [type] : []), ...(written.length > 0 ? [`{ ${written.join(', ')} }`] : [])].join(', ')})`
}

function rewriteExceptions(source: SourceFile, imports: ReadonlySet<string>, used: Set<string>): number {
  let count = 0
  walk(source.body, (node) => {
    if (node.type === 'MemberExpression' && node.object.value === 'HttpStatus' && imports.has('HttpStatus')) {
      const status = statusOf(node)
      if (status !== undefined) source.replace(node, String(status))
      return
    }
    if (node.operator === 'instanceof' && imports.has(nameOf(node.right))) {
      const counterpart = nameOf(node.right) === 'HttpException' ? 'HttpError' : EXCEPTIONS[nameOf(node.right)]
      if (counterpart === undefined) return
      source.replace(node.right, counterpart)
      used.add(counterpart)
      return
    }
    if (node.type === 'CallExpression' && node.callee.value === 'require')
      source.report(node, source.text(node), 'does not exist in ES modules: write an import')
    if (node.type !== 'NewExpression') return
    const name = nameOf(node.callee)
    if (!imports.has(name)) return
    const args = argumentsOf(node)
    const isText = args[0]?.type === 'StringLiteral' || args[0]?.type === 'TemplateLiteral'
    const counterpart = EXCEPTIONS[name]
    if (counterpart !== undefined) {
      if (args.length === 0 || (args.length === 1 && isText)) {
        source.replace(node.callee, counterpart)
        used.add(counterpart)
        count++
      } else
        source.report(
          node,
          source.text(node),
          `write new ${counterpart}('…'), with faults in its options: docs/errors.md`
        )
    } else if (name === 'HttpException') {
      const status = statusOf(args[1])
      if (status !== undefined && args.length === 2 && isText) {
        source.replace(node, `new HttpError(${status}, ${source.text(args[0] as Node)})`)
        used.add('HttpError')
        count++
      } else
        source.report(
          node,
          source.text(node),
          'write new HttpError(status, message): its body is a problem, docs/errors.md'
        )
    }
  })
  return count
}

function reportClass(source: SourceFile, node: Node): void {
  for (const { expression } of (node.implements ?? []) as readonly Node[]) {
    const remedy = AROUND[nameOf(expression)]
    if (remedy !== undefined) source.report(node, `class ${nameOfClass(node)} implements ${nameOf(expression)}`, remedy)
  }
  for (const member of node.body as readonly Node[]) {
    if (member.type !== 'Constructor') continue
    for (const parameter of member.params as readonly Node[])
      for (const { name, node: decorator } of decoratorsOf(source, parameter))
        source.report(
          decorator,
          source.text(decorator),
          `@${name} finds nothing here: give the service a class, and its value in provide of the application`
        )
  }
}

/** Imports from Fieldstone what is used of it, and from Nest only what is still used. */
function withImports(source: SourceFile, used: ReadonlySet<string>, reports: SourceFile): string {
  const names = new Set<string>()
  const members = new Set<Node>()
  for (const node of source.body) {
    if (node.type === 'ImportDeclaration') continue
    walk(node, (each) => {
      // The name of a member refers to nothing.
      for (const member of [each.key, each.property]) members.add(member)
      if (/^(JSX)?Identifier$/.test(each.type) && !members.has(each)) names.add(each.value)
    })
  }
  const fieldstone = new Set(used)
  const taken = new Set<string>()
  const kept: { readonly node: Node; readonly specifiers: readonly Node[] }[] = []
  for (const node of source.body) {
    if (node.type !== 'ImportDeclaration') {
      const declared: Node = node.declaration ?? node.decl ?? node
      const declarations = (declared.declarations ?? []) as readonly Node[]
      walk([declared.identifier, declared.id, ...declarations.map(({ id }) => id)], (each) => {
        if (each.type === 'Identifier') taken.add(each.value)
      })
      continue
    }
    const specifiers = node.specifiers as readonly Node[]
    if (node.source.value === 'fieldstone') for (const { local } of specifiers) fieldstone.delete(local.value)
    else if (!NEST.test(node.source.value)) for (const { local } of specifiers) taken.add(local.value)
    if (!NEST.test(node.source.value)) continue
    const stays = specifiers.filter(({ local }) => {
      if (SAME.has(local.value) && names.has(local.value)) fieldstone.add(local.value)
      return names.has(local.value) && !fieldstone.has(local.value) && !used.has(local.value)
    })
    kept.push({ node, specifiers: stays })
  }
  const conflict = [...fieldstone].find((name) => taken.has(name))
  const [firstNode] = reports.body
  if (conflict !== undefined && firstNode !== undefined)
    throw new LeftAsItIs(firstNode, `it has another ${conflict}`, `rename that ${conflict}, then run the command again`)
  let pending = [...fieldstone].sort((a, b) => a.localeCompare(b, 'en'))
  for (const { node, specifiers } of kept) {
    const lines: string[] = []
    if (pending.length > 0) lines.push(`import { ${pending.join(', ')} } from 'fieldstone'`)
    pending = []
    if (specifiers.length > 0)
      lines.push(
        `import ${node.typeOnly ? 'type ' : ''}{ ${specifiers.map((each) => source.text(each)).join(', ')} } from ${source.text(node.source)}`
      )
    if (lines.length === 0) source.remove(node)
    else {
      // What is behind it on its line must not become a part of it.
      const isAlone = /^[ \t]*(\r?\n|\/\/|$)/.test(source.slice(source.end(node), Number.POSITIVE_INFINITY))
      source.replace(node, lines.join('\n') + (isAlone ? '' : ';'))
    }
    for (const each of specifiers)
      if (!AROUND[each.local.value])
        reports.report(node, `${each.local.value} of ${node.source.value}`, 'is still used: write it without Nest')
  }
  const [firstStatement] = source.body
  if (pending.length > 0 && firstStatement !== undefined)
    source.edit(
      source.start(firstStatement),
      source.start(firstStatement),
      `import { ${pending.join(', ')} } from 'fieldstone'\n`
    )
  return source.result()
}
