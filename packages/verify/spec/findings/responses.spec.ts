import { expect } from 'chai'
import { bare, json, problem, type Responded } from '../support/services.js'
import { PROBLEM, things } from '../support/things.js'
import { expectFindings, expectSound, found, theFinding, verified } from '../support/verified.js'

const ok = (body: unknown, headers = {}): Responded => ({ status: 200, body, headers })
const typed = (type: string, body: string): Responded => ({ status: 200, body, headers: { 'content-type': type } })

/** What a service responds to the valid id 1, and what verify finds. */
const MISTAKES: readonly (readonly [what: string, response: Responded, found: readonly string[]])[] = [
  ['responds with a status that is not in the document', { status: 202 }, ['undocumented-status things 202']],
  ['responds with an error that is not in the document', problem(404), ['undocumented-status things 404']],
  [
    'calls a valid request unprocessable',
    problem(422),
    ['refused-valid things 422 No', 'undocumented-status things 422']
  ],
  ['responds in another media type', typed('text/html', '<p>'), ['undocumented-media-type things 200 text/html']],
  ['responds without a media type', typed('', '{"id":1}'), ['undocumented-media-type things 200']],
  ['responds with a wrong type', ok({ id: '1' }), ['broken-response things 200 id type']],
  ['responds with null', ok(null), ['broken-response things 200  type']],
  ['leaves out a required property', ok({}), ['broken-response things 200  required']],
  [
    'responds with a property that is not in the document',
    ok({ id: 1, hash: 'x' }),
    ['undocumented-property things 200  unevaluatedProperties']
  ],
  ['responds without a body where one is documented', { status: 200 }, ['broken-response things 200 empty']],
  ['responds with broken JSON', typed('application/json', '{"id":'), ['broken-response things 200 json']],
  [
    'responds with bytes that are no UTF-8',
    {
      ...typed('application/json', ''),
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x2c, 0x22, 0x69, 0x64, 0x22, 0x3a, 0x31, 0x7d])
    },
    ['misleading-header things 200 charset', 'undocumented-property things 200  unevaluatedProperties']
  ],
  [
    'sends another length than the body has',
    ok({ id: 1 }, { 'content-length': '5' }),
    ['broken-response things 200 content-length']
  ],
  [
    'sends a body that is not in its content coding',
    ok({ id: 1 }, { 'content-encoding': 'gzip' }),
    ['broken-response things 200 content-encoding']
  ],
  [
    'sends a Location that is no URI',
    ok({ id: 1 }, { location: '/a note' }),
    ['misleading-header things 200 location']
  ],
  [
    'names a charset that does not exist',
    { ...ok({ id: 1 }), headers: { 'content-type': 'application/json; charset=utf-99' } },
    ['misleading-header things 200 charset']
  ],
  ['is too large', problem(413), ['undocumented-limit things 413']],
  ['has a limit that is not in the document', problem(429), ['undocumented-limit things 429']]
]

/** What a service responds to a request without an id. */
const PROBLEMS: readonly (readonly [what: string, body: unknown, found: readonly string[]])[] = [
  ['has another status', { title: 'x', status: 200 }, ["broken-problem things the problem's status is 200, not 400"]],
  ['has an empty title', { title: '', status: 400 }, ["broken-problem things the problem's title is not a text"]],
  [
    'has a title that is no text',
    { title: 5, status: 400 },
    ["broken-problem things the problem's title is not a text"]
  ],
  [
    'has a type that is no text',
    { type: 5, title: 'x', status: 400 },
    ["broken-problem things the problem's type is not a text"]
  ],
  [
    'has a detail that is no text',
    { title: 'x', status: 400, detail: [] },
    ["broken-problem things the problem's detail is not a text"]
  ],
  [
    'is not an object',
    [],
    ['broken-problem things the problem is not a JSON object', 'broken-response things 400  type']
  ]
]

const TRACES: readonly (readonly [language: string, text: string])[] = [
  ['Node', 'Error: no table\n    at query (/srv/app/dist/db.js:12:34)\n    at next (node:internal/process:1:2)'],
  ['Python', 'Traceback (most recent call last):\n  File "/srv/app.py", line 3, in <module>'],
  ['Java', 'java.lang.NullPointerException\n\tat com.example.Items.find(Items.java:42)'],
  ['.NET', 'System.Exception: no\n   at Shop.Items.Find(Int32 id) in /src/Items.cs:line 42'],
  ['Go', 'panic: no\n\ngoroutine 1 [running]:\nmain.main()'],
  ['Ruby', "/srv/app/items.rb:42:in `find'"],
  ['PHP', '#0 /srv/app/items.php(42): find()']
]

