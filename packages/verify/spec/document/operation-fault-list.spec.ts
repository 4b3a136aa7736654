import { openApi } from '../../../../spec/support/published.js'
import { expectWholeList } from '../../../../spec/support/whole-list.js'
import { loadLibraries } from '../../src/document/libraries.js'
import { operationFault } from '../../src/document/operation-fault.js'
import { readDocument } from '../../src/document/published-document.js'
import { SchemaChecks } from '../../src/document/schema-checks.js'

const SLOW = '^(a+)+$'
const slow = { pattern: SLOW }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** A component that requires the next one twice, as many times as the depth says. */
const doubling = (depth: number) =>
  Object.fromEntries(
    Array.from({ length: depth }, (_, index) => {
      const next = index + 1 === depth ? {} : ref(`D${depth}x${index + 1}`)
      return [`D${depth}x${index}`, { required: ['a', 'b'], properties: { a: next, b: next, c: next } }]
    })
  )

const COMPONENTS = {
  Slow: { properties: { a: slow } },
  Loop: { properties: { next: ref('Loop'), other: { anyOf: [ref('Slow')] } } },
  Alone: { allOf: [ref('Alone')] },
  Not: { not: ref('Not') },
  Dependent: { dependentSchemas: { a: ref('Dependent') } },
  Tree: { required: ['next'], properties: { next: ref('Tree') } },
  List: { type: 'array', minItems: 1, items: ref('List') },
  Empty: { type: 'array', minItems: 0, items: ref('Slow') },
  ...doubling(15),
  ...doubling(14)
}

/** Schemas of a body, in operations of their own. */
const SCHEMAS: Readonly<Record<string, object | boolean>> = {
  'nothing slow': { pattern: '^a+$' },
  true: true,
  'a slow pattern': slow,
  'a slow pattern of names': { patternProperties: { [SLOW]: {} } },
  'names of patterns in a list': { patternProperties: [SLOW] },
  'a slow pattern in an item': { items: { allOf: [{}, slow] } },
  'a slow pattern behind a reference': ref('Slow'),
  'a slow pattern behind a circle': ref('Loop'),
  'a pattern that is no text': { properties: { pattern: { const: SLOW } } },
  'itself in place': ref('Alone'),
  'itself in not': ref('Not'),
  'itself in a dependent schema': ref('Dependent'),
  'itself in a part': ref('Tree'),
  'itself in items': ref('List'),
  'a list that may be empty': ref('Empty'),
  'parts that double too often': ref('D15x0'),
  'parts that double often': ref('D14x0'),
  'items of parts that double': { type: 'array', minItems: 2, items: ref('D14x0') },
  'items that need not be there': { type: 'array', items: ref('D14x0') },
  'first items of parts that double': { prefixItems: [ref('D14x0'), ref('D14x0')] },
  'alternatives of parts that double': { oneOf: [ref('D14x0')], anyOf: [ref('D14x0')] },
  'conditions of parts that double': { if: ref('D14x0'), else: ref('D14x0') },
  'parts that are not required': { properties: { a: ref('D15x0') } },
  'parts that are required by name': { required: ['a'], properties: { a: ref('D14x0'), b: ref('D14x0') } }
}

const content = (schema: unknown) => ({ 'application/json': { schema } })
/** Operations with a slow pattern at each place. */
const PLACES: Readonly<Record<string, object>> = {
  'a parameter': { parameters: [{ in: 'query', name: 'q', schema: slow }] },
  'a body': { requestBody: { content: content(slow) } },
  'a response': { responses: { 404: { content: content(slow) } } },
  'a header': { responses: { 200: { headers: { 'x-a': { schema: slow } } } } },
  'a header whose schema is none': { responses: { 200: { headers: { 'X-A': { schema: { type: 'odd' } } } } } },
  lines: { responses: { 200: { content: { 'application/jsonl': { 'x-lines': slow } } } } },
  events: { responses: { 200: { content: { 'text/event-stream': { 'x-events': { a: {}, b: slow } } } } } }
}

describe('Why an operation cannot be checked', () => {
  it('is what operation-fault-list.txt says, by its schemas and by patterns that were found to be slow', async () => {
    const entries = [
      ...Object.entries(SCHEMAS).map(
        ([name, schema]) => [name, { requestBody: { content: content(schema) } }] as const
      ),
      ...Object.entries(PLACES)
    ]
    const paths = entries.map(([operationId, own], index) => [`/${index}`, { post: { operationId, ...own } }])
    const document = readDocument(openApi(Object.fromEntries(paths), COMPONENTS, '3.1.0'))
    const checks = new SchemaChecks(document, await loadLibraries())
    const faults = () => document.operations.map((operation) => `${operation.id}: ${operationFault(checks, operation)}`)
    const before = faults()
    // As a text that takes long would have it.
    ;(checks.patterns.slow as Map<string, string>).set(SLOW, 'it takes too long')
    const after = faults().filter((line, index) => line !== before[index])
    expectWholeList('verify/document/operation-fault-list.txt', [...before, '\nafter a pattern was slow', ...after])
  })
})
