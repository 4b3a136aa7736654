import { ROUTES } from './nest-names.js'
import {
  argumentsOf,
  classesOf,
  type DecoratorCall,
  decoratorsOf,
  entriesOf,
  literal,
  type Node,
  nameOf,
  type SourceFile,
  walk
} from './source-file.js'

/** What one file cannot know: what protects all routes, and which classes are used by others. */
export interface ProjectFacts {
  /** What guards every route: guards of the application and middleware of modules. */
  readonly everywhere: Set<string>
  /** What guards the routes of a class and of those that extend it. */
  readonly guards: Map<string, readonly string[]>
  /** From a class to the one that it extends. */
  readonly parents: Map<string, string>
  /** The types of bodies, queries and parameters. */
  readonly inputs: Set<string>
  /** The strategies of `AuthGuard('…')`. */
  readonly strategies: Set<string>
}

export function factsOf(sources: readonly SourceFile[]): ProjectFacts {
  const facts: ProjectFacts = {
    everywhere: new Set(),
    guards: new Map(),
    parents: new Map(),
    inputs: new Set(),
    strategies: new Set()
  }
  for (const source of sources)
    walk(source.body, (node) => {
      if (node.type === 'CallExpression' && nameOf(node.callee) === 'AuthGuard')
        facts.strategies.add(literal(argumentsOf(node)[0]) ?? '')
    })
  for (const source of sources) {
    readClasses(source, facts)
    readGlobals(source, facts)
  }
  return facts
}

function readClasses(source: SourceFile, facts: ProjectFacts): void {
  for (const { node } of classesOf(source)) {
    const name: string = node.identifier?.value ?? 'default'
    if (node.superClass) facts.parents.set(name, nameOf(node.superClass) || 'Superclass')
    const decorators = decoratorsOf(source, node)
    const guards = decorators.flatMap((each) =>
      each.name === 'UseGuards' ? guardsOf(each, facts) : HARMLESS.test(each.name) ? [] : [schemeName(each.name)]
    )
    facts.guards.set(name, [...(facts.guards.get(name) ?? []), ...guards])
    const isModule = decorators.some((each) => each.name === 'Module')
    for (const member of node.body as readonly Node[]) {
      if (isModule && member.key?.value === 'configure') addMiddleware(member, name, facts)
      for (const parameter of (member.function?.params ?? []) as readonly Node[]) {
        const type: Node | undefined = parameter.pat.typeAnnotation?.typeAnnotation
        const isInput = decoratorsOf(source, parameter).some((each) => /^(Body|Query|Param)$/.test(each.name))
        if (isInput && type?.typeName?.type === 'Identifier') facts.inputs.add(type.typeName.value)
      }
    }
  }
}

/** Decorators of a class that protect none of its routes. */
const HARMLESS = /^(Injectable|Controller|Module|HttpCode|Api\w+)$/

function readGlobals({ body }: SourceFile, { everywhere, parents }: ProjectFacts): void {
  const isProgram = body.some(
    (node) =>
      node.type === 'ImportDeclaration' &&
      node.source.value === '@nestjs/core' &&
      (node.specifiers as readonly Node[]).some(({ local: as, imported }) => (imported ?? as).value === 'NestFactory')
  )
  const decorating = new Set<Node>()
  const local = new Set<string>()
  for (const node of body) if (node.type === 'FunctionDeclaration') local.add(node.identifier.value)
  const extended = new Set<string>()
  walk(body, ({ superClass }) =>
    walk(superClass, (node) => {
      if (node.type === 'Identifier') extended.add(node.value)
    })
  )
  let tokens = 0
  for (const statement of body) {
    if (statement.type === 'ImportDeclaration') {
      // Under another name a class is not found among the parents: its routes count as inherited.
      for (const { local: as, imported } of statement.specifiers as readonly Node[])
        if (imported && imported.value !== as.value && extended.has(as.value))
          parents.set(`import ${as.value}`, imported.value)
      continue
    }
    walk(statement, (node) => {
      if (node.type === 'Decorator') decorating.add(node.expression)
      if (node.type === 'Identifier' && GLOBAL.test(node.value)) tokens++
      const entries = entriesOf(node)
      const token = nameOf(entries?.get('provide'))
      if (GLOBAL.test(token)) {
        tokens--
        const name = nameOf(entries?.get('useClass') ?? entries?.get('useExisting')) || token
        if (name !== 'ValidationPipe') everywhere.add(name)
      }
      if (node.type === 'CallExpression') readCall(node)
    })
  }
  if (tokens > 0) everywhere.add('APP_GUARD')

  function readCall(call: Node): void {
    const name = nameOf(call.callee)
    const args = argumentsOf(call)
    const isGlobal = /^useGlobal(Guards|Interceptors|Pipes)$/.test(name) || (isProgram && name === 'use')
    if (isGlobal) for (const each of args) if (nameOf(each) !== 'ValidationPipe') everywhere.add(nameOf(each) || name)
    // A function of another file that gets the application may protect it.
    const isForeign =
      isProgram &&
      !decorating.has(call) &&
      call.callee.type === 'Identifier' &&
      !local.has(name) &&
      !(name in globalThis)
    if (isForeign && args.some((each) => each.type === 'Identifier')) everywhere.add(name)
  }
}

/** The tokens by which a module gives something to all routes. */
const GLOBAL = /^APP_(GUARD|INTERCEPTOR|PIPE)$/

function addMiddleware(configure: Node, module: string, { everywhere }: ProjectFacts): void {
  if (!configure.function.body?.stmts.length) return
  const names: string[] = []
  walk(configure, (node) => {
    if (node.type === 'CallExpression' && nameOf(node.callee) === 'apply')
      names.push(...argumentsOf(node).map((each) => nameOf(each) || module))
  })
  for (const name of names.length === 0 ? [module] : names) everywhere.add(name)
}

/** The names of the security schemes that `@UseGuards(…)` becomes. */
export function guardsOf({ args }: DecoratorCall, { strategies }: ProjectFacts): readonly string[] {
  if (args.length === 0) return ['UseGuards']
  return args.map((guard) => {
    const name = nameOf(guard) || 'UseGuards'
    if (name !== 'AuthGuard' || strategies.size < 2) return name
    // One scheme must not stand for two strategies.
    return name + (literal(argumentsOf(guard)[0]) ?? '').replace(/(?:^|\W+)(\w?)/g, (_, letter) => letter.toUpperCase())
  })
}

/** What guards the routes of a class because of the classes that it extends. */
export function inheritedGuards(name: string, { parents, guards }: ProjectFacts): readonly string[] {
  const found: string[] = []
  const seen = new Set<string>()
  for (let each = parents.get(name); each !== undefined && !seen.has(each); each = parents.get(each)) {
    seen.add(each)
    // What a class of a package does is not known.
    found.push(...(guards.get(each) ?? [schemeName(each)]))
  }
  return found
}

/** Has this class routes that others inherit, or that it does not serve itself? */
export function hasInheritedRoutes(source: SourceFile, node: Node, { parents }: ProjectFacts): boolean {
  const isController = decoratorsOf(source, node).some(({ name }) => name === 'Controller')
  const isRoute = (member: Node) => decoratorsOf(source, member.function ?? {}).some(({ name }) => ROUTES.has(name))
  const isParent = [...parents.values()].includes(node.identifier?.value)
  return (
    (!isController || isParent) && (node.body as readonly Node[]).some((member) => member.function && isRoute(member))
  )
}

/** A name for a security scheme that has to be declared, or deleted, by hand. */
export function schemeName(name: string): string {
  return name.replace(/\W+/g, '_')
}
