import type { ClientBodyContent, ClientOperation, ClientParameter, ClientResponseContent } from './client-model.js'
import { modeOfBody } from './client-model.js'
import { isRange, isStructured } from './media-type.js'
import type { SchemaTypes } from './schema-types.js'
import { documentation } from './schema-types.js'
import { comment, quoted } from './ts-text.js'
import {
  intersectionOf,
  literalType,
  named,
  printDeclaration,
  printType,
  STRING,
  type TsProperty,
  type TsType,
  UNKNOWN,
  unionOf
} from './ts-type.js'

/** An operation, and the names of what is declared for it. */
export interface NamedOperation extends ClientOperation {
  /** Its method of the client. */
  readonly methodName: string
  readonly argumentsName: string
  readonly resultName: string
}

const UNDEFINED = named('undefined')

/** The declarations of an operation: its arguments, its results, its place in the client. */
export class OperationTypes {
  readonly #schemas: SchemaTypes

  constructor(schemas: SchemaTypes) {
    this.#schemas = schemas
  }

  /** The member of the client's interface. */
  signature(operation: NamedOperation): string {
    const { methodName, method, path, summary, description, isDeprecated, argumentsName, resultName } = operation
    const text = [summary, description].filter((part) => part !== undefined).join('\n\n')
    const above = comment(text, '  ', ['', `\`${method} ${path}\``, ...(isDeprecated ? ['@deprecated'] : [])])
    const input = `[input${needsInput(operation) ? '' : '?'}: ${hasInput(operation) ? argumentsName : 'NoArguments'}]`
    const types = negotiatedTypes(operation)
    const type =
      types.length > 1
        ? `NegotiatedOperation<${input}, ${resultName}, ${types.map(quoted).join(' | ')}>`
        : `CallOperation<${input}, ${resultName}>`
    return `${above}  readonly ${methodName}: ${type}\n`
  }

