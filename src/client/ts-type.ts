import { isIdentifier } from './identifiers.js'
import { comment, literal, quoted } from './ts-text.js'

/** A type of TypeScript. */
export type TsType =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'union' | 'intersection'; readonly members: readonly TsType[] }
  | { readonly kind: 'array'; readonly items: TsType; readonly isReadonly?: boolean }
  | { readonly kind: 'tuple'; readonly items: readonly TsType[]; readonly required: number; readonly rest?: TsType }
  | { readonly kind: 'object'; readonly properties: readonly TsProperty[]; readonly index?: TsType }

export interface TsProperty {
  readonly name: string
  readonly type: TsType
  readonly isOptional: boolean
  readonly description?: string | undefined
  readonly tags?: readonly string[]
}

export const UNKNOWN: TsType = { kind: 'text', text: 'unknown' }
export const NEVER: TsType = { kind: 'text', text: 'never' }
export const NULL: TsType = { kind: 'text', text: 'null' }
export const STRING: TsType = { kind: 'text', text: 'string' }
/** An object of anything. */
export const ANY_OBJECT: TsType = { kind: 'object', properties: [], index: UNKNOWN }

export function named(text: string): TsType {
  return { kind: 'text', text }
}

export function literalType(value: unknown): TsType {
  if (Array.isArray(value)) return { kind: 'tuple', items: value.map(literalType), required: value.length }
  if (typeof value === 'object' && value !== null) {
    const properties = Object.entries(value).map(([name, member]) => ({
      name,
      type: literalType(member),
      isOptional: false
    }))
    return { kind: 'object', properties }
  }
  if (typeof value === 'string') return { kind: 'text', text: quoted(value) }
  return { kind: 'text', text: literal(value) }
}

/** A type that is one of these; equal ones count once, and `unknown` contains all. */
export function unionOf(types: readonly TsType[]): TsType {
  const members = unique(types.flatMap((type) => (type.kind === 'union' ? type.members : [type]))).filter(
    (type) => !isText(type, 'never')
  )
  if (members.some((type) => isText(type, 'unknown'))) return UNKNOWN
  if (members.length === 0) return NEVER
  return members.length === 1 ? (members[0] as TsType) : { kind: 'union', members }
}

/** A type that is all of these; `unknown` says nothing. */
export function intersectionOf(types: readonly TsType[]): TsType {
  const members = unique(types.flatMap((type) => (type.kind === 'intersection' ? type.members : [type]))).filter(
    (type) => !isText(type, 'unknown')
  )
  if (members.length === 0) return UNKNOWN
  return members.length === 1 ? (members[0] as TsType) : { kind: 'intersection', members }
}

function unique(types: readonly TsType[]): TsType[] {
  return [...new Map(types.map((type) => [printType(type, ''), type])).values()]
}

function isText(type: TsType, text: string): boolean {
  return type.kind === 'text' && type.text === text
}

/** The type as text; its further lines begin with `indent`. */
export function printType(type: TsType, indent: string): string {
  switch (type.kind) {
    case 'text':
      return type.text
    case 'union':
      return printUnion(type.members, indent)
    case 'intersection':
      return type.members.map((member) => inParentheses(member, ['union'], indent)).join(' & ')
    case 'array':
      return `${type.isReadonly ? 'readonly ' : ''}${inParentheses(type.items, ['union', 'intersection', 'array'], indent)}[]`
    case 'tuple': {
      const items = type.items.map((item, index) =>
        index < type.required ? printType(item, indent) : `${inParentheses(item, ['union', 'intersection'], indent)}?`
      )
      const rest =
        type.rest === undefined ? [] : [`...${inParentheses(type.rest, ['union', 'intersection'], indent)}[]`]
      return `[${[...items, ...rest].join(', ')}]`
    }
    case 'object':
      return printObject(type, indent)
  }
}

const LINE_WIDTH = 110

function printUnion(members: readonly TsType[], indent: string): string {
  const inner = `${indent}  `
  const texts = members.map((member) => inParentheses(member, ['intersection'], inner))
  const line = texts.join(' | ')
  if (line.length + indent.length <= LINE_WIDTH && !line.includes('\n')) return line
  return texts.map((text) => `\n${inner}| ${text}`).join('')
}

function inParentheses(type: TsType, kinds: readonly TsType['kind'][], indent: string): string {
  const isModified = kinds.includes('array') && type.kind === 'array' && type.isReadonly
  const text = printType(type, indent)
  if (kinds.includes(type.kind) && (type.kind !== 'array' || isModified)) return `(${text})`
  return text
}

function printObject(type: Extract<TsType, { kind: 'object' }>, indent: string): string {
  const inner = `${indent}  `
  const lines = type.properties.map((property) => printProperty(property, inner))
  if (type.index !== undefined) lines.push(`${inner}[name: string]:${behindColon(type.index, inner)}\n`)
  if (lines.length === 0) return 'Record<string, never>'
  if (type.properties.length === 0 && !lines[0]?.trim().includes('\n')) return `{ ${lines[0]?.trim()} }`
  return `{\n${lines.join('')}${indent}}`
}

function printProperty({ name, type, isOptional, description, tags }: TsProperty, indent: string): string {
  const key = isIdentifier(name) ? name : quoted(name)
  const above = comment(description, indent, tags)
  return `${above}${indent}${key}${isOptional ? '?' : ''}:${behindColon(type, indent)}\n`
}

/** A type under a name: an interface where it has properties, whose name compilers show in messages. */
export function printDeclaration(name: string, type: TsType, description?: string, tags?: readonly string[]): string {
  const above = comment(description, '', tags)
  if (type.kind === 'object' && type.properties.length > 0) {
    return `${above}export interface ${name} ${printType(type, '')}\n`
  }
  return `${above}export type ${name} =${behindColon(type, '')}\n`
}

/** A type behind a colon, or an equals sign: one of several lines begins on the next. */
function behindColon(type: TsType, indent: string): string {
  const text = printType(type, indent)
  return text.startsWith('\n') ? text : ` ${text}`
}
