import { expect } from 'chai'
import { Application, apiKeyScheme, bearerScheme, bootstrap, type Context, Field, type Service } from 'fieldstone'
import { mcp } from 'fieldstone-mcp'
import { toolClients } from './client.js'

class Range {
  @Field({ optional: true }) from?: number
  @Field({ optional: true }) to?: number
}

class Form {
  @Field({ optional: true }) a?: string
  @Field(() => [String], { optional: true }) d?: string[]
  @Field({ optional: true }) i?: boolean
}

const SHOWN = [
  'authorization',
  'content-type',
  'cookie',
  'x-list',
  'x-text',
  'x-key',
  'x-other',
  'accept-language',
  'x-request-id'
]

/** What an operation was sent: the target, decoded but for slashes and percent signs, a header of each name that is shown, and the body. */
function echo(ctx: Context): void {
  const headers = SHOWN.flatMap((name) => {
    const value = ctx.requestHeader(name)
    // Without one of its own, fetch sends any language.
    return value === undefined || value === '*' ? [] : [`${name}: ${value}`]
  })
  const body = ctx.method === 'POST' ? [JSON.stringify(ctx.body())] : []
  ctx.text(200, [`${ctx.path}${ctx.search === '' ? '' : '?'}${ctx.search}`, ...headers, ...body].join('\n'))
}

function service(): Promise<Service> {
  const responses = { 200: { body: String, contentType: 'text/plain' } }
  const tool = (operationId: string, more: object = {}) => ({ tags: ['a'], operationId, responses, ...more })
  const query = (name: string, schema: unknown, more: object = {}) => ({ in: 'query', name, schema, ...more })
  const binary = (status: number, contentType: string) => ({
    ...{ tags: ['a'], operationId: contentType.replace(/\W/g, '_') },
    responses: { [status]: { body: Buffer, contentType } }
  })
  return bootstrap(
    new Application({
      ...{ title: 'a', version: '1', logger: false, hooks: [mcp({ tags: ['a'] })] },
      securitySchemes: {
        token: bearerScheme({ authenticate: (token) => token }),
        key: apiKeyScheme({ in: 'query', name: 'key', authenticate: (key) => key }),
        sid: apiKeyScheme({ in: 'cookie', name: 'sid', authenticate: (key) => key })
      },
      routes: (router) => {
        router.getFunc('/paths/{p}/{rest:*}', echo, tool('paths'))
        const parameters = [
          query('q', [String]),
          query('joined', [String], { style: 'comma' }),
          query('range', Range, { style: 'deepObject' }),
          query('text', String),
          { in: 'header', name: 'x-list', schema: [String] },
          { in: 'header', name: 'x-text', schema: String },
          { in: 'cookie', name: 'c', schema: String }
        ]
        router.getFunc('/values', echo, tool('values', { parameters }) as never)
        router.postFunc(
          '/form',
          echo,
          tool('form', { requestBody: { type: Form, consumes: 'application/x-www-form-urlencoded' } }) as never
        )
        router.postFunc('/text', echo, tool('text', { requestBody: { type: String, consumes: 'text/plain' } }) as never)
        router.getFunc('/free', echo, tool('free'))
        router.getFunc('/token', echo, tool('token', { security: ['token'] }))
        router.getFunc('/key', echo, tool('key', { security: ['key'] }))
        router.getFunc('/sid', echo, tool('sid', { security: ['sid'] }))
        for (const [path, status, type] of [
          ['/audio', 201, 'audio/ogg'],
          ['/pdf', 200, 'application/pdf']
        ] as const)
          router.getFunc(path, (ctx) => ctx.send(status, type, Buffer.from([0, 255])), binary(status, type))
      }
    })
  )
}