  /** Its arguments, where it has any, and its results. */
  declarations(operation: NamedOperation): string {
    const { argumentsName, resultName, methodName } = operation
    const input = hasInput(operation)
      ? `${printDeclaration(argumentsName, this.#arguments(operation), `The arguments of \`${methodName}\`.`)}\n`
      : ''
    return `${input}${printDeclaration(resultName, this.#result(operation), `The results of \`${methodName}\`.`)}`
  }

  #arguments(operation: NamedOperation): TsType {
    const { parameters, isGrouped, body } = operation
    const properties: TsProperty[] = []
    if (isGrouped) {
      for (const place of ['path', 'query', 'header', 'cookie'] as const) {
        const group = parameters.filter((parameter) => parameter.place === place)
        if (group.length === 0) continue
        const type: TsType = { kind: 'object', properties: group.map((parameter) => this.#parameter(parameter)) }
        properties.push({ name: place, type, isOptional: !group.some(({ isRequired }) => isRequired) })
      }
    } else {
      properties.push(...parameters.map((parameter) => this.#parameter(parameter)))
    }
    if (body === undefined) return { kind: 'object', properties }
    const bodies = body.content.map((content, index): TsProperty[] => {
      const isOptional = !body.isRequired
      const type = orUndefined(this.#bodyType(content), isOptional)
      const { description } = body
      const property = { name: 'body', type, isOptional, description }
      if (body.content.length === 1 && !isRange(content.mediaType)) return [property]
      const mediaType = rangeType(content.mediaType) ?? literalType(content.mediaType)
      const isDefault = index === 0
      return [{ name: 'contentType', type: orUndefined(mediaType, isDefault), isOptional: isDefault }, property]
    })
    if (bodies.length === 1) return { kind: 'object', properties: [...properties, ...(bodies[0] ?? [])] }
    const alternatives = unionOf(bodies.map((each): TsType => ({ kind: 'object', properties: each })))
    if (properties.length === 0) return alternatives
    return intersectionOf([{ kind: 'object', properties }, alternatives])
  }

  #parameter({ name, isRequired, constant, schema, description, isDeprecated }: ClientParameter): TsProperty {
    const { tags = [] } = documentation(schema)
    const others = tags.filter((tag) => tag !== '@deprecated')
    const sent = constant === undefined ? undefined : 'Has one value, which the client sends by itself.'
    return {
      name,
      type: orUndefined(this.#parameterType(schema), !isRequired),
      isOptional: !isRequired,
      description: [description, sent].filter((text) => text !== undefined).join('\n\n') || undefined,
      tags: isDeprecated ? [...others, '@deprecated'] : others
    }
  }

  /** Lists may be constants; of a parameter without a type a text can be made, if it is no object. */
  #parameterType(schema: unknown): TsType {
    const type = this.#schemas.typeOf(schema, 'request')
    if (type.kind === 'array') return { ...type, isReadonly: true }
    return type === UNKNOWN ? unionOf([STRING, named('number'), named('boolean')]) : type
  }

  #bodyType({ kind, schema }: ClientBodyContent): TsType {
    if (kind === 'bytes') return named('BodyBytes')
    if (kind === 'text') return STRING
    const type = this.#schemas.typeOf(schema, modeOfBody(kind))
    if (kind === 'json') return type
    const form = named(kind === 'form' ? 'URLSearchParams' : 'FormData')
    return type === UNKNOWN ? form : unionOf([type, form])
  }

  /** The results that differ in their data or their success; the statuses of equal ones are together. */
  #result(operation: NamedOperation): TsType {
    const isNegotiated = negotiatedTypes(operation).length > 1
    const groups = new Map<string, { type: string; data: string; contentType: string; statuses: string[] }>()
    const add = (type: string, status: string, data: TsType, contentType: string) => {
      const text = printType(data, '  ')
      const key = JSON.stringify([type, text, contentType])
      const group = groups.get(key) ?? { type, data: text, contentType, statuses: [] }
      group.statuses.push(/^\d+$/.test(status) ? status : quoted(status))
      groups.set(key, group)
    }
    const { prefix, isOpen } = successesOf(operation)
    for (const { status, content } of operation.responses) {
      const isSuccess = status.startsWith(prefix)
      const types = isSuccess ? (isOpen ? ['CallSuccess', 'CallFailure'] : ['CallSuccess']) : ['CallFailure']
      for (const type of types) {
        if (content.length === 0) add(type, status, UNDEFINED, isNegotiated && isSuccess ? 'undefined' : '')
        const isNamed = content.length > 1 || (isNegotiated && isSuccess)
        for (const each of content) add(type, status, this.#dataType(each), isNamed ? quoted(each.mediaType) : '')
      }
    }
    const members = [...groups.values()].map(({ type, data, contentType, statuses }) =>
      named(`${type}<${statuses.join(' | ')}, ${data}${contentType === '' ? '' : `, ${contentType}`}>`)
    )
    return unionOf([...members, named('CallUnexpected')])
  }

  #dataType({ kind, mediaType, schema, events }: ClientResponseContent): TsType {
    const type = () => this.#schemas.typeOf(schema, 'response')
    switch (kind) {
      case 'json':
        return type()
      case 'text':
        return this.#schemas.isText(schema) ? type() : STRING
      case 'lines':
        return named(`AsyncIterable<${printType(type(), '  ')}>`)
      case 'events': {
        const all = events?.map(
          ({ name, schema }) =>
            `StreamEvent<${quoted(name)}, ${printType(this.#schemas.typeOf(schema, 'response'), '  ')}>`
        )
        return named(`AsyncIterable<${(all ?? ['StreamEvent<string, string>']).join(' | ')}>`)
      }
      case 'bytes':
        if (!/^(\*|application)\/\*/.test(mediaType)) return named('Blob')
        return isStructured(schema) ? type() : UNKNOWN
    }
  }
}

/** How the statuses of successes begin: with 2; or 3, where there is none; or they are the default, if fetch says so. */
export function successesOf({ responses }: ClientOperation): { prefix: string; isOpen: boolean } {
  const prefix = ['2', '3'].find((each) => responses.some(({ status }) => status.startsWith(each)))
  return prefix === undefined ? { prefix: 'default', isOpen: true } : { prefix, isOpen: false }
}

/** The media types of an operation's successes: a call of one with several chooses. */
function negotiatedTypes(operation: ClientOperation): string[] {
  const { prefix } = successesOf(operation)
  const successes = operation.responses.filter(({ status }) => status.startsWith(prefix))
  return [...new Set(successes.flatMap(({ content }) => content.map(({ mediaType }) => mediaType)))]
}

/** The media types of a range; undefined for one that is none. */
function rangeType(mediaType: string): TsType | undefined {
  if (!isRange(mediaType)) return undefined
  const [, type] = /^([\w.+-]+)\/\*$/.exec(mediaType) ?? []
  return type === undefined ? STRING : named(`\`${type}/\${string}\``)
}

function hasInput({ parameters, body }: ClientOperation): boolean {
  return parameters.length > 0 || body !== undefined
}

function needsInput({ parameters, body }: ClientOperation): boolean {
  return parameters.some(({ isRequired }) => isRequired) || body?.isRequired === true
}

/** By strict settings an optional member may only be undefined where its type says so. */
function orUndefined(type: TsType, isOptional: boolean): TsType {
  return isOptional ? unionOf([type, UNDEFINED]) : type
}