describe('verify compares a response with the document, and finds that a service', () => {
  for (const [what, response, expected] of MISTAKES) {
    it(what, () =>
      expectFindings(
        things((id, right) => (id === '1' ? response : right())),
        expected
      )
    )
  }

  it('sends a body where none is documented', async () => {
    await expectFindings(things(undefined, { responses: { ...bare(200), 400: PROBLEM } }), [
      'undocumented-media-type things 200 application/json'
    ])
  })

  it('responds otherwise than `default` says', async () => {
    const responses = { default: json({ type: 'string' }) }
    await expectFindings(
      things((_, right) => right(), { responses }),
      ['broken-response things 200  type', 'undocumented-media-type things 400 application/problem+json']
    )
  })

  it('shows a property that is only for requests', async () => {
    const properties = { id: { type: 'integer' }, password: { type: 'string', writeOnly: true } }
    const responses = { 200: json({ type: 'object', properties }), 400: PROBLEM }
    await expectFindings(
      things((id, right) => (id === '1' ? ok({ id: 1, password: 'x' }) : right()), { responses }),
      ['write-only-property things 200 password false schema']
    )
  })

  it('responds with text that is too long, or bytes that are too many', async () => {
    const content = {
      'text/plain': { schema: { type: 'string', maxLength: 3 } },
      'application/octet-stream': { schema: { type: 'string', format: 'binary', maxLength: 3 } }
    }
    const responses = { 200: { description: '', content }, 400: PROBLEM }
    const service = things(
      (id, right) => {
        if (id === '1') return typed('text/plain', 'abcd')
        if (id === '99') return typed('application/octet-stream', 'abcd')
        return right().status === 200 ? typed('text/plain', 'äbc') : right()
      },
      { responses }
    )
    await expectFindings(service, ['broken-response things 200  maxLength'])
  })

  for (const [what, body, expected] of PROBLEMS) {
    it(`sends a problem that ${what}`, async () => {
      const wrong = { ...problem(400), body: JSON.stringify(body) }
      await expectFindings(
        things((id, right) => (id === null ? wrong : right())),
        expected
      )
    })
  }

  for (const [what, csv, isRight] of [
    ['is well-formed', 'id,name\r\n1,"a, ""b"""\r\n', true],
    ['has no end of the last line', 'id,name\n1,a', true],
    ['has a record with more fields', 'id,name\n1,a,b\n', false],
    ['has a quote that is not closed', 'id,name\n1,"a\n', false]
  ] as const) {
    it(`sends CSV that ${what}`, async () => {
      const responses = {
        200: { description: '', content: { 'text/csv': { schema: { type: 'string' } } } },
        400: PROBLEM
      }
      const service = things((_, right) => (right().status === 200 ? typed('text/csv', csv) : right()), { responses })
      expect(await found(service)).to.deep.equal(isRight ? [] : ['broken-csv things 200'])
    })
  }

  for (const [language, trace] of TRACES) {
    it(`shows a stack trace of ${language}`, async () => {
      const service = things((id, right) =>
        id === '0' ? { ...problem(400), body: JSON.stringify({ title: 'No', status: 400, detail: trace }) } : right()
      )
      expect(await found(service)).to.deep.equal(['leaked-internals things stack trace'])
    })
  }

  it('says nothing of a text that only looks like one', async () => {
    const detail = 'at most 5 items, look at /docs/items.html:1 and at Items.java'
    await expectSound(
      things((_, right) =>
        right().status === 400
          ? { ...problem(400), body: JSON.stringify({ title: 'No', status: 400, detail }) }
          : right()
      )
    )
  })
})

describe('verify takes for right', () => {
  it('any response where the document declares none', async () => {
    const responses = { default: { description: 'any', content: { '*/*': {} } } }
    const service = things((id, right) => (right().status === 400 ? right() : typed('text/plain', `${id}`)), {
      responses
    })
    await expectSound(service)
  })

  it('a status of the class that the document has', async () => {
    const responses = { '2XX': json({ type: 'object' }), '4XX': PROBLEM }
    await expectSound(things(undefined, { responses }))
  })

  it('a more general media type, and a parameter of it', async () => {
    const responses = {
      200: { description: '', content: { 'application/*': { schema: { type: 'object' } } } },
      400: PROBLEM
    }
    const service = things(
      (_, right) => {
        const { status, body } = right()
        return status === 200
          ? { status, body: JSON.stringify(body), headers: { 'content-type': 'application/json; charset=utf-8' } }
          : right()
      },
      { responses }
    )
    await expectSound(service)
  })

  it('members of a problem that the document does not name', async () => {
    const schema = { type: 'object', properties: { title: { type: 'string' } } }
    const responses = {
      200: json({ type: 'object' }),
      400: { description: '', content: { 'application/problem+json': { schema } } }
    }
    await expectSound(things(undefined, { responses }))
  })
})

describe('verify shows a finding', () => {
  it('with the request, what the document says, and what the service responded', async () => {
    const report = await verified(things((id, right) => (id === '1' ? ok({ id: '1' }) : right())))
    const { foundBy: _, count, ...finding } = theFinding(report, 'broken-response')
    expect(finding).to.deep.equal({
      kind: 'broken-response',
      level: 'disagreement',
      operation: 'things',
      what: '200 id type',
      isAccepted: false,
      curl: "curl -i -g --path-as-is 'http://localhost:8080/things?id=1'",
      document: "'id' must be integer",
      response: { status: 200, contentType: 'application/json', body: '{"id":"1"}' }
    })
    expect(count).to.be.above(1)
  })

  it('once for each cause, however many requests show it', async () => {
    expect(await found(things((_, right) => (right().status === 200 ? ok({ id: 'x' }) : right())))).to.deep.equal([
      'broken-response things 200 id type'
    ])
  })
})