describe('the request of a call', () => {
  const { call } = toolClients(service)
  const sent = async (...args: Parameters<typeof call>) => (await call(...args)).text

  for (const [given, target] of [
    [{ p: 'a b/c?#é%', rest: 'a b/c?/d' }, '/paths/a b%2Fc?#é%25/a b/c?/d'],
    [{ p: 5, rest: true }, '/paths/5/true'],
    [{ p: '$&', rest: "$'" }, "/paths/$&/$'"],
    [{ p: '😀', rest: '...' }, '/paths/😀/...']
  ] as const)
    it(`has the arguments ${JSON.stringify(given)} in its path`, async () => {
      expect(await sent('paths', given)).to.equal(target)
    })

  for (const given of [
    ...['', '.', '..', null].map((p) => ({ p, rest: 'y' })),
    ...['', '.', '..', 'a/../b', 'a/.', './a'].map((rest) => ({ p: 'x', rest })),
    { rest: 'y' }
  ])
    it(`leads nowhere else by ${JSON.stringify(given)}`, async () => {
      const { isError, text } = await call('paths', given)
      expect(isError).to.equal(true)
      expect(text).to.match(/^the argument "(p|rest)" must be a text other than "", "\." and "\.\."$/)
    })

  for (const [given, lines] of [
    [{}, ['/values']],
    [{ q: ['a&b', 'c d'], joined: ['a', 'b,c'] }, ['/values?q=a%26b&q=c+d&joined=a%2Cb%2Cc']],
    [{ q: [], text: null }, ['/values']],
    [{ range: { from: 1, to: null } }, ['/values?range%5Bfrom%5D=1']],
    [{ text: 0, 'x-text': false }, ['/values?text=0', 'x-text: false']],
    [{ 'x-list': ['a', 'b'], c: 'a;b' }, ['/values', 'cookie: c=a%3Bb', 'x-list: a,b']]
  ] as const)
    it(`has the arguments ${JSON.stringify(given)} in its query, its headers and its cookies`, async () => {
      expect((await sent('values', given))?.split('\n')).to.deep.equal(lines)
    })

  for (const [given, message] of [
    [{ text: ['a'] }, 'the argument "text" must be one value, and no list or object'],
    [{ 'x-text': { a: 1 } }, 'the argument "x-text" must be one value, and no list or object'],
    [
      { 'x-text': 'a\nb' },
      'the argument "x-text" is sent as a header, which cannot have line breaks and characters above U+00FF'
    ],
    [
      { 'x-text': '\u0100' },
      'the argument "x-text" is sent as a header, which cannot have line breaks and characters above U+00FF'
    ],
    [
      { one: 1, 'o"ther': 2 },
      'values has no argument "one", "o\\"ther": its arguments are q, joined, range, text, x-list, x-text, c'
    ]
  ] as const)
    it(`is not sent with ${JSON.stringify(given)}`, async () => {
      expect(await call('values', given)).to.deep.include({ isError: true, text: message })
    })

  it('has a form, a text, or no body', async () => {
    const form = 'content-type: application/x-www-form-urlencoded'
    expect(await sent('form', { body: { a: 'b c', d: ['1', '2'], i: false } })).to.equal(
      `/form\n${form}\n{"a":"b c","d":["1","2"],"i":false}`
    )
    expect(await sent('text', { body: 'a text' })).to.equal('/text\ncontent-type: text/plain\n"a text"')
    for (const body of ['a=b', [], null, 5]) {
      const text = 'the argument "body" is sent as a form, and must be an object'
      expect(await call('form', { body }), JSON.stringify(body)).to.deep.include({ isError: true, text })
    }
    expect(await call('free', { body: 1 })).to.deep.include({
      isError: true,
      text: 'free has no argument "body": it takes none'
    })
  })

  it('has what belongs to the call, and the credentials that the operation reads', async () => {
    const headers = {
      ...{ authorization: 'Bearer t', cookie: 'a=1; sid=s; sidx=u', 'x-key': 'k', 'x-other': 'o' },
      ...{ 'accept-language': 'de', 'x-request-id': 'r' }
    }
    expect(await sent('free', {}, headers)).to.equal('/free\naccept-language: de\nx-request-id: r')
    expect(await sent('token', {}, headers)).to.equal(
      '/token\nauthorization: Bearer t\naccept-language: de\nx-request-id: r'
    )
    expect(await sent('sid', {}, headers)).to.equal('/sid\ncookie: sid=s\naccept-language: de\nx-request-id: r')
    expect((await call('key', {}, headers)).isError).to.equal(true)
  })

  it('returns a sound as a sound, and another file as a resource', async () => {
    const [audio, pdf] = [await call('audio_ogg'), await call('application_pdf')]
    expect(audio.content).to.deep.equal([{ type: 'audio', data: 'AP8=', mimeType: 'audio/ogg' }])
    expect(pdf.content).to.deep.equal([
      {
        type: 'resource',
        resource: { uri: 'urn:fieldstone:application_pdf', mimeType: 'application/pdf', blob: 'AP8=' }
      }
    ])
  })
})
