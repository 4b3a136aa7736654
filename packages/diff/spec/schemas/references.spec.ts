import { expect } from 'chai'
import {
  changesOf,
  integer,
  itSaysOfSchemas,
  type Json,
  list,
  object,
  received,
  ref,
  sent,
  text
} from '../comparison.js'

describe('changes of referenced schemas', () => {
  const tree = (name: Json, own: string) => object({ name, children: list(ref(own)) })

  itSaysOfSchemas('another name of the same schema says nothing', ref('Item'), ref('Thing'), [], [], {
    components: {
      Item: object({ a: text }),
      Thing: object({ a: text })
    }
  })
  itSaysOfSchemas('a schema in place of a reference to it', ref('Item'), object({ a: text }), [], [], {
    components: {
      Item: object({ a: text })
    }
  })
  itSaysOfSchemas('a reference to a reference', ref('Way'), text, [], [], {
    components: { Way: ref('Text'), Text: text }
  })
  itSaysOfSchemas(
    'a schema that refers to itself',
    ref('Tree'),
    ref('Wood'),
    'breaking max-length-lowered: `name` has maxLength 3, before no maxLength, e.g. {"name":"abcd"}',
    'compatible max-length-raised: `name` has no maxLength, before maxLength 3',
    { components: { Tree: tree(text, 'Tree'), Wood: tree({ ...text, maxLength: 3 }, 'Wood') } }
  )
  itSaysOfSchemas(
    'a property that two ways lead to',
    object({ a: ref('A'), b: ref('A') }),
    object({ a: ref('B'), b: ref('B') }),
    [
      'breaking type-changed: `a` is of type integer, before string, e.g. {"a":""}',
      'breaking type-changed: `b` is of type integer, before string, e.g. {"b":""}'
    ],
    [
      'breaking type-changed: `a` is of type string, before integer, e.g. {"a":0}',
      'breaking type-changed: `b` is of type string, before integer, e.g. {"b":0}'
    ],
    { components: { A: text, B: integer } }
  )
  itSaysOfSchemas(
    'a reference that leads nowhere',
    ref('None'),
    text,
    [
      'may-break type-narrowed: is of type string, before any type',
      'compatible reference-resolved: refers to what is not in the document, and is not compared'
    ],
    [
      'may-break reference-unresolved: refers to what is not in the document, and is not compared',
      'compatible type-widened: is of any type, before string'
    ]
  )
  itSaysOfSchemas('the same reference that leads nowhere', { $ref: 'other.json#/Item' }, { $ref: 'other.json#/Item' })
  it('a reference to itself comes to an end', () => {
    const loop = { components: { schemas: { Loop: ref('Loop') } } }
    expect(changesOf(sent(ref('Loop'), loop), sent(ref('Loop'), loop))).to.deep.equal([])
    expect(changesOf(sent(ref('Loop'), loop), sent(text)).map(({ rule }) => rule)).to.deep.equal([
      'request-type-narrowed'
    ])
  })

  it('names are those of JSON Pointers', () => {
    const document = (type: Json) =>
      sent({ $ref: '#/components/schemas/a~1b~0c%20d' }, { components: { schemas: { 'a/b~c d': type } } })
    expect(changesOf(document(text), document(integer)).map(({ rule }) => rule)).to.deep.equal(['request-type-changed'])
  })
})

describe('a comparison of schemas that lead to each other', () => {
  /** Schemas by what their properties refer to; of those in `changed` a text has become a number. */
  function graph(edges: Readonly<Record<string, string>>, changed: string): Json {
    const of = (name: string, to: string) => {
      return object({
        ...Object.fromEntries([...to].map((each) => [each.toLowerCase(), ref(each)])),
        own: changed === name ? integer : text
      })
    }
    return {
      components: { schemas: Object.fromEntries(Object.entries(edges).map(([name, to]) => [name, of(name, to)])) }
    }
  }

  /** Which schemas a schema leads to, itself included. */
  function reached(edges: Readonly<Record<string, string>>, from: string, known = new Set<string>()): Set<string> {
    if (!known.has(from)) {
      known.add(from)
      for (const to of edges[from] ?? '') reached(edges, to, known)
    }
    return known
  }

  for (const [title, edges] of Object.entries<Readonly<Record<string, string>>>({
    'a circle': { X: 'Y', Y: 'Z', Z: 'X' },
    'a circle that leads to another': { X: 'YZ', Y: 'XZ', Z: 'Z' },
    'a longer way first': { X: 'WY', W: 'Y', Y: 'X' },
    'two circles in turn': { X: 'Y', Y: 'XZ', Z: 'W', W: 'ZV', V: '' },
    'two ways to a circle': { X: 'YW', Y: 'Z', Z: 'Y', W: 'VZ', V: 'X' }
  }))
    it(`finds a change wherever an operation leads to it, and only there: ${title}`, () => {
      const names = Object.keys(edges)
      for (const order of [names, [...names].reverse()])
        for (const changed of names) {
          // What was found of one operation is known of the next.
          const document = (which: string) => ({
            ...received({}, graph(edges, which)),
            paths: Object.fromEntries(
              order.map((name) => [
                `/${name}`,
                { post: { requestBody: { content: { 'application/json': { schema: ref(name) } } } } }
              ])
            )
          })
          const broken = changesOf(document(''), document(changed)).filter(({ level }) => level === 'breaking')
          const leading = order.filter((name) => reached(edges, name).has(changed)).map((name) => `POST /${name}`)
          expect([...new Set(broken.map(({ operation }) => operation))], changed).to.deep.equal(leading)
        }
    })

  it('comes to an end where a schema extends one that refers to itself', () => {
    const document = (type: Json) =>
      received(ref('Root'), {
        components: {
          schemas: {
            Base: { properties: { up: ref('Base') } },
            Root: { allOf: [ref('Base'), { properties: { up: ref('Root'), name: type } }] }
          }
        }
      })
    const changes = changesOf(document(text), document(integer))
    expect(changes.map(({ message }) => message)).to.deep.equal([
      'The 200 response (application/json): `name` is of type integer, before string'
    ])
  })
})
