import { expectListed } from '../../../../spec/support/listed.js'
import { published } from '../../../../spec/support/published.js'
import { settled, shown } from '../../../../spec/support/whole-list.js'
import type { PublishedOperation } from '../../src/document/published-document.js'
import { RequestMaker } from '../../src/requests/request-maker.js'
import type { RequestParts } from '../../src/requests/request-parts.js'
import { Play } from '../../src/resources/play.js'
import { isSuccess, ResourceCalls } from '../../src/resources/resource-calls.js'
import { type Resource, resourcesOf } from '../../src/resources/resources.js'
import type { TrialStep } from '../../src/session/attempt.js'
import { drawWith } from '../../src/values/draw.js'
import { NoResponse } from '../../src/wire/target.js'
import { type Answer, Answers, partsOf } from './answers.js'

const LIST = 'verify/resources/calls-list.txt'

const STRING = { type: 'string' }
const INTEGER = { type: 'integer' }
const OK = { 200: { description: 'It' } }
const json = (schema: object) => ({ 'application/json': { schema } })
const body = (schema: object, required = true) => ({ requestBody: { required, content: json(schema) } })
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', required, properties })

async function callsOf(paths: object) {
  const { document, maker, libraries } = await published(paths, {}, '3.1.0')
  const resources = resourcesOf(document.operations)
  const calls = new ResourceCalls(resources, new RequestMaker(maker), maker)
  const named = (id: string) => document.operations.find((one) => one.id === id) as PublishedOperation
  const resource = (name: string) => resources.find((one) => one.name === name) as Resource
  /** What work with a play comes to, with the requests that it sent. */
  const played = async (
    answer: (line: string, time: number) => Answer,
    work: (play: Play) => Promise<unknown>,
    known?: Map<string, unknown>
  ) => {
    const answers = new Answers(answer)
    const result = await drawWith(libraries.fastCheck, 1, (draw) =>
      settled(() => work(new Play(answers.session, draw, known)))
    )
    return `${result}; ${answers.sent.map((line) => line.replace('content-type: application/json ', '')).join(', ')}`
  }
  return { calls, named, resource, resources, played, document }
}

const jsonBody = (value: unknown): Partial<RequestParts> => ({
  contentType: 'application/json',
  body: { kind: 'json', value }
})

function readStep(value: unknown, headers: Record<string, string> = {}): TrialStep {
  const response =
    value === undefined ? new NoResponse('cut') : { status: 200, headers, body: Buffer.from(JSON.stringify(value)) }
  return { response } as unknown as TrialStep
}

