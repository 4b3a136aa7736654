import { expect } from 'chai'
import { type Class, Field, Integer, nullable, type TypeExpression } from 'fieldstone'
import { parseType } from '../../src/record/type/type-expression.js'
import { jsonText } from '../../src/record/write/any-value.js'
import { compileSerializer } from '../../src/record/write/serializer.js'
import { compileWriter, type Writer } from '../../src/record/writer.js'
import { textsOfCode } from '../support/texts-of-code.js'

type Options = Parameters<typeof Field>[1]

const OPTIONS: readonly Options[] = [{}, { optional: true }, { nullable: true }, { writeOnly: true }]

/** A record whose fields are a text, a number, or null or the record itself, with the options in turn. */
function wide(count: number, options = OPTIONS): Class {
  class Wide {}
  const types: readonly (() => TypeExpression)[] = [() => String, () => Integer, () => nullable(Wide)]
  for (let at = 0; at < count; at++) {
    Field(types[at % 3] as () => TypeExpression, options[at % options.length])(Wide.prototype, `field${at}`)
  }
  return Wide
}

const given = (at: number): unknown => ['text', at, null][at % 3]
const valuesOf = (count: number): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, given(at)]))

/** What a writer makes of a value: a text, or what it throws. */
function outcome(write: Writer, value: unknown): unknown {
  try {
    return write(value)
  } catch (error) {
    const { name, message, path } = error as Error & { path?: unknown }
    return { name, message, path }
  }
}

/** Asserts that code writes each value as the serialiser does. */
function holding(type: Class): (value: unknown) => unknown {
  const schema = parseType(type, 'here')
  const [write, serialize] = [compileWriter(schema), compileSerializer(schema)]
  return (value) => {
    const text = outcome(write, value)
    expect(text).to.deep.equal(outcome((one) => jsonText(serialize(one)), value))
    return text
  }
}

describe('The writer of a record with more fields than one function writes', () => {
  for (const count of [60, 61, 81, 82, 120, 121, 200]) {
    it(`writes what the serialiser writes, whichever of ${count} fields is absent, null or wrong`, () => {
      const hold = holding(wide(count))
      hold(valuesOf(count))
      hold({ ...valuesOf(count), field2: valuesOf(count) })
      for (let at = 0; at < count; at++) {
        const { [`field${at}`]: _, ...others } = valuesOf(count)
        for (const value of [others, { ...others, [`field${at}`]: null }, { ...others, [`field${at}`]: true }]) {
          hold(value)
        }
      }
    })
  }

  it('sets a comma before each member but the first, whichever members there are', () => {
    const hold = holding(wide(200, [{ optional: true }]))
    for (let first = 0; first < 200; first++) {
      for (const second of [first, first + 1, 59, 60, 61, 119, 120, 180, 199]) {
        hold({ [`field${first}`]: given(first), [`field${second}`]: given(second) })
      }
    }
    expect([hold({}), hold({ field1: 1 }), hold({ field61: 61 })]).to.deep.equal([
      '{}',
      '{"field1":1}',
      '{"field61":61}'
    ])
  })

  it('writes as many records within one another as the serialiser does', () => {
    const hold = holding(wide(70, [{ optional: true }]))
    for (const depth of [2, 254, 255, 256, 257, 600]) {
      let value: object = { field64: 64 }
      for (let at = 0; at < depth; at++) value = { field1: at, field62: value }
      hold(value)
    }
  })

  it('has no function that writes more than 60 fields, which the engine would not optimise', () => {
    const write = compileWriter(parseType(wide(300, [{}]), 'here'))
    const texts = textsOfCode(() => write(valuesOf(300)))
    const counts = texts.flatMap((text) => text.split(/^function /m)).map((one) => one.split('value["field').length - 1)
    expect(counts.filter((count) => count > 0)).to.deep.equal([60, 60, 60, 60, 60])
  })
})
