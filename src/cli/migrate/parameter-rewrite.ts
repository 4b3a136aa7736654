import { schemeName } from './project-facts.js'
import {
  argumentsOf,
  type DecoratorCall,
  decoratorsOf,
  entriesOf,
  LeftAsItIs,
  literal,
  type Node,
  nameOf,
  quoted,
  type SourceFile
} from './source-file.js'

/** What the parameters of a method need. */
interface Inputs {
  /** Classes to be declared before the controller. */
  readonly classes: readonly string[]
  /** What may have protected the route, and has no effect here. */
  readonly unknown: readonly string[]
}

const PIPES: Readonly<Record<string, readonly [type: string, option?: string]>> = {
  ParseIntPipe: ['Integer'],
  ParseFloatPipe: ['Number'],
  ParseBoolPipe: ['Boolean'],
  ParseUUIDPipe: ['String', "format: 'uuid'"]
}

const PRIMITIVES: Readonly<Record<string, string>> = { string: 'String', number: 'Number', boolean: 'Boolean' }
const NAMES: Readonly<Record<string, string>> = { Headers: 'Header', Request: 'Req', Response: 'Res' }

/** Rewrites the decorators of a method's parameters. */
export function rewriteParameters(
  source: SourceFile,
  member: Node,
  { path, name }: { readonly path: string; readonly name: string },
  used: Set<string>
): Inputs {
  const prefix = name.replace(/Controller$/, '')
  const inputs = { classes: [] as string[], unknown: [] as string[] }
  const calls = (member.function.params as readonly Node[]).flatMap((each) => decoratorsOf(source, each))
  const bodies = calls.filter((call) => call.name === 'Body')
  for (const parameter of member.function.params as readonly Node[]) {
    for (const call of decoratorsOf(source, parameter)) {
      const isPart = call.name === 'Body' && literal(call.args[0]) !== undefined
      if (isPart && bodies.length > 1)
        throw new LeftAsItIs(
          call.node,
          'two @Body of one method',
          'write one class with all fields, and take them from one @Body()'
        )
      const declared = isPart
        ? bodyPart(source, member, parameter, call, prefix, used)
        : rewriteParameter(source, member, parameter, call, { path, prefix }, used, inputs.unknown)
      if (declared !== undefined) inputs.classes.push(declared)
    }
  }
  return inputs
}

function rewriteParameter(
  source: SourceFile,
  member: Node,
  parameter: Node,
  call: DecoratorCall,
  { path, prefix }: { readonly path: string; readonly prefix: string },
  used: Set<string>,
  unknown: string[]
): string | undefined {
  const { args, node } = call
  const name = NAMES[call.name] ?? call.name
  const type: Node | undefined = typeOf(parameter)
  const first = literal(args[0])
  if (/^(Req|Res)$/.test(name) && args.length === 0) {
    used.add(name)
    source.replace(node, `@${name}()`)
    source.report(
      node,
      source.text(parameter),
      "is Node's own: what Express adds (req.user, res.json) is in @Principal() and @Ctx()"
    )
    return undefined
  }
  if (/^(Param|Query|Header)$/.test(name) && first !== undefined) {
    const input = singleInput(args.slice(1), parameter, type, name !== 'Param')
    if (input !== undefined) {
      if (input.type === 'Integer') used.add('Integer')
      used.add(name)
      if (input.note !== undefined) source.report(node, source.text(parameter), input.note)
      const options = input.options.length === 0 ? [] : [`{ ${input.options.join(', ')} }`]
      const needed = input.type ?? (options.length > 0 ? PRIMITIVES[type?.kind] : undefined)
      source.replace(
        node,
        `@${name}(${[quoted(first), ...(needed === undefined ? [] : [needed]), ...options].join(', ')})`
      )
      return undefined
    }
  }
  const hasOnlyValidation = args.every(
    (each) => nameOf(each) === 'ValidationPipe' && isFromNest(source, 'ValidationPipe')
  )
  if (/^(Param|Query|Header|Body)$/.test(name) && hasOnlyValidation) {
    used.add(name)
    source.replace(node, `@${name}()`)
    if (type?.type === 'TsTypeReference') return undefined
    if (name === 'Param' && type === undefined) return pathRecord(source, member, parameter, { path, prefix }, used)
    source.report(node, source.text(parameter), 'has no class that says what is accepted: write one with @Field')
    return undefined
  }
  unknown.push(schemeName(call.name))
  source.report(
    node,
    source.text(node),
    `is not known here: write @Principal(), createParameterDecorator, or a type with rules, then delete ${quoted(schemeName(call.name))} from security`
  )
  if (/^(Param|Query|Header|Body)$/.test(name)) used.add(name)
  return undefined
}

function isFromNest(source: SourceFile, name: string): boolean {
  return source.body.some(
    (node) =>
      node.type === 'ImportDeclaration' &&
      node.source.value.startsWith('@nestjs/common') &&
      (node.specifiers as readonly Node[]).some(({ local }) => local.value === name)
  )
}

interface SingleInput {
  readonly type: string | undefined
  readonly options: readonly string[]
  readonly note?: string
}

