import { expect } from 'chai'
import { Field, type FieldOptions, Integer } from '../../src/index.js'
import { compileBinder } from '../../src/record/binder.js'
import { recordSchemaOf } from '../../src/record/model/registry.js'
import { compileTextAcceptor } from '../../src/record/parameter-reader.js'
import type { FieldSchema } from '../../src/record/type/schema.js'

function recordWith(
  type: unknown,
  options: FieldOptions
): { target: new () => { value?: unknown }; field: FieldSchema } {
  class Target {
    value?: unknown
  }
  Field(() => type as never, options)(Target.prototype, 'value')
  return { target: Target, field: recordSchemaOf(Target).fields[0] as FieldSchema }
}

const TEXTS = [
  ...['', ' ', '0', '-0', '7', '-7', '07', '1e3', '1.5', '-1.5', '3000000000', '9007199254740993', '1e400', 'NaN'],
  ...['true', 'false', 'TRUE', 'null', 'a', 'abc', 'abcdef', 'ABC', '😀', '😀😀', '\ud800', 'x@example.org', 'é']
]

describe('compileTextAcceptor', () => {
  const fields: readonly [name: string, type: unknown, options: FieldOptions][] = [
    ['a string', String, {}],
    ['a string of some length', String, { minLength: 2, maxLength: 3 }],
    ['a string of a pattern', String, { pattern: '^[a-z]+$' }],
    ['an email address', String, { format: 'email' }],
    ['an integer', Integer, {}],
    ['an integer in bounds', Integer, { minimum: 0, maximum: 100 }],
    ['a number', Number, {}],
    ['a number in open bounds', Number, { exclusiveMinimum: 0 }],
    ['a boolean', Boolean, {}],
    ['an optional integer', Integer, { optional: true }],
    ['an integer with a default', Integer, { optional: true, default: 7 }]
  ]
  for (const [name, type, options] of fields) {
    it(`accepts as ${name} what the binder accepts, and refuses all else`, () => {
      const { target, field } = recordWith(type, options)
      const binder = compileBinder<{ value: unknown }>({ kind: 'record', class: target }, 'text', 'query')
      const accept = compileTextAcceptor(field)
      const taken = TEXTS.filter((text) => {
        const bound = binder.validate({ value: text })
        if (bound instanceof Promise) throw new Error('The binder made a promise')
        expect(accept?.(text), text).to.deep.equal(bound.value?.value)
        return bound.faults === undefined
      })
      expect(taken).to.not.be.empty
    })
  }

  const others: readonly [name: string, type: unknown, options: FieldOptions][] = [
    ['a list', [String], {}],
    ['a date', Date, {}],
    ['a value that may be null', String, { nullable: true }],
    ['a field that is never read', String, { readOnly: true }]
  ]
  for (const [name, type, options] of others) {
    it(`leaves ${name} to the binder`, () => {
      expect(compileTextAcceptor(recordWith(type, options).field)).to.equal(undefined)
    })
  }
})
