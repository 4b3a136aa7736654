import { anyForm } from '../json/json-form.js'
import { quoted } from '../program/program.js'
import { escapedText } from '../type/json-text.js'
import type { TypeSchema } from '../type/schema.js'
import { FLOAT_MAXIMUM } from '../type/text-forms.js'
import type { WriterCode } from './kind.js'

/** Code that appends a text. */
export function writeText(value: string, _type: TypeSchema, _depth: number, code: WriterCode): void {
  expect(value, 'string', code)
  code.literal('"')
  code.append(`${code.program.constant(escapedText)}(${value})`)
  code.literal('"')
}

/** The test whether a number is one of a format: it costs no more than the test whether JSON has a form for it. */
const NUMBER_TESTS = {
  int32: (value: string) => `${value} === (${value} | 0)`,
  int64: (value: string) => `Number.isSafeInteger(${value})`,
  float: (value: string) => `Math.abs(${value}) <= ${FLOAT_MAXIMUM}`,
  double: (value: string) => `Number.isFinite(${value})`
} as const

/** Code that appends a number of a format. */
export function writeNumber(value: string, format: keyof typeof NUMBER_TESTS, code: WriterCode): void {
  expect(value, 'number', code)
  code.leaveUnless(NUMBER_TESTS[format](value))
  code.append(value)
}

/** Code that appends a boolean. */
export function writeBoolean(value: string, _type: TypeSchema, _depth: number, code: WriterCode): void {
  expect(value, 'boolean', code)
  code.choose(value, 'true', 'false')
}

/** More values are found faster in a map. */
const FEW = 8

/** Code that appends one of a few values. */
export function writeOneOf(value: string, values: readonly (string | number | boolean)[], code: WriterCode): void {
  const { program } = code
  if (values.length > FEW) {
    const texts = new Map(values.map((each) => [each, JSON.stringify(each)]))
    code.append(code.result(`${program.constant(texts)}.get(${value})`))
    return
  }
  const choices = values.map((each) => `${value} === ${program.constant(each)} ? ${quoted(JSON.stringify(each))} : `)
  code.append(code.result(`${choices.join('')}undefined`))
}

/** Takes a value of the type, or one that is of the type in JSON. The projector decides about all others. */
function expect(value: string, type: 'string' | 'number' | 'boolean', code: WriterCode): void {
  const form = `(${value} = ${code.program.constant(anyForm)}(${value}))`
  code.leaveUnless(`typeof ${value} === '${type}' || typeof ${form} === '${type}'`)
}
