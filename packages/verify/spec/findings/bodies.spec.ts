import { expect } from 'chai'
import { type Asked, bare, handmade, json, mistaken, openApi, problem, typeOf } from '../support/services.js'
import { sound } from '../support/sound.js'
import { expectFindings, expectSound, found, theFinding, verified } from '../support/verified.js'

const documentOf = (schema: object, content: object = { 'application/json': { schema } }) =>
  openApi({
    '/data': { post: { operationId: 'add', requestBody: { required: true, content }, responses: bare(204, 400) } }
  })

/** A service that documents one schema of its body, and checks another. */
const checking = (published: object, checked: object) => {
  return { ...sound(documentOf(checked), { add: () => ({ status: 204 }) }), document: documentOf(published) }
}

const documentOfEach = (schemas: readonly object[]) => {
  const paths = schemas.map((schema, index) => {
    const requestBody = { required: true, content: { 'application/json': { schema } } }
    return [`/data${index}`, { post: { operationId: `add${index}`, requestBody, responses: bare(204, 400) } }]
  })
  return openApi(Object.fromEntries(paths))
}

/** The same with an operation for each schema. */
const checkingEach = (published: readonly object[], checked: readonly object[]) => {
  const handlers = Object.fromEntries(checked.map((_, index) => [`add${index}`, () => ({ status: 204 })]))
  return { ...sound(documentOfEach(checked), handlers), document: documentOfEach(published) }
}

const value = (v: object, more: object = {}) => ({ type: 'object', required: ['v'], properties: { v }, ...more })
const INTEGER = { type: 'integer' }
const TEXT = { type: 'string' }
const BOUNDED = { type: 'integer', minimum: 0, maximum: 99 }

/** Two schemas that differ in one keyword: each value of the first is one of the second. */
const SCHEMAS: readonly (readonly [keyword: string, strict: object, loose: object])[] = [
  ['type', value(INTEGER), value({ type: 'number' })],
  ['type', value(INTEGER), value({ type: ['integer', 'string'] })],
  ['type', value({ type: 'boolean' }), value({ type: ['boolean', 'string'] })],
  ['type', value(TEXT), value({ type: ['string', 'null'] })],
  ['type', value(TEXT), value({ type: ['string', 'number'] })],
  ['type', value({ type: 'array', items: INTEGER }), value({ type: ['array', 'integer'], items: INTEGER })],
  ['required', value(INTEGER), { type: 'object', properties: { v: INTEGER } }],
  ['enum', value({ enum: ['a', 'b'] }), value({ enum: ['a', 'b', 'A', 'B'] })],
  ['const', value({ const: 'a' }), value({ enum: ['a', 'A'] })],
  ['minimum', value({ ...INTEGER, minimum: 3 }), value({ ...INTEGER, minimum: 2 })],
  ['maximum', value({ ...INTEGER, maximum: 3 }), value({ ...INTEGER, maximum: 4 })],
  ['exclusiveMinimum', value({ ...INTEGER, exclusiveMinimum: 3 }), value({ ...INTEGER, minimum: 3 })],
  ['exclusiveMaximum', value({ ...INTEGER, exclusiveMaximum: 3 }), value({ ...INTEGER, maximum: 3 })],
  [
    'multipleOf',
    value({ type: 'number', maximum: 9, minimum: 0, multipleOf: 0.5 }),
    value({ type: 'number', maximum: 9, minimum: 0, multipleOf: 0.25 })
  ],
  ['minLength', value({ ...TEXT, minLength: 3 }), value({ ...TEXT, minLength: 2 })],
  ['maxLength', value({ ...TEXT, maxLength: 3 }), value({ ...TEXT, maxLength: 4 })],
  ['pattern', value({ ...TEXT, pattern: '^[a-z]+$' }), value({ ...TEXT, pattern: '^[a-z]+' })],
  ['format', value({ ...TEXT, format: 'date' }), value({ ...TEXT, pattern: '^\\d{4}-\\d\\d-\\d\\d$' })],
  ['format', value({ ...TEXT, format: 'uuid' }), value({ ...TEXT, minLength: 1 })],
  ['format', value({ ...TEXT, format: 'date-time' }), value({ ...TEXT, pattern: '^\\d{4}-\\d\\d-\\d\\d' })],
  ['format', value({ ...TEXT, format: 'email' }), value({ ...TEXT, minLength: 1 })],
  [
    'minItems',
    value({ type: 'array', items: INTEGER, minItems: 2 }),
    value({ type: 'array', items: INTEGER, minItems: 1 })
  ],
  [
    'maxItems',
    value({ type: 'array', items: INTEGER, maxItems: 2 }),
    value({ type: 'array', items: INTEGER, maxItems: 3 })
  ],
  [
    'uniqueItems',
    value({ type: 'array', items: INTEGER, uniqueItems: true }),
    value({ type: 'array', items: INTEGER })
  ],
  ['items', value({ type: 'array', items: INTEGER }), value({ type: 'array', items: { type: ['integer', 'null'] } })],
  [
    'prefixItems',
    value({ type: 'array', prefixItems: [INTEGER, TEXT], minItems: 2, items: false }),
    value({ type: 'array', prefixItems: [INTEGER, {}], minItems: 2, items: false })
  ],
  [
    'minProperties',
    { type: 'object', additionalProperties: INTEGER, minProperties: 2 },
    { type: 'object', additionalProperties: INTEGER, minProperties: 1 }
  ],
  [
    'maxProperties',
    { type: 'object', additionalProperties: INTEGER, maxProperties: 2 },
    { type: 'object', additionalProperties: INTEGER, maxProperties: 3 }
  ],
  ['additionalProperties', value(INTEGER, { additionalProperties: false }), value(INTEGER)],
  [
    'additionalProperties',
    { type: 'object', additionalProperties: INTEGER },
    { type: 'object', additionalProperties: { type: 'number' } }
  ],
  [
    'oneOf',
    value({ ...BOUNDED, oneOf: [{ minimum: 5 }, { multipleOf: 2 }] }),
    value({ ...BOUNDED, anyOf: [{ minimum: 5 }, { multipleOf: 2 }] })
  ],
  ['anyOf', value({ anyOf: [INTEGER, { type: 'boolean' }] }), value({ anyOf: [INTEGER, { type: 'boolean' }, TEXT] })],
  [
    'allOf',
    value({ allOf: [{ ...INTEGER, minimum: 3 }, { maximum: 9 }] }),
    value({ allOf: [{ ...INTEGER, minimum: 3 }] })
  ],
  ['not', value({ ...INTEGER, not: { const: 0 } }), value(INTEGER)],
  ['a property below', value({ ...value(INTEGER) }), value({ ...value({ type: 'number' }) })]
]

