import { DESCRIPTIONS, RESPONSES, ROUTES, VERBS } from './nest-names.js'
import { rewriteParameters } from './parameter-rewrite.js'
import { guardsOf, inheritedGuards, type ProjectFacts, schemeName } from './project-facts.js'
import {
  type DecoratorCall,
  decoratorsOf,
  entriesOf,
  LeftAsItIs,
  literal,
  type Node,
  quoted,
  type SourceFile
} from './source-file.js'
import { statusOf } from './statuses.js'

/** What the decorators of a class or a method have become. */
interface Rewritten {
  readonly options: string[]
  readonly security: string[]
}

/** Rewrites a class with `@Controller`, and returns how many routes it has. Names that it uses are added to `used`. */
export function rewriteController(
  source: SourceFile,
  { statement, node }: { readonly statement: Node; readonly node: Node },
  facts: ProjectFacts,
  used: Set<string>
): number {
  const decorators = decoratorsOf(source, node)
  const controller = decorators.find(({ name }) => name === 'Controller') as DecoratorCall
  const own = rewriteDecorators(source, decorators, controller, facts)
  const guards = [...new Set([...inheritedGuards(node.identifier.value, facts), ...own.security])]
  const prefix = pathOf(controller, (path) => path === '')
  const security = guards.length === 0 ? [] : [securityOf([...facts.everywhere, ...guards])]
  source.replace(controller.node, `@Controller(${[...prefix, ...objectOf([...own.options, ...security])].join(', ')})`)
  used.add('Controller')
  const declared: string[] = []
  let routes = 0
  for (const member of node.body as readonly Node[]) {
    const calls = member.function ? decoratorsOf(source, member.function) : []
    const verbs = calls.filter(({ name }) => ROUTES.has(name))
    const [verb] = verbs
    if (verb === undefined) continue
    if (verbs.length > 1 || !VERBS.has(verb.name))
      throw new LeftAsItIs(
        verb.node,
        `@${verbs.map(({ name }) => name).join(' and @')} on one method`,
        'write one @Get, @Post … per method'
      )
    const inputs = rewriteParameters(
      source,
      member,
      { path: `${controllerPath(controller)}/${literal(verb.args[0]) ?? ''}`, name: node.identifier.value },
      used
    )
    declared.push(...inputs.classes)
    rewriteRoute(source, member, calls, verb, { facts, guards, unknown: inputs.unknown, used })
    routes++
  }
  if (declared.length > 0) {
    // Behind the statement before, since comments belong to the controller.
    const before = source.body[source.body.indexOf(statement) - 1]
    const at = before === undefined ? insertionPoint(source, statement, decorators) : source.end(before)
    const text = declared.join('\n\n')
    source.edit(at, at, before === undefined ? `${text}\n\n` : `\n\n${text}`)
  }
  return routes
}

function insertionPoint(source: SourceFile, statement: Node, decorators: readonly DecoratorCall[]): number {
  return Math.min(source.start(statement), ...decorators.map(({ node }) => source.start(node)))
}

interface RouteSurroundings {
  readonly facts: ProjectFacts
  readonly guards: readonly string[]
  readonly unknown: readonly string[]
  readonly used: Set<string>
}

function rewriteRoute(
  source: SourceFile,
  member: Node,
  calls: readonly DecoratorCall[],
  verb: DecoratorCall,
  { facts, guards, unknown, used }: RouteSurroundings
): void {
  const { options, security } = rewriteDecorators(source, calls, verb, facts)
  const own = [...security, ...unknown]
  // The requirements of a route replace those of the controller and of the application: it names all.
  if (own.length > 0) options.push(securityOf([...facts.everywhere, ...guards, ...own]))
  const path = pathOf(verb, (each) => each === '')
  const indent = source.indent(member) ?? '  '
  const returns = returnsOf(source, member, calls, verb, used)
  source.replace(
    verb.node,
    [`@${verb.name}(${[...path, ...objectOf(options)].join(', ')})`, ...returns].join(`\n${indent}`)
  )
  used.add(verb.name)
  used.add('Returns')
}

/** Rewrites all decorators but the one of the route or controller, into whose options they go. */
function rewriteDecorators(
  source: SourceFile,
  calls: readonly DecoratorCall[],
  main: DecoratorCall,
  facts: ProjectFacts
): Rewritten {
  const options: string[] = []
  const security: string[] = []
  for (const call of calls) {
    const { name, args, node } = call
    if (call === main || name === 'Injectable') continue
    if (name === 'HttpCode' || name === 'ApiResponse' || name in RESPONSES) {
      if (main.name === 'Controller') {
        source.report(node, `@${name} of a controller`, 'write it in the option responses of @Controller')
      }
      source.remove(node)
    } else if (name === 'ApiTags') {
      options.push(`tags: [${args.map((each) => source.text(each)).join(', ')}]`)
      source.remove(node)
    } else if (name === 'ApiOperation') {
      options.push(...operationOptions(source, call))
      source.remove(node)
    } else if (name === 'ApiExcludeEndpoint' || name === 'ApiExcludeController') {
      if (args.length > 0)
        source.report(node, source.text(node), 'hidden: true was written; delete it where the argument is false')
      options.push('hidden: true')
      source.remove(node)
    } else if (DESCRIPTIONS.has(name)) {
      source.report(
        node,
        source.text(node),
        'was removed: the document says what inputs and security schemes declare; add what is missing there'
      )
      source.remove(node)
    } else if (name === 'UseGuards') {
      const guards = guardsOf(call, facts)
      security.push(...guards)
      source.report(
        node,
        source.text(node),
        `is a requirement now: declare ${guards.map((each) => `securitySchemes.${each}`).join(' and ')} in the application`
      )
      source.remove(node)
    } else {
      const scheme = schemeName(name)
      security.push(scheme)
      source.report(
        node,
        source.text(node),
        `has no effect here, and may have protected the route: write what it does, then delete it and ${quoted(scheme)} from security`
      )
    }
  }
  return { options, security }
}

