import { expect } from 'chai'
import type { VerifyReport } from 'fieldstone-verify'
import { runOn, runWith, smallService } from '../support/command.js'
import { bare, handmade, json, openApi, parameter } from '../support/services.js'
import type { Request } from '../support/verified.js'

/** A service of two operations, one of which requires a key, that keeps the requests it gets. */
function recorded(slow = 0) {
  const document = openApi({
    '/hello': {
      get: {
        operationId: 'hello',
        tags: ['public'],
        parameters: [parameter('query', 'q', { type: 'integer' })],
        responses: { 200: json({ type: 'object' }), ...bare(400) }
      }
    },
    '/notes': { post: { operationId: 'add', security: [{ key: ['write'] }], responses: bare(204, 401, 403) } }
  })
  Object.assign((document as { components: object }).components, {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } }
  })
  const requests: Request[] = []
  const service = handmade(document, async ({ method, path, headers, query }) => {
    if (slow > 0) await new Promise((resolve) => setTimeout(resolve, slow))
    if (path === '/hello' && method === 'GET')
      return query.getAll('q').every((q) => /^-?(?:0|[1-9]\d*)$/.test(q)) && query.getAll('q').length < 2
        ? { status: 200, body: {} }
        : { status: 400 }
    if (path === '/notes' && method === 'POST')
      return { status: headers['x-key'] === 'k3y' ? 204 : headers['x-key'] === 'reader' ? 403 : 401 }
    return path === '/hello' || path === '/notes'
      ? { status: 405, headers: { allow: path === '/hello' ? 'GET' : 'POST' } }
      : { status: 404 }
  })
  const inject: typeof service.inject = (request) => {
    requests.push(request)
    return service.inject(request)
  }
  return { service: { ...service, inject }, requests }
}

async function run(...args: string[]) {
  const { service, requests } = recorded()
  let resets = 0
  const ran = await runWith({ service, reset: () => resets++ }, 'service.js', '--seed', '1', '--json', ...args)
  const report = ran.error === undefined ? (JSON.parse(ran.stdout) as VerifyReport) : undefined
  return { ...ran, requests, resets, report }
}
const operations = (report: VerifyReport | undefined) =>
  report?.operations.flatMap(({ id, isSkipped }) => (isSkipped ? [] : [id]))