describe('verify compares what a service does with a body of JSON and what its document says', () => {
  const [strictest, loosest] = [SCHEMAS.map(([, strict]) => strict), SCHEMAS.map(([, , loose]) => loose)]
  let accepted: readonly string[]
  let refused: readonly string[]
  before(async () => {
    accepted = await found(checkingEach(strictest, loosest))
    refused = await found(checkingEach(loosest, strictest))
  })
  const ofOperation = (lines: readonly string[], id: string) => lines.filter((line) => line.split(' ')[1] === id)

  it('and finds nothing where they are the same', async () => {
    expect(await found(checkingEach(strictest, strictest))).to.deep.equal([])
    expect(await found(checkingEach(loosest, loosest))).to.deep.equal([])
  })

  for (const [index, [keyword]] of SCHEMAS.entries()) {
    it(`by ${keyword} (${index + 1})`, () => {
      const own = ofOperation(accepted, `add${index}`)
      expect(own.length).to.be.above(0)
      expect(own.filter((line) => !/^accepted-(?:invalid|unusual) \S+ body/.test(line))).to.deep.equal([])
      expect(ofOperation(refused, `add${index}`)).to.deep.equal([`refused-valid add${index} 400`])
    })
  }

  it('and shows the smallest body that the service wrongly accepts, or rejects', async () => {
    const strict = {
      ...value({ ...TEXT, minLength: 2, maxLength: 40 }),
      properties: { v: { ...TEXT, minLength: 2, maxLength: 40 }, note: TEXT }
    }
    const loose = { ...strict, properties: { v: { ...TEXT, minLength: 1, maxLength: 40 }, note: TEXT } }
    const accepted = theFinding(await verified(checking(strict, loose)), 'accepted-invalid')
    const command = "curl -i -g --path-as-is -X POST -H 'content-type: application/json' --data-binary"
    const smallest = (curl: string) => curl.replace(/"v":"[a-z0-9]"/, '"v":"a"')
    expect(smallest(accepted.curl)).to.equal(`${command} '{"v":"a"}' http://localhost:8080/data`)
    expect(accepted.document).to.equal("body 'v': must NOT have fewer than 2 characters")
    expect(accepted.what).to.equal('body v minLength')
    const rejected = theFinding(await verified(checking(loose, strict)), 'refused-valid')
    expect(smallest(rejected.curl)).to.equal(`${command} '{"v":"a"}' http://localhost:8080/data`)
    expect(rejected.document).to.equal('the request is valid under the document')
  })

  it('and finds that lengths are counted in UTF-16', async () => {
    const schema = value({ ...TEXT, maxLength: 3 })
    const service = mistaken(checking(schema, schema), ({ body }, right) => {
      const { v = '' } = /"v":"/.test(body.toString()) ? (parsed(body) as { v?: string }) : {}
      return v.length > 3 ? { status: 400 } : right()
    })
    await expectFindings(service, ['refused-valid add 400'])
  })

  it('and finds that a body is only looked at in part', async () => {
    const service = handmade(documentOf(value(INTEGER)), (asked) => {
      if (asked.path !== '/data') return problem(404)
      if (asked.method !== 'POST') return problem(405, { allow: 'POST' })
      return typeof (parsed(asked.body) as { v?: unknown })?.v === 'number' ? { status: 204 } : { status: 400 }
    })
    await expectFindings(service, ['accepted-invalid add body v type', 'accepted-invalid add content-type  content'])
  })

  it('and finds that it is not read at all', async () => {
    const service = handmade(documentOf(value(INTEGER)), ({ method, path }) => {
      if (path !== '/data') return problem(404)
      return method === 'POST' ? { status: 204 } : problem(405, { allow: 'POST' })
    })
    await expectFindings(service, [
      'accepted-invalid add body  json',
      'accepted-invalid add body  required',
      'accepted-invalid add body  type',
      'accepted-invalid add body v type',
      'accepted-invalid add content-type  content',
      'accepted-unusual add body  utf8'
    ])
  })
})

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** A service that reads a wrong request as if it were another one. */
const misreading = (change: (asked: Asked) => Asked | undefined) => {
  const schema = value(INTEGER)
  const service = checking(schema, schema)
  return {
    ...service,
    inject: async (request: Parameters<typeof service.inject>[0]) => {
      const { method, url: path, headers, body } = request
      const asked: Asked = {
        method,
        path,
        query: new URLSearchParams(),
        search: '',
        headers,
        body: Buffer.from(body ?? '')
      }
      const changed = change(asked)
      return service.inject(
        changed === undefined ? request : { ...request, headers: changed.headers, body: changed.body }
      )
    }
  }
}