function operationOptions(source: SourceFile, { args, node }: DecoratorCall): readonly string[] {
  const entries = entriesOf(args[0])
  if (entries === undefined) {
    source.report(node, source.text(node), 'was removed: write its members in the options of the route')
    return []
  }
  return [...entries].flatMap(([name, value]) => {
    if (/^(summary|description|operationId|deprecated|tags)$/.test(name)) return [`${name}: ${source.text(value)}`]
    source.report(value, `${name} of @ApiOperation`, 'was removed: write it in the options of the route')
    return []
  })
}

function returnsOf(
  source: SourceFile,
  { function: method }: Node,
  calls: readonly DecoratorCall[],
  verb: DecoratorCall,
  used: Set<string>
): readonly string[] {
  const success = successOf(calls, verb)
  const responses = new Map<number, { type?: string; description?: string }>()
  for (const call of calls) {
    if (call.name !== 'ApiResponse' && !(call.name in RESPONSES)) continue
    const entries = entriesOf(call.args[0]) ?? new Map<string, Node>()
    const status = RESPONSES[call.name] ?? statusOf(entries.get('status'))
    const promised = status !== undefined && (status === success || status >= 300)
    if (!promised) {
      source.report(call.node, source.text(call.node), `was removed: Nest responds with ${success} here`)
      continue
    }
    const type = entries.get('type')
    const written = type && typeOf(source, type)
    for (const [name, value] of entries)
      if (!/^(status|type|isArray|description)$/.test(name) || (name === 'type' && written === undefined))
        source.report(value, `${name} of @${call.name}`, 'was removed: write it in @Returns')
    const isArray = entries.get('isArray')?.value === true
    const description = entries.get('description')
    responses.set(status, {
      ...(written !== undefined && { type: isArray ? `[${written}]` : written }),
      ...(description && { description: source.text(description) })
    })
  }
  const result = method.returnType
    ? source.text(method.returnType.typeAnnotation).replace(/^Promise<(.*)>$/s, '$1')
    : ''
  const first: { type?: string; description?: string } = responses.get(success) ?? {}
  const hasContent = success !== 204 && success !== 205
  if (first.type === undefined && hasContent && result !== 'void') {
    used.add('Unknown')
    responses.set(success, { ...first, type: 'Unknown' })
    const remedy = 'the document says nothing of the response: write a class with @Field in place of Unknown'
    source.report(
      verb.node,
      `@Returns(${success}, Unknown)`,
      result === 'string' ? `${remedy}; Nest sends a string as text, this is JSON` : remedy
    )
  } else responses.set(success, first)
  return [...responses]
    .sort(([a], [b]) => a - b)
    .map(([status, { type, description }]) => {
      const options = description === undefined ? [] : [`{ description: ${description} }`]
      return `@Returns(${[status, ...(type === undefined ? [] : [type]), ...options].join(', ')})`
    })
}

/** A type that the compiler of Fieldstone reads as well; undefined for another. */
function typeOf(source: SourceFile, node: Node): string | undefined {
  const isName = (each: Node | undefined) => each?.type === 'Identifier' && each.value !== 'Object'
  if (isName(node)) return source.text(node)
  const isList = node.type === 'ArrayExpression' && node.elements.length === 1 && isName(node.elements[0].expression)
  return isList ? source.text(node) : undefined
}

function successOf(calls: readonly DecoratorCall[], verb: DecoratorCall): number {
  const code = calls.find(({ name }) => name === 'HttpCode')
  if (code === undefined) return verb.name === 'Post' ? 201 : 200
  const status = statusOf(code.args[0])
  if (status !== undefined) return status
  throw new LeftAsItIs(code.node, 'a status that is not a literal', 'write the number in @HttpCode')
}

function controllerPath({ args: [first] }: DecoratorCall): string {
  return literal(entriesOf(first)?.get('path') ?? first) ?? ''
}

function pathOf({ name, args, node }: DecoratorCall, isNone: (path: string) => boolean): readonly string[] {
  const [first] = args
  const entries = name === 'Controller' ? entriesOf(first) : undefined
  const remedy = 'write its path as one literal, without other options'
  if (entries !== undefined && [...entries.keys()].some((each) => each !== 'path'))
    throw new LeftAsItIs(node, `@${name} with options`, remedy)
  const text = first === undefined ? '' : literal(entries?.get('path') ?? first)
  if (text === undefined || args.length > 1)
    throw new LeftAsItIs(node, `@${name} with a path that is not one text`, remedy)
  const path = text
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => {
      const [, parameter, pattern] = /^:(\w+)(?:\((.+)\))?$/.exec(segment) ?? []
      if (parameter !== undefined) return `/{${parameter}${pattern === undefined ? '' : `:${pattern}`}}`
      if (/[*?+(){}:]/.test(segment))
        throw new LeftAsItIs(node, `the path ${text}`, "write it in Fieldstone's form: docs/routing.md")
      return `/${segment}`
    })
    .join('')
  return isNone(path) ? [] : [quoted(path)]
}

/** All of them are required: one entry of the list, since entries of the list are alternatives. */
export function securityOf(names: readonly string[]): string {
  const each = [...new Set(names)]
  return each.length === 1
    ? `security: [${quoted(each[0] as string)}]`
    : `security: [{ ${each.map((name) => `${name}: []`).join(', ')} }]`
}

function objectOf(options: readonly string[]): readonly string[] {
  return options.length === 0 ? [] : [`{ ${options.join(', ')} }`]
}