/** What pipes and the type of a parameter say; undefined where a pipe is not known. */
function singleInput(
  pipes: readonly Node[],
  parameter: Node,
  type: Node | undefined,
  mayBeMissing: boolean
): SingleInput | undefined {
  let read: string | undefined
  const options: string[] = []
  for (const pipe of pipes) {
    const name = nameOf(pipe)
    const args = pipe.type === 'NewExpression' ? argumentsOf(pipe) : []
    const known = PIPES[name]
    const hasDefault = options.some((each) => each.startsWith('default'))
    if (name === 'DefaultValuePipe' && !hasDefault && /^(Numeric|String|Boolean)Literal$/.test(args[0]?.type ?? '')) {
      const value = args[0] as Node
      options.push(`default: ${value.type === 'StringLiteral' ? quoted(value.value) : value.value}`)
      read ??= { NumericLiteral: 'Number', StringLiteral: 'String', BooleanLiteral: 'Boolean' }[value.type as string]
    } else if (known !== undefined) {
      const entries = args.length === 0 ? new Map<string, Node>() : entriesOf(args[0])
      const isOptional = entries?.size === 1 && entries.get('optional')?.value === true
      if (entries === undefined || (entries.size > 0 && !isOptional)) return undefined
      if (isOptional) options.push('optional: true')
      read = known[0]
      if (known[1] !== undefined) options.push(known[1])
    } else return undefined
  }
  const isOptional = parameter.pat.optional === true || parameter.pat.type === 'AssignmentPattern'
  if (isOptional && options.every((each) => !/^(default|optional)/.test(each))) options.push('optional: true')
  if (read !== undefined) return { type: read, options }
  // A path always has its parameters; a pipe that reads the value rejected requests without it in Nest, too.
  const required =
    mayBeMissing && options.every((each) => !/^(default|optional)/.test(each))
      ? 'is required now, where Nest gave undefined: write { optional: true } behind its type if requests may lack it'
      : undefined
  if (type === undefined) {
    const note = ['has no type: String was written', ...(required === undefined ? [] : [`it ${required}`])].join('; ')
    return { type: 'String', options, note }
  }
  if (type.type === 'TsKeywordType' && type.kind in PRIMITIVES) {
    // The compiler emits the class of a plain type.
    return {
      type: isOptional ? PRIMITIVES[type.kind] : undefined,
      options,
      ...(required === undefined ? {} : { note: required })
    }
  }
  return {
    type: undefined,
    options,
    note: 'has a type that cannot be read: name it after the name, as String, { optional: true }'
  }
}

function typeOf(parameter: Node): Node | undefined {
  const pattern: Node = parameter.pat.type === 'AssignmentPattern' ? parameter.pat.left : parameter.pat
  return pattern.typeAnnotation?.typeAnnotation
}

/** `@Body('article') data: Dto` takes a part of a record. */
function bodyPart(
  source: SourceFile,
  member: Node,
  parameter: Node,
  call: DecoratorCall,
  prefix: string,
  used: Set<string>
): string {
  const key = literal(call.args[0]) as string
  const type = typeOf(parameter)
  const isPlain = type?.type === 'TsTypeReference' || (type?.type === 'TsKeywordType' && type.kind in PRIMITIVES)
  const isList = type?.type === 'TsArrayType' && type.elemType.type === 'TsTypeReference'
  const remedy = 'write a class for the whole body, and take it with @Body()'
  const isWritable = /^[A-Za-z_$][\w$]*$/.test(key) && (isPlain || isList) && parameter.pat.type !== 'AssignmentPattern'
  if (!isWritable || call.args.length > 1) throw new LeftAsItIs(call.node, source.text(parameter), remedy)
  const name = className(source, member, prefix, 'Body')
  const annotation = parameter.pat.typeAnnotation as Node
  const start = source.start(parameter.pat)
  const inner = source.slice(start, source.start(annotation)).trim().replace(/\?$/, '')
  source.edit(
    source.start(call.node),
    source.end(parameter),
    `@Body() { ${inner === key ? key : `${key}: ${inner}`} }: ${name}`
  )
  used.add('Body').add('Field')
  const text = source.text(type as Node)
  const isOptional = parameter.pat.optional === true
  const plain = type?.type === 'TsKeywordType' ? PRIMITIVES[type.kind] : text
  const named = isList ? [`() => [${source.text(type.elemType)}]`] : isOptional ? [`() => ${plain}`] : []
  const field = `@Field(${[...named, ...(isOptional ? ['{ optional: true }'] : [])].join(', ')})`
  return `export class ${name} {\n  ${field} ${key}${isOptional ? '?' : '!'}: ${text}\n}`
}

/** `@Param() params` without a type gets a record of the path's parameters. */
function pathRecord(
  source: SourceFile,
  member: Node,
  parameter: Node,
  { path, prefix }: { readonly path: string; readonly prefix: string },
  used: Set<string>
): string {
  const name = className(source, member, prefix, 'Params')
  source.edit(source.end(parameter), source.end(parameter), `: ${name}`)
  used.add('Field')
  const fields = [...path.matchAll(/:(\w+)/g)].map(([, each]) => `  @Field() ${each}!: string`)
  return `export class ${name} {\n${fields.join('\n')}\n}`
}

function className(source: SourceFile, member: Node, prefix: string, ending: string): string {
  const method: string = member.key.value
  const name = `${prefix}${(method[0] ?? '').toUpperCase()}${method.slice(1)}${ending}`
  const isTaken = new RegExp(`\\b${name}\\b`).test(source.slice(0, Number.POSITIVE_INFINITY))
  if (isTaken)
    throw new LeftAsItIs(
      member.key,
      `the name ${name} is taken`,
      'rename the class or the method, then run the command again'
    )
  return name
}
