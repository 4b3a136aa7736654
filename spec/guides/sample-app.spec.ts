import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { expect } from 'chai'
import { type Application, bootstrap } from 'fieldstone'
import { complaintsAbout } from '../support/openapi-validator.js'
import { SAMPLE_FOLDERS, SampleApp, sampleModule } from '../support/sample-app.js'

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: unknown
}

const JSON_TYPE = { 'content-type': 'application/json' }
const SIGNUP = { username: 'alice99', email: 'alice@example.com', password: 'correct horse battery' }

for (const folder of SAMPLE_FOLDERS) {
  describe(`the service of ${folder}`, () => {
    let app: SampleApp
    let url: string

    before(async function () {
      this.timeout(120_000)
      app = new SampleApp({}, folder)
      url = await app.url()
    })

    after(async () => {
      await app.stop()
    })

    afterEach('reports no defect', () => {
      expect(app.stderr).to.equal('')
    })

    async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
      const answer = await fetch(url + path, init)
      const text = await answer.text()
      const isJson = text !== '' && /json/.test(answer.headers.get('content-type') ?? '')
      return { status: answer.status, headers: answer.headers, text, json: isJson ? JSON.parse(text) : undefined }
    }

    function post(path: string, body: unknown, headers: Record<string, string> = JSON_TYPE): Promise<Answer> {
      const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream
      const init = { method: 'POST', headers, body: isRaw ? body : JSON.stringify(body), duplex: 'half' }
      return ask(path, init as RequestInit)
    }

    /** Expects an RFC 9457 problem, and returns its faults as `place path: message`. */
    function problem({ status, headers, json }: Answer, expected: number, detail: string | RegExp): string[] {
      expect(headers.get('content-type')).to.equal('application/problem+json')
      const { errors = [], ...rest } = json as {
        detail: string
        errors?: { in: string; path: string; message: string }[]
      }
      expect(status, JSON.stringify(json)).to.equal(expected)
      expect(rest).to.include({ type: 'about:blank', status: expected })
      if (typeof detail === 'string') expect(rest.detail).to.equal(detail)
      else expect(rest.detail).to.match(detail)
      return errors.map((fault) => `${fault.in} ${fault.path}: ${fault.message}`)
    }

    describe('POST /data', () => {
      it('responds with 200 with a status and the received name', async () => {
        const { status, headers, json } = await post('/data', { name: 'Widget', value: 42 })
        expect(status).to.equal(200)
        expect(headers.get('content-type')).to.match(/^application\/json\b/)
        expect(json).to.deep.equal({ status: 'success', received_name: 'Widget' })
      })

      it('responds with 400 with the fixed text to a body that is not JSON', async () => {
        for (const body of [
          '',
          '{',
          '{"name": "a", "value": 1',
          "{'name': 1}",
          '{"name":"a","value":1}}',
          'NaN',
          '[1,]'
        ]) {
          expect(problem(await post('/data', body), 400, 'Invalid JSON payload'), body).to.deep.equal([])
        }
      })

      it('responds with 400 to a body of a wrong type, coercing nothing', async () => {
        const faults: readonly (readonly [body: unknown, faults: readonly string[]])[] = [
          [{ name: 'a', value: '42' }, ['body value: must be an integer']],
          [{ name: 'a', value: 4.5 }, ['body value: must be an integer']],
          [{ name: 'a', value: true }, ['body value: must be an integer']],
          ['{"name":"a","value":9007199254740993}', ['body value: must be an integer']],
          [{ name: 1, value: null }, ['body name: must be a string', 'body value: must not be null']],
          [{ name: ['a'], value: {} }, ['body name: must be a string', 'body value: must be an integer']],
          [{}, ['body name: is required', 'body value: is required']],
          [[], ['body : must be an object']],
          [null, ['body : must not be null']],
          ['"text"', ['body : must be an object']],
          ['7', ['body : must be an object']]
        ]
        for (const [body, message] of faults) {
          expect(problem(await post('/data', body), 400, /^validation failed: /), JSON.stringify(body)).to.deep.equal(
            message
          )
        }
      })
    })

    describe('GET /items', () => {
      it('responds with 200 with both parameters as text', async () => {
        const { status, json } = await ask('/items?name=Wid%20get&id=7')
        expect(status).to.equal(200)
        expect(json).to.deep.equal({ item_name: 'Wid get', item_id: '7' })
      })

      const refused: readonly (readonly [query: string, detail: string])[] = [
        ['', "validation failed: Field 'name' is required; Field 'id' is required"],
        ['?name=a', "validation failed: Field 'id' is required"],
        ['?id=7', "validation failed: Field 'name' is required"],
        ['?name=&id=7', "validation failed: Field 'name' must be at least 1 character long"],
        ['?name=a&id=', "validation failed: Field 'id' must be an integer"],
        ['?name=a&id=12abc', "validation failed: Field 'id' must be an integer"],
        ['?name=a&id=0x10', "validation failed: Field 'id' must be an integer"],
        ['?name=a&id=7&id=8', "validation failed: Field 'id' must be given once"],
        ['?name=%ff&id=7', 'The query has a broken percent sequence']
      ]
      for (const [query, detail] of refused) {
        it(`responds with 400 to /items${query}: ${detail}`, async () => {
          problem(await ask(`/items${query}`), 400, detail)
        })
      }
    })

    describe('GET /users/{id}', () => {
      it('responds with 200 with a status and the id as text, decoded once', async () => {
        expect((await ask('/users/42')).json).to.deep.equal({ status: 'ok', user_id: '42' })
        expect((await ask('/users/a%20b%252F%C3%A4')).json).to.deep.equal({ status: 'ok', user_id: 'a b%2Fä' })
      })

      it('responds with 400 to a broken percent sequence, and 404 to an empty id', async () => {
        expect((await ask('/users/%zz')).status).to.equal(400)
        expect((await ask('/users/')).status).to.equal(404)
      })
    })

    describe('GET /items/{id}', () => {
      it('responds with 200 with the item', async () => {
        const { status, json } = await ask('/items/1')
        expect(status).to.equal(200)
        expect(json).to.deep.equal({ id: 1, name: 'Widget', createdAt: '2024-05-17T08:30:15.250Z' })
      })

      it('responds with 404 if there is none', async () => {
        problem(await ask('/items/999'), 404, 'Not found')
      })

      for (const id of ['abc', '1.5', '12abc', '0x10', '1e3', '+1', '%201', '01', '9007199254740992']) {
        it(`responds with 400 to /items/${id}`, async () => {
          const faults = problem(await ask(`/items/${id}`), 400, "validation failed: Field 'id' must be an integer")
          expect(faults).to.deep.equal(['path id: must be an integer'])
        })
      }
    })

    describe('POST /signup', () => {
      it('responds with 201 with a status and the username', async () => {
        const { status, json } = await post('/signup', SIGNUP)
        expect(status).to.equal(201)
        expect(json).to.deep.equal({ status: 'created', username: 'alice99' })
      })

      const refused: readonly (readonly [signup: object, detail: string])[] = [
        [{ ...SIGNUP, username: 'al' }, "Field 'username' must be at least 3 characters long"],
        [{ ...SIGNUP, username: 'a'.repeat(21) }, "Field 'username' must be at most 20 characters long"],
        [{ ...SIGNUP, username: 'alice_99' }, "Field 'username' must contain only letters and digits"],
        [{ ...SIGNUP, email: 'alice' }, "Field 'email' must be an email address"],
        [{ ...SIGNUP, password: 'short' }, "Field 'password' must be at least 8 characters long"],
        [{ ...SIGNUP, email: undefined }, "Field 'email' is required"],
        [{ ...SIGNUP, email: null }, "Field 'email' must not be null"],
        [{ ...SIGNUP, email: 5 }, "Field 'email' must be a string"],
        [
          { username: 'al', password: 'correct horse battery' },
          "Field 'username' must be at least 3 characters long; Field 'email' is required"
        ]
      ]
      for (const [signup, detail] of refused) {
        it(`responds with 400 to ${JSON.stringify(signup)}: ${detail}`, async () => {
          problem(await post('/signup', signup), 400, `validation failed: ${detail}`)
        })
      }

      it('responds with 400 with the fixed text to a body that is not JSON', async () => {
        problem(await post('/signup', '{'), 400, 'Invalid JSON payload')
      })

      it('accepts values that are exactly at the limits', async () => {
        for (const username of ['abc', 'a'.repeat(20)]) {
          expect((await post('/signup', { ...SIGNUP, username, password: '12345678' })).status).to.equal(201)
        }
      })
    })

    describe('bad input', () => {
      it('changes no prototype and adds no field', async () => {
        const keys =
          '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,"extra":1'
        const sent = await post('/data', `{"name":"a","value":1,${keys}}`)
        expect(sent.json).to.deep.equal({ status: 'success', received_name: 'a' })
        problem(await post('/data', '{"__proto__":{"name":"a","value":1}}'), 400, /'name' is required/)
        expect((await ask('/items?name=a&id=1&__proto__[polluted]=1&constructor=x')).status).to.equal(200)
        expect((await ask('/users/__proto__')).json).to.deep.equal({ status: 'ok', user_id: '__proto__' })
        expect((await ask('/items/constructor')).status).to.equal(400)
      })

      it('responds with 413 to a body over 1 MiB, declared or not', async () => {
        const name = 'x'.repeat(1_048_577)
        problem(await post('/data', { name, value: 1 }), 413, 'The request body is larger than 1048576 bytes')
        let left = 20
        const chunks = new ReadableStream({
          pull(controller) {
            if (left-- === 0) controller.close()
            else controller.enqueue(Buffer.alloc(65_536, 'x'))
          }
        })
        problem(await post('/data', chunks), 413, 'The request body is larger than 1048576 bytes')
      })

      it('accepts a body of 1 MiB', async () => {
        const frame = '{"name":"","value":1}'
        const body = `{"name":"${'x'.repeat(1_048_576 - frame.length)}","value":1}`
        expect(body).to.have.length(1_048_576)
        expect((await post('/data', body)).status).to.equal(200)
      })

      it('withstands deep nesting', async () => {
        const deep = '['.repeat(500_000) + ']'.repeat(500_000)
        expect(problem(await post('/data', deep), 400, /./)).to.deep.equal(['body : must be an object'])
        const objects = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
        expect((await post('/data', `{"name":"a","value":1,"deep":${objects}}`)).status).to.equal(200)
        problem(await post('/data', `{"name":${objects},"value":1}`), 400, /'name' must be a string/)
      })

      it('rejects bytes that are not UTF-8', async () => {
        const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('","value":1}')])
        problem(await post('/data', body), 400, 'Invalid JSON payload')
        const half = Buffer.concat([
          Buffer.from('{"name":"'),
          Buffer.from([0xed, 0xa0, 0x80]),
          Buffer.from('","value":1}')
        ])
        problem(await post('/data', half), 400, 'Invalid JSON payload')
      })

      it('responds with 415 to another content type, charset or coding', async () => {
        const body = JSON.stringify({ name: 'a', value: 1 })
        const others = ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'json', 'text/json']
        for (const type of [...others, 'application/vnd.sample+json']) {
          problem(await post('/data', body, { 'content-type': type }), 415, /application\/json/)
        }
        problem(await post('/data', body, { 'content-type': 'application/json; charset=latin1' }), 415, /UTF-8/)
        problem(await post('/data', body, { ...JSON_TYPE, 'content-encoding': 'zstd' }), 415, /coding/)
        expect((await post('/data', body, { 'content-type': 'application/json; charset=UTF-8' })).status).to.equal(200)
      })

      const allowed: readonly (readonly [method: string, path: string, allow: readonly string[]])[] = [
        ['GET', '/data', ['OPTIONS', 'POST']],
        ['PUT', '/signup', ['OPTIONS', 'POST']],
        ['POST', '/items', ['GET', 'HEAD', 'OPTIONS']],
        ['DELETE', '/items/1', ['GET', 'HEAD', 'OPTIONS']],
        ['PATCH', '/users/1', ['GET', 'HEAD', 'OPTIONS']]
      ]
      for (const [method, path, allow] of allowed) {
        it(`responds with 405 to ${method} ${path}, and says what is allowed`, async () => {
          const answer = await ask(path, { method })
          problem(answer, 405, /./)
          expect(answer.headers.get('allow')?.split(', ').sort()).to.deep.equal(allow)
        })
      }

      it('responds with 404 elsewhere', async () => {
        for (const path of ['/', '/nowhere', '/items/1/2', '/items/', '/Items/1', '//items/1']) {
          expect((await ask(path)).status, path).to.equal(404)
        }
      })

      it('responds to HEAD without a body and to OPTIONS with the allowed methods', async () => {
        const head = await ask('/items/1', { method: 'HEAD' })
        expect(head.status).to.equal(200)
        expect(head.text).to.equal('')
        expect(head.headers.get('content-length')).to.equal(String((await ask('/items/1')).text.length))
        const options = await ask('/data', { method: 'OPTIONS' })
        expect(options.status).to.equal(204)
        expect(options.headers.get('allow')).to.contain('POST')
      })

      it('responds with 400 to what is not HTTP, and works on', async () => {
        const { hostname, port } = new URL(url)
        const answer = await new Promise<string>((resolve, reject) => {
          let text = ''
          connect(Number(port), hostname)
            .on('data', (chunk) => {
              text += chunk
            })
            .on('close', () => resolve(text))
            .on('error', reject)
            .end('GARBAGE\r\n\r\n')
        })
        expect(answer).to.match(/^HTTP\/1\.1 400 /)
        expect((await ask('/items/1')).status).to.equal(200)
      })
    })

    describe('the document', () => {
      it('is valid OpenAPI 3.0 and describes the five routes, and no others', async () => {
        const { status, headers, json } = await ask('/openapi.json')
        expect(status).to.equal(200)
        expect(headers.get('content-type')).to.match(/^application\/json/)
        expect(await complaintsAbout(json as object)).to.deep.equal([])
        const { openapi, paths } = json as { openapi: string; paths: Record<string, object> }
        expect(openapi).to.match(/^3\.0\.\d$/)
        const operations = Object.entries(paths).flatMap(([path, item]) =>
          Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`)
        )
        expect(operations).to.have.members([
          'POST /data',
          'GET /items',
          'GET /users/{id}',
          'GET /items/{id}',
          'POST /signup'
        ])
      })

      it('describes parameters, bodies and responses as they are', async () => {
        const { json } = await ask('/openapi.json')
        const path = (...keys: string[]) =>
          keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], json)
        expect(path('paths', '/items/{id}', 'get', 'responses', '404')).to.deep.equal({
          description: 'Not found',
          content: {
            'application/problem+json': {
              schema: { $ref: '#/components/schemas/Problem' },
              example: { type: 'about:blank', title: 'Not Found', status: 404, detail: 'Not found' }
            }
          }
        })
        expect(path('paths', '/items', 'get', 'parameters')).to.containSubset([
          { name: 'name', in: 'query', required: true, schema: { type: 'string', minLength: 1 } },
          { name: 'id', in: 'query', required: true, schema: { type: 'integer' } }
        ])
        expect(path('paths', '/users/{id}', 'get', 'parameters')).to.containSubset([
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
        ])
        expect(path('paths', '/data', 'post', 'requestBody')).to.deep.equal({
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/DataPayload' } } }
        })
        expect(path('components', 'schemas', 'Signup')).to.containSubset({
          type: 'object',
          required: ['username', 'email', 'password'],
          properties: {
            username: { type: 'string', minLength: 3, maxLength: 20 },
            email: { type: 'string', format: 'email' },
            password: { type: 'string', format: 'password' }
          }
        })
        expect(path('components', 'schemas', 'Item', 'properties')).to.containSubset({
          id: { type: 'integer', description: 'Item ID' },
          name: { type: 'string', example: 'Widget' },
          createdAt: { type: 'string', format: 'date-time', description: 'Creation timestamp' }
        })
      })
    })

    describe('the documentation', () => {
      it('is where /docs leads to', async () => {
        const redirect = await ask('/docs', { redirect: 'manual' })
        expect(redirect.status).to.be.oneOf([301, 302, 307, 308])
        expect(new URL(redirect.headers.get('location') ?? '', `${url}/docs`).href).to.equal(`${url}/docs/`)
        for (const path of ['/docs/', '/docs/index.html', '/docs/index.html?url=/openapi.json']) {
          const page = await ask(path)
          expect(page.status, path).to.equal(200)
          expect(page.headers.get('content-type'), path).to.match(/^text\/html/)
        }
      })

      it('is served with everything that its page requests', async () => {
        const { text } = await ask('/docs/')
        const assets = [...text.matchAll(/(?:src|href)="(\.\/[^"]+)"/g)].map(([, asset]) => asset as string)
        expect(assets).to.have.length.greaterThan(2)
        for (const asset of assets) {
          const { status, headers } = await ask(new URL(asset, 'http://docs/docs/').pathname)
          expect(status, asset).to.equal(200)
          expect(headers.get('content-type'), asset).to.match(/javascript|css|image/)
        }
      })
    })
  })
}

describe('the two shapes of the sample application', () => {
  it('have the same document', async () => {
    const documents = SAMPLE_FOLDERS.map(async (folder) => {
      const { application } = (await import(sampleModule(folder, 'application').href)) as { application: Application }
      return (await bootstrap(application)).document
    })
    const [first, second] = await Promise.all(documents)
    expect(second).to.deep.equal(first)
  })
})

describe('the process of the sample application', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`stops cleanly on ${signal}, with a kept connection open`, async function () {
      this.timeout(120_000)
      const app = new SampleApp()
      const url = await app.url()
      const agent = new Agent({ keepAlive: true })
      await new Promise<void>((resolve, reject) => {
        request(`${url}/items/1`, { agent }, (answer) => answer.resume().on('end', resolve))
          .on('error', reject)
          .end()
      })
      const ending = await app.stop(signal)
      agent.destroy()
      expect(ending).to.include({ code: 0, signal: null, stderr: '' })
      expect(ending.stdout).to.contain(`Documentation  ${url}/docs/`)
    })
  }

  it('says what is wrong with its port and ends with a failure', async function () {
    this.timeout(120_000)
    const app = new SampleApp()
    const { port } = new URL(await app.url())
    const [taken, none] = await Promise.all([
      new SampleApp({ PORT: port }).ended(),
      new SampleApp({ PORT: 'eighty' }).ended()
    ])
    await app.stop()
    expect(taken.code).to.equal(1)
    expect(taken.stderr).to.contain(`LISTEN_FAILED: the port is already in use, 127.0.0.1:${port};`)
    expect(none.code).to.equal(1)
    expect(none.stderr).to.contain('LISTEN_FAILED: the port is not a port number')
  })
})
