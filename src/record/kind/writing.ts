import { anyForm } from '../json/json-form.js'
import { escapedText } from '../type/json-text.js'
import type { TypeSchema } from '../type/schema.js'
import type { WriterCode } from './kind.js'

/** Code that appends a text. */
export function writeText(value: string, _type: TypeSchema, _depth: number, code: WriterCode): void {
  expect(value, 'string', code)
  code.literal('"')
  code.append(`${code.program.constant(escapedText)}(${value})`)
  code.literal('"')
}

/** Code that appends a number. */
export function writeNumber(value: string, _type: TypeSchema, _depth: number, code: WriterCode): void {
  expect(value, 'number', code)
  code.leaveUnless(`Number.isFinite(${value})`)
  code.append(value)
}

/** Code that appends a boolean. */
export function writeBoolean(value: string, _type: TypeSchema, _depth: number, code: WriterCode): void {
  expect(value, 'boolean', code)
  code.choose(value, 'true', 'false')
}

/** Takes a value of the type, or one that is of the type in JSON. The projector decides about all others. */
function expect(value: string, type: 'string' | 'number' | 'boolean', code: WriterCode): void {
  const form = `(${value} = ${code.program.constant(anyForm)}(${value}))`
  code.leaveUnless(`typeof ${value} === '${type}' || typeof ${form} === '${type}'`)
}