describe('The requests of resources', () => {
  it('have the preconditions and bodies that calls-list.txt says', async () => {
    const lines: string[] = []
    const places = [
      ['header', 'If-Match'],
      ['header', 'if-match'],
      ['header', 'If-Matches'],
      ['cookie', 'If-Match'],
      ['query', 'If-Match']
    ]
    const { calls, named } = await callsOf({
      ...Object.fromEntries(
        places.map(([place, name], at) => [
          `/${at}`,
          {
            put: {
              operationId: `${place} ${name} ${at}`,
              parameters: [{ in: place, name, schema: STRING }],
              responses: OK
            }
          }
        ])
      ),
      '/needed': { put: { operationId: 'needed', ...body(object({ a: STRING, b: INTEGER }, ['a'])), responses: OK } },
      '/optional': { put: { operationId: 'optional', ...body(object({ a: STRING }), false), responses: OK } },
      '/free': { put: { operationId: 'free', responses: OK } },
      '/text': {
        put: { operationId: 'text', requestBody: { content: { 'text/plain': { schema: STRING } } }, responses: OK }
      }
    })
    for (const [at, [place, name]] of places.entries()) {
      const operation = named(`${place} ${name} ${at}`)
      for (const headers of [{}, { etag: '"new"' }] as Record<string, string>[]) {
        const request = partsOf(operation, {
          headers: [
            ['If-Match', '"old"'],
            ['other', 'x']
          ]
        })
        lines.push(
          `${place} ${name} ${shown(headers)}: ${shown(calls.withPreconditions(request, readStep({}, headers)).headers)}`
        )
      }
    }
    const withoutResponse = calls.withPreconditions(
      partsOf(named('header If-Match 0'), { headers: [['if-match', '"old"']] }),
      readStep(undefined)
    )
    lines.push(`no response: ${shown(withoutResponse.headers)}`)
    const bodies: readonly (readonly [sent: unknown, read: unknown])[] = [
      ...['version', 'Version', 'revision', 'etag', 'rev', '_rev', 'versions', 'xrev'].map(
        (name) => [{ [name]: 1, a: 1 }, { [name]: 7 }] as const
      ),
      [{ version: 1 }, {}],
      [{ version: 1 }, null],
      [{ version: 1 }, [1]],
      [[1], { version: 7 }],
      ['text', { version: 7 }],
      [{ a: 1 }, { version: 7 }],
      [
        { version: 1, etag: 2 },
        { version: 7, etag: 8 }
      ]
    ]
    for (const [sent, read] of bodies) {
      const { body: changed } = calls.withPreconditions(partsOf(named('free'), jsonBody(sent)), readStep(read))
      lines.push(`${shown(sent)} after ${shown(read)}: ${shown(changed)}`)
    }
    lines.push(
      `a text: ${shown(calls.withPreconditions(partsOf(named('free'), { body: { kind: 'text', text: 'version' } }), readStep({ version: 7 })).body)}`
    )
    const sent: readonly Partial<RequestParts>[] = [
      {},
      ...[{ a: 'x' }, { a: 'x', b: 1 }, { b: 1 }, {}, { a: 5 }, 'x', null, [1]].map(jsonBody),
      { body: { kind: 'text', text: '{}' } }
    ]
    for (const name of ['needed', 'optional', 'free', 'text']) {
      for (const each of sent) {
        const request = partsOf(named(name), each)
        lines.push(
          `${name} ${shown(each.body)}: ${calls.hasValidBody(request) ? 'valid' : 'not valid'}, least ${shown(calls.withLeast(request)?.body)}`
        )
      }
    }
    for (const [status, verdict] of [
      [199, 'valid'],
      [200, 'valid'],
      [299, 'valid'],
      [300, 'valid'],
      [200, 'invalid'],
      [200, 'open']
    ] as const)
      lines.push(
        `${status} ${verdict}: ${isSuccess({ response: { status }, verdict: { kind: verdict } } as unknown as TrialStep)}`
      )
    expectListed(LIST, 'preconditions and bodies', lines)
  })

  it('have the schemas of JSON that calls-list.txt says', async () => {
    const contents: Readonly<Record<string, object>> = {
      none: {},
      json: json(INTEGER),
      'json and text': { 'text/plain': { schema: STRING }, ...json(INTEGER) },
      'another json': { 'application/x+json': { schema: STRING } },
      'json last': { 'application/x+json': { schema: STRING }, ...json(INTEGER) },
      'without a schema': { 'application/json': {}, 'application/x+json': { schema: STRING } },
      text: { 'text/plain': { schema: STRING } }
    }
    const lines: string[] = []
    for (const [what, content] of Object.entries(contents)) {
      const { calls, document } = await callsOf({
        '/a': { put: { requestBody: { content }, responses: OK } },
        ...Object.fromEntries(
          ['200', '201', '202', '203', '204', '2XX', 'default'].map((status) => [
            `/${status}`,
            { get: { operationId: status, responses: { [status]: { description: '', content } } } }
          ])
        ),
        '/both': {
          get: {
            operationId: 'both',
            responses: { 200: { description: '', content }, 201: { description: '', content: json({ const: 1 }) } }
          }
        }
      })
      const found = document.operations.map(
        (operation) =>
          `${operation.id} ${shown(operation.method === 'PUT' ? calls.bodySchema(operation) : calls.responseSchema(operation))}`
      )
      lines.push(`${what}: ${found.join(', ')}`)
    }
    expectListed(LIST, 'schemas', lines)
  })

  it('create and find resources as calls-list.txt says', async () => {
    const lines: string[] = []
    const item = object({ id: INTEGER, name: STRING }, ['id'])
    const paths = (id: object, parameter = 'id', more: object = {}) => ({
      '/items': {
        post: { operationId: 'create', ...body(object({ name: { ...STRING, maxLength: 3 }, id: {} })), responses: OK },
        get: {
          operationId: 'list',
          responses: { 200: { description: '', content: json({ type: 'array', items: item }) } }
        }
      },
      [`/items/{${parameter}}`]: {
        parameters: [{ in: 'path', name: parameter, required: true, schema: id }],
        get: { operationId: 'read', responses: { 200: { description: '', content: json(item) } } },
        ...more
      }
    })
    const numbers = await callsOf(paths({ ...INTEGER, maximum: 99 }))
    const texts = await callsOf(paths({ ...STRING, pattern: '^[a-z]+$' }, 'itemKey'))
    const answers: readonly Answer[] = [
      { status: 201, body: { id: 5 } },
      { status: 201, body: { id: 100 } },
      { status: 201, body: { id: 'abc' } },
      { status: 201, body: { id: '7' } },
      { status: 201, body: { itemKey: 'key', id: 'no' } },
      { status: 201, body: {}, headers: { location: '/items/8' } },
      { status: 201, body: {}, headers: { location: 'abc' } },
      { status: 201, body: { id: 100 }, headers: { location: '/items/9' } },
      { status: 201, body: {}, headers: { location: '/items/100' } },
      { status: 201, body: {}, headers: { location: '/others/9/8' } },
      { status: 201, body: { data: { id: 6 } } },
      { status: 201, body: {} },
      { status: 200, body: { id: 5 } },
      { status: 202, body: { id: 5 } },
      { status: 204 },
      { status: 301, body: { id: 5 } },
      { status: 400 },
      { status: 201, body: { id: 5 }, verdict: 'invalid' }
    ]
    for (const [what, { calls, resource, played }] of Object.entries({ numbers, texts })) {
      for (const answer of answers) {
        lines.push(
          `${what} ${shown(answer)}: ${await played(
            () => answer,
            async (play) =>
              (await calls.create(play, resource('item'), 'it')).path.map(
                ({ text, from, path }) => `${text} ${from === undefined ? 'made' : path}`
              )
          )}`
        )
      }
    }
    const { calls, resource, played } = numbers
    const inTurn =
      (...statuses: readonly number[]) =>
      (_: string, time: number): Answer => ({ status: statuses[time] ?? 201, body: { id: 5 } })
    for (const statuses of [[400], [400, 409], [400, 409, 500], [400, 400, 400, 400]]) {
      lines.push(
        `after ${statuses}: ${await played(inTurn(...statuses), async (play) => {
          const known = await calls.create(play, resource('item'), 'it')
          return [known.sent, known.trail.length, [...play.decisions.keys()]]
        })}`
      )
    }
    const wishes = [
      { style: 'minimal' },
      { style: 'empty' },
      { having: { name: 'own' } },
      { having: { name: 'much too long' } },
      { parent: { path: [], trail: [] } }
    ] as const
    for (const wish of wishes)
      lines.push(
        `wish ${shown(wish)}: ${await played(inTurn(), async (play) => (await calls.create(play, resource('item'), 'it', wish)).sent)}`
      )
    const replay = new Map<string, unknown>([['it 2', partsOf(numbers.named('create'), jsonBody({ name: 'old' }))]])
    lines.push(
      `again: ${await played(inTurn(), async (play) => (await calls.create(play, resource('item'), 'it')).sent, replay)}`
    )
    lines.push(
      `again, with nothing known: ${await played(inTurn(), (play) => calls.create(play, resource('item'), 'it'), new Map())}`
    )

    const found: Readonly<Record<string, (line: string) => Answer>> = {
      'what is created': () => ({ status: 201, body: { id: 5 } }),
      'the first of the list': (line) =>
        line.startsWith('POST') ? { status: 403 } : { status: 200, body: [{ id: 6 }, { id: 7 }] },
      'none of the list': (line) => (line.startsWith('POST') ? { status: 403 } : { status: 200, body: [] }),
      'one without an id': (line) =>
        line.startsWith('POST') ? { status: 403 } : { status: 200, body: [{ name: 'x' }] },
      'no list': (line) => (line.startsWith('POST') ? { status: 403 } : { status: 500 })
    }
    for (const [what, answer] of Object.entries(found)) {
      lines.push(
        `existing, ${what}: ${await played(answer, async (play) => {
          const { path, trail, sent } = await calls.existing(play, resource('item'))
          return [path.map(({ text }) => text), trail.length, sent !== undefined]
        })}`
      )
    }
    const shapes: Readonly<Record<string, object>> = {
      'a setting alone': {
        '/setting': {
          get: { operationId: 'read', responses: OK },
          put: { operationId: 'set', ...body(object({})), responses: OK }
        }
      },
      'what is only removed': {
        '/items/{id}': {
          delete: {
            operationId: 'remove',
            parameters: [{ in: 'path', name: 'id', required: true, schema: { ...INTEGER, minimum: 4, maximum: 4 } }],
            responses: OK
          }
        }
      },
      'what is only listed': {
        '/items': {
          get: {
            operationId: 'list',
            responses: { 200: { description: '', content: json({ type: 'array', items: item }) } }
          }
        }
      },
      'what is below': {
        '/boxes/{boxId}/items': {
          get: {
            operationId: 'list',
            parameters: [{ in: 'path', name: 'boxId', required: true, schema: { ...INTEGER, minimum: 3, maximum: 3 } }],
            responses: { 200: { description: '', content: json({ type: 'array', items: item }) } }
          }
        }
      }
    }
    for (const [what, own] of Object.entries(shapes)) {
      const one = await callsOf(own)
      for (const each of one.resources) {
        const at = async (play: Play) => (await one.calls.existing(play, each)).path.map(({ text }) => text)
        lines.push(`${what}, ${each.name}: ${await one.played(() => ({ status: 200, body: [] }), at)}`)
        lines.push(
          `  its parents: ${await one.played(
            () => ({ status: 200, body: [] }),
            async (play) => (await one.calls.parents(play, each)).path.map(({ text }) => text)
          )}`
        )
        lines.push(
          `  its read: ${await one.played(
            () => ({ status: 200 }),
            async (play) =>
              (
                await one.calls.read(play, {
                  resource: each,
                  path: [{ text: '9' }],
                  trail: [],
                  created: undefined,
                  sent: undefined
                })
              ).request.url
          )}`
        )
        lines.push(
          `  its list: ${await one.played(
            () => ({ status: 200 }),
            async (play) => (await one.calls.list(play, each, { path: [], trail: [] })).request.url
          )}`
        )
      }
    }
    expectListed(LIST, 'creations', lines)
  })

  it('refer to other resources as calls-list.txt says', async () => {
    const names = [
      ...[
        'authorId',
        'author_id',
        'authorIds',
        'author_ids',
        'authorID',
        'authorIDs',
        'mainAuthorId',
        'main_author_id'
      ],
      ...['authorid', 'author', 'authorsId', 'authorIdx', 'id', 'Id', '_id', 'AuthorId', 'AUTHOR_ID', 'author-Id'],
      ...['categoryId', 'categoryIds', 'bookId', 'boxId', 'unknownId', 'settingId', 'coauthorId', 'author2Id']
    ]
    const schemas: Readonly<Record<string, object>> = {
      ...Object.fromEntries(
        names.map((name) => [
          name,
          object({ [name]: /s$/i.test(name) ? { type: 'array', items: INTEGER } : INTEGER, title: STRING })
        ])
      ),
      'a text': object({ authorId: STRING }),
      'that is needed, and has no value': object({ authorId: { type: 'boolean' } }, ['authorId']),
      'that is not needed, and has no value': object({ authorId: { type: 'boolean' } }),
      'a list without items': object({ authorIds: { type: 'array' } }),
      null: object({ authorId: { type: 'null' } }),
      'one object below': object({ by: object({ authorId: INTEGER }) }),
      'a list of objects': object({ by: { type: 'array', items: object({ authorId: INTEGER }), minItems: 1 } }),
      'four objects below': object({ a: object({ b: object({ c: object({ d: object({ authorId: INTEGER }) }) }) }) }),
      'five objects below': object({
        a: object({ b: object({ c: object({ d: object({ e: object({ authorId: INTEGER }) }) }) }) })
      }),
      'a list': { type: 'array', items: object({ authorId: INTEGER }) }
    }
    const creatable = (id: string) => ({
      [`/${id}`]: { post: { operationId: `create ${id}`, ...body(object({ name: STRING })), responses: OK } },
      [`/${id}/{id}`]: {
        get: {
          operationId: `read ${id}`,
          parameters: [{ in: 'path', name: 'id', required: true, schema: INTEGER }],
          responses: OK
        }
      }
    })
    const lines: string[] = []
    for (const [what, schema] of Object.entries(schemas)) {
      const { calls, named, resource, played } = await callsOf({
        ...creatable('authors'),
        ...creatable('categories'),
        '/setting': {
          get: { operationId: 'setting', responses: OK },
          put: { operationId: 'set', ...body(object({})), responses: OK }
        },
        '/books': { post: { operationId: 'create', ...body(schema), responses: OK } },
        '/books/{id}': {
          get: {
            operationId: 'read',
            parameters: [{ in: 'path', name: 'id', required: true, schema: INTEGER }],
            responses: OK
          }
        }
      })
      const targets = [...calls.targetsOf(named('create'))].map(({ name }) => name)
      const values = (one: unknown): unknown => {
        const { type, properties = {}, items } = one as { type?: string; properties?: object; items?: object }
        if (type === 'object')
          return Object.fromEntries(Object.entries(properties).map(([name, own]) => [name, values(own)]))
        if (type === 'array') return items === undefined ? [1] : [values(items), values(items)]
        return type === 'string' ? 'x' : type === 'null' ? null : type === 'boolean' ? true : 1
      }
      const sent = values(schema)
      const answer = (line: string): Answer => ({ status: line.includes('missing') ? 400 : 201, body: { id: 41 } })
      const request = partsOf(named('create'), jsonBody(sent))
      const referring = async (play: Play) =>
        ((await calls.withReferences(play, resource('book'), request)).body as { value?: unknown })?.value
      lines.push(
        `${what}: to ${targets}; ${shown(sent)} → ${(await played(answer, referring)).replace(/"name":"(?:[^"\\]|\\.)*"/g, '"name":…')}`
      )
      if (what === 'authorId' || what.startsWith('that is'))
        lines.push(`  where none can be created: ${(await played(() => ({ status: 400 }), referring)).split(';')[0]}`)
    }
    expectListed(LIST, 'references', lines)
  })
})