describe('The option of the command', () => {
  it('--runs is how many requests are made', async () => {
    expect((await run('--runs', '33')).requests).to.have.length(33)
  })

  it('--time is how long it takes', async () => {
    expect((await run('--time', '1ms')).requests.length).to.be.below(200)
  })

  it('--seed makes the same requests again', async () => {
    const urls = async (seed: string) => (await run('--runs', '150', '--seed', seed)).requests.map(({ url }) => url)
    expect(await urls('5'))
      .to.deep.equal(await urls('5'))
      .and.not.to.deep.equal(await urls('6'))
  })

  it('--include and --exclude choose operations, several times and by commas', async () => {
    expect(operations((await run('--include', 'public')).report)).to.deep.equal(['hello'])
    expect(operations((await run('--include', 'hello', '--include', 'add')).report)).to.deep.equal(['hello', 'add'])
    expect(operations((await run('--exclude', 'GET,POST /no*', '--runs', '5')).report)).to.deep.equal([])
    expect((await run('--include', 'nothing')).error).to.equal('No operation is named nothing')
  })

  it('--allow-unproved lets an operation be unproved', async () => {
    expect((await run()).status).to.equal(3)
    expect((await run('--allow-unproved', 'add')).status).to.equal(0)
  })

  it('--read-only sends only GET, HEAD and OPTIONS, and --allow-writes all', async () => {
    const methods = async (...args: string[]) => new Set((await run(...args)).requests.map(({ method }) => method))
    expect([...(await methods('--read-only'))].sort()).to.deep.equal(['GET', 'HEAD', 'OPTIONS'])
    expect(await methods('--allow-writes')).to.include('POST')
  })

  it('--credential is that of a scheme, by its text, a variable or a file', async () => {
    expect((await run('--credential', 'key=value:k3y')).status).to.equal(0)
    process.env.FIELDSTONE_SPEC_KEY = 'k3y'
    try {
      expect((await run('--credential', 'key=env:FIELDSTONE_SPEC_KEY')).status).to.equal(0)
    } finally {
      delete process.env.FIELDSTONE_SPEC_KEY
    }
    const { error } = await run('--credential', 'key=env:NOT_SET_ANYWHERE')
    expect(error).to.equal(
      'The environment variable NOT_SET_ANYWHERE is not set; set it to the credential of the security scheme key'
    )
    expect((await run('--credential', 'key=file:/no/such/file')).error).to.match(/cannot be read: ENOENT/)
  })

  for (const text of [
    's3cret',
    'bearer=s3cret',
    'bearer=env:s3-cret',
    '=value:s3cret',
    'bearer=value:',
    '@a=value:s3cret'
  ]) {
    it(`--credential rejects ${text}, and does not show what could be a credential`, async () => {
      const { error } = await run('--credential', text)
      expect(error)
        .to.match(/^--credential takes scheme=env:NAME/)
        .and.not.to.match(/s3-?cret/)
    })
  }

  it('--credential scheme@name is that of another principal, and --scopes says what it may do', async () => {
    const args = ['--credential', 'key=value:k3y', '--credential', 'key@reader=value:reader']
    const { requests, status } = await run(...args, '--scopes', 'reader=read,list')
    expect(requests.map(({ headers }) => headers['x-key'])).to.include('reader')
    expect(status).to.equal(0)
    expect((await run('--scopes', 'read')).error).to.match(/^--scopes takes name=scope/)
  })

  it('--header and --query add to every request', async () => {
    const { requests } = await run(
      '--runs',
      '40',
      '--header',
      'X-Own: a: b',
      '--header',
      'x-two:2',
      '--query',
      'tenant=1=2'
    )
    for (const { headers, url } of requests) {
      expect([headers['x-own'], headers['x-two']]).to.deep.equal(['a: b', '2'])
      expect(url).to.contain('tenant=1%3D2')
    }
    expect((await run('--header', 'a')).error).to.equal('--header takes name:value, not "a"')
    expect((await run('--query', 'a')).error).to.equal('--query takes name=value, not "a"')
  })

  it('--strict fails for suspicions', async () => {
    const service = smallService(() => ({ statusCode: 200, body: '"hello"' }))
    const more: typeof service = {
      ...service,
      inject: async (request) => ({
        ...(await service.inject(request)),
        ...(request.method === 'PUT' && { statusCode: 405, headers: { allow: '' } })
      })
    }
    expect((await runOn(more)).status).to.equal(0)
    expect((await runOn(more, '--strict')).status).to.equal(1)
  })

  it('--min-coverage requires a part of the contract', async () => {
    expect((await run('--credential', 'key=value:k3y', '--min-coverage', '95%')).report).to.include({ minCoverage: 95 })
    expect((await run('--min-coverage', '101')).error).to.match(/^--min-coverage takes a number from 0 to 100/)
  })

  it('--max and --shrink-runs bound the findings and what simplifies them', async () => {
    const liar = smallService(() => ({ statusCode: 201, body: '{' }))
    const report = JSON.parse((await runOn(liar, '--json', '--max', '1', '--shrink-runs', '0')).stdout)
    expect([report.isStoppedEarly, report.shrinkRequests]).to.deep.equal([true, 0])
    expect((await run('--max', '0')).error).to.equal('--max takes an integer of at least 1, not "0"')
  })

  it('--reset-every calls reset before every n-th request that may change something', async () => {
    const often = (await run('--runs', '120')).resets
    expect((await run('--runs', '120', '--reset-every', '3')).resets).to.be.below(often)
  })

  it('--timeout is how long a response may take', async () => {
    const { service } = recorded(300)
    const { stdout } = await runOn(service, '--json', '--timeout', '20ms', '--runs', '5')
    expect(JSON.parse(stdout).disagreements[0].document).to.equal(
      'the service did not respond: nothing came within 0.02 seconds'
    )
  })

  it('--max-response-time makes suspicions of slower ones', async () => {
    const { service } = recorded(8)
    const { stdout } = await runOn(service, '--json', '--max-response-time', '1ms', '--runs', '5')
    expect(JSON.parse(stdout).suspicions.map(({ kind }: { kind: string }) => kind)).to.include('slow-response')
  })

  it('--base-url is the address in the commands', async () => {
    const { stdout } = await runOn(
      smallService(() => ({ statusCode: 500, body: '' })),
      '--base-url',
      'https://a.example'
    )
    expect(stdout).to.contain('https://a.example/hello')
  })

  it('--document is a path of the service', async () => {
    const { service } = recorded()
    const own: typeof service = {
      ...service,
      document: {},
      inject: async (request) =>
        request.url === '/openapi.json'
          ? { statusCode: 200, headers: {}, rawBody: Buffer.from(JSON.stringify(service.document)) }
          : service.inject(request)
    }
    const { stdout } = await runOn(own, '--json', '--document', '/openapi.json', '--runs', '5')
    expect(JSON.parse(stdout).operations).to.have.length(2)
    expect((await run('--document', 'a.json')).error).to.equal(
      '--document is a path of the module\'s service, as /openapi.json, not "a.json"'
    )
  })

  it('--json prints the report as an object, else it is text', async () => {
    expect(JSON.parse((await runOn(smallService(), '--json')).stdout)).to.include({ ok: true, seed: 1 })
    expect((await runOn(smallService())).stdout).to.match(/\nNo disagreement in \d+ requests .*Seed 1\.\n$/)
  })

  for (const [what, args, message] of [
    ['that does not exist', ['--urll', 'x'], 'There is no option --urll; did you mean --url?'],
    ['that is misspelt, with its value', ['--timout=5s'], 'There is no option --timout; did you mean --timeout?'],
    ['of a letter', ['-x'], 'There is no option -x; see --help'],
    ['with a wrong number', ['--runs', '0'], '--runs takes an integer of at least 1, not "0"'],
    ['with a wrong seed', ['--seed', 'x'], '--seed takes an integer, not "x"'],
    ['with a wrong time', ['--time', '1 week'], '--time takes a time, as 500ms, 60s or 2m, not "1 week"'],
    ['with a wrong rate', ['--rate', '0'], '--rate takes a number of requests a second, as 5/s, not "0"']
  ] as readonly [string, string[], string][]) {
    it(`${what} is an error: ${args.join(' ')}`, async () => {
      const { error, requests } = await run(...args)
      expect([error, requests.length]).to.deep.equal([message, 0])
    })
  }

  for (const [what, args, message] of [
    ['nothing', [], /^fieldstone verify needs a module, or the address of a service/],
    ['two modules', ['a.js', 'b.js'], /takes one module, not also b\.js$/],
    ['an address without a document', ['--url', 'http://127.0.0.1:1'], /^--url needs --document/],
    [
      'an address and a module',
      ['a.js', '--url', 'http://127.0.0.1:1', '--document', 'a'],
      /^Either --url or a module/
    ],
    ['what is no address', ['--url', 'localhost:80', '--document', 'a'], /^--url takes an address/]
  ] as readonly [string, string[], RegExp][]) {
    it(`names what is verified, and not ${what}`, async () => {
      expect((await runWith({ service: smallService() }, ...args)).error).to.match(message)
    })
  }

  it('--help says what all of them are', async () => {
    const { status, stdout } = await runWith({ service: smallService() }, '--help')
    expect(status).to.equal(0)
    expect(stdout).to.match(
      /^Usage: fieldstone verify <module> \[options\]\n {7}fieldstone verify --url <url> --document <where> \[options\]\n/
    )
    const names = [...stdout.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, name]) => name)
    expect(names).to.include.members([
      '--url',
      '--document',
      '--name',
      '--config',
      '--include',
      '--exclude',
      '--allow-unproved',
      '--allow-writes',
      '--read-only',
      '--runs',
      '--time',
      '--seed',
      '--rate',
      '--credential',
      '--scopes',
      '--header',
      '--query',
      '--strict',
      '--min-coverage',
      '--baseline',
      '--update-baseline',
      '--max',
      '--shrink-runs',
      '--reset-every',
      '--timeout',
      '--max-response-time',
      '--base-url',
      '--json',
      '--json-file',
      '--junit',
      '--markdown',
      '--logs'
    ])
    expect((await runWith({}, '-h')).stdout)
      .to.match(/^Usage: fieldstone-verify --url <url>/)
      .and.not.to.contain('<module>')
  })
})