describe('verify sends bodies in other forms, and finds that a service', () => {
  it('reads a body of any media type as JSON', async () => {
    const service = misreading((asked) => ({
      ...asked,
      headers: { ...asked.headers, 'content-type': 'application/json' }
    }))
    await expectFindings(service, ['accepted-invalid add content-type  content'])
  })

  it('takes an empty body for an empty object', async () => {
    const schema = { type: 'object', properties: { v: INTEGER } }
    const service = checking(schema, schema)
    await expectSound(service)
    const lenient = mistaken(service, (asked, right) =>
      asked.method === 'POST' && asked.path === '/data' && asked.body.length === 0 ? { status: 204 } : right()
    )
    await expectFindings(lenient, ['accepted-invalid add body  required'])
  })

  it('reads only the first item of a list', async () => {
    const service = misreading((asked) => {
      const list = parsed(asked.body)
      return Array.isArray(list) && list.length > 0
        ? { ...asked, body: Buffer.from(JSON.stringify(list[0])) }
        : undefined
    })
    await expectFindings(service, ['accepted-invalid add body  type'])
  })

  it('accepts a body where it is required to be, but only with another media type', async () => {
    const content = {
      'application/json': { schema: value(INTEGER) },
      'application/merge-patch+json': { schema: value(INTEGER) }
    }
    const document = documentOf({}, content)
    const both = sound(document, { add: () => ({ status: 204 }) })
    await expectSound(both)
    const one = mistaken(both, (asked, right) =>
      typeOf(asked).includes('merge') && asked.method === 'POST' ? { status: 415 } : right()
    )
    await expectFindings(one, ['refused-valid add 415', 'undocumented-limit add 415'])
  })

  it('has a limit on the size of bodies that the document does not mention', async () => {
    const schema = value({ ...TEXT, maxLength: 3000 })
    const service = mistaken(checking(schema, schema), (asked, right) =>
      asked.body.length > 2000 ? { status: 413 } : right()
    )
    await expectFindings(service, ['undocumented-limit add 413'])
  })
})

describe('verify lets a body be', () => {
  it('that the document calls unchecked, and says so', async () => {
    const document = documentOf(value(INTEGER)) as { paths: Record<string, { post: { requestBody: object } }> }
    Object.assign((document.paths['/data'] as { post: { requestBody: object } }).post.requestBody, {
      'x-unchecked': true
    })
    const service = handmade(document, ({ method, path }) => {
      if (path !== '/data') return problem(404)
      return method === 'POST' ? { status: 204 } : problem(405, { allow: 'POST' })
    })
    const report = await verified(service)
    expect([report.ok, report.disagreements]).to.deep.equal([true, []])
    expect(report.unproved.map(({ operation, isAllowed }) => [operation, isAllowed])).to.deep.equal([['add', true]])
  })

  it('where the document describes none', async () => {
    const document = openApi({ '/data': { post: { operationId: 'add', responses: { 200: json({}) } } } })
    const service = handmade(document, ({ method, path, body }) => {
      if (path !== '/data') return problem(404)
      return method === 'POST' ? { status: body.length > 0 ? 400 : 200, body: {} } : problem(405, { allow: 'POST' })
    })
    expect((await found(service)).filter((line) => !line.startsWith('undocumented-status'))).to.deep.equal([])
  })
})
