import { standardModelOf } from '../../../src/record/standard/standard-model.js'
import type { ForeignSchema } from '../../../src/record/type/schema.js'
import { expectWholeList, outcome, shown } from '../../support/whole-list.js'

/** Definitions that refer to each other, by names of which each library makes up some. */
const TREE = (extra: object) => ({
  $ref: '#/$defs/__schema0',
  $defs: {
    __schema0: {
      type: 'object',
      properties: Object.fromEntries(
        ['__schema0', 'B c', '7', 'a7', 'type11', 'type_11', 'Type11', 'own'].map((key) => [
          key,
          { $ref: `#/$defs/${key}` }
        ])
      )
    },
    'B c': { type: 'string', ...extra },
    '7': { $ref: '#/$defs/B c' },
    a7: { type: 'string' },
    type11: { type: 'integer' },
    type_11: { anyOf: [{ $ref: '#/$defs/type11' }, { type: 'null' }] },
    Type11: { type: 'boolean' },
    own: { type: 'array', items: { $ref: '#/$defs/own' } }
  }
})

type Validate = (value: unknown) => unknown

const passes: Validate = (value) => ({ value })

const throwing = (message: unknown) => () => {
  throw message
}

/** The members of a schema beside its vendor: how it describes what it takes and makes, and what it makes of a value. */
const SCHEMAS: Readonly<Record<string, { jsonSchema?: object; validate?: Validate }>> = {
  'describes nothing': {},
  'one form': { jsonSchema: { input: () => ({ type: 'string' }), output: () => ({ type: 'string' }) } },
  'two forms': { jsonSchema: { input: () => ({ type: 'string' }), output: () => ({ type: 'number' }) } },
  'only the output': { jsonSchema: { input: throwing(new Error('no.')), output: () => ({ type: 'number' }) } },
  'only the input': { jsonSchema: { input: () => ({ type: 'string' }), output: throwing('a text.') } },
  'a promise': { jsonSchema: { input: () => Promise.resolve({}), output: () => ({}) } },
  malformed: { jsonSchema: { input: () => 5, output: () => ({ type: 'none' }) } },
  'costly patterns': { jsonSchema: { input: () => ({ pattern: '(a+)+$' }), output: () => ({ pattern: '(b+)+$' }) } },
  'a closed output': {
    jsonSchema: {
      input: () => ({ type: 'object', properties: { a: {} } }),
      output: () => ({ type: 'object', properties: { a: {} }, additionalProperties: false })
    }
  },
  definitions: { jsonSchema: { input: () => TREE({}), output: () => TREE({}) } },
  'definitions of two forms': { jsonSchema: { input: () => TREE({}), output: () => TREE({ minLength: 1 }) } },
  'a default': {
    jsonSchema: { input: () => ({ type: 'string', default: 'a' }), output: () => ({ type: 'string' }) },
    validate: (value) => ({ value: value ?? 'a' })
  },
  'another value for none': {
    jsonSchema: { input: () => ({ type: 'string' }), output: () => ({ type: 'string' }) },
    validate: (value) => ({ value: String(value) })
  },
  'rejects none': { validate: (value) => (value === undefined ? { issues: [{ message: 'none' }] } : { value }) },
  'answers later': { validate: (value) => Promise.resolve({ value }) },
  'rejects later': { validate: () => Promise.reject(new Error('later')) },
  'throws for none': { validate: throwing(new Error('none')) }
}

describe('What a schema of another library says of itself', () => {
  it('is read as model-list.txt says', async () => {
    const lines: string[] = []
    for (const vendor of ['spec', 'zod', 'valibot', 'arktype'])
      for (const [what, { validate = passes, ...members }] of Object.entries(SCHEMAS)) {
        if (vendor !== 'spec' && !/nothing|definitions/.test(what)) continue
        const schema = {
          '~standard': { version: 1, vendor, validate, ...members }
        } as unknown as ForeignSchema['schema']
        const model = standardModelOf({ schema })
        lines.push(
          `\n${vendor}, ${what}${standardModelOf({ schema }) === model ? '' : ' is read twice'}`,
          ...(['input', 'output'] as const).map((form) => `${form} ${said(() => model.form(form, 'here'))}`),
          `differs ${said(() => model.differs('here'))} ${said(() => model.differing('here'))}`,
          `absent ${outcome(() => model.absence('here'))}`,
          `costly ${said(() => model.costlyPatterns('here').map(shown))}`
        )
      }
    // What is rejected later must not end the process.
    await new Promise((resolve) => setImmediate(resolve))
    expectWholeList('record/standard/model-list.txt', lines)
  })
})

/** What it returns, or the message of what it throws. */
function said(call: () => unknown): string {
  return outcome(call).replace(/ \{"name": "SetupError".*/, '')
}
