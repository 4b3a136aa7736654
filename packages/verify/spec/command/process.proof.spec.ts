import { execFile, spawn } from 'node:child_process'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { bare, json, openApi } from '../support/services.js'

/** The command, as `npx fieldstone-verify` starts it. */
const COMMAND = fileURLToPath(new URL('main.js', import.meta.resolve('fieldstone-verify/command')))

describe('The process of fieldstone-verify', () => {
  let server: Server
  let url: string
  let count = 0
  let status = 200
  /** Called with each request; true where it responds itself. */
  let onRequest: (count: number, response: ServerResponse) => boolean = () => false
  before(async () => {
    const document = openApi({
      '/hello': { get: { operationId: 'hello', responses: { 200: json({ type: 'object' }), ...bare(404) } } }
    })
    server = createServer(({ method, url: path = '' }, response) => {
      if (path === '/openapi.json') return response.end(JSON.stringify(document))
      if (onRequest(++count, response)) return
      const isPath = path.split('?')[0] === '/hello'
      if (isPath && method !== 'GET' && method !== 'HEAD') return response.writeHead(405, { allow: 'GET' }).end()
      if (!isPath) return response.writeHead(404).end()
      return response.writeHead(status, { 'content-type': 'application/json' }).end(method === 'GET' ? '{}' : undefined)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  beforeEach(() => {
    count = 0
    status = 200
    onRequest = () => false
  })

  const run = (...args: string[]) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      execFile(process.execPath, [COMMAND, ...args], (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), stdout, stderr })
      )
    })
  const own = () => ['--url', url, '--document', '/openapi.json', '--seed', '1', '--shrink-runs', '0']

  it('exits with 0 where everything is proved', async () => {
    const { code, stdout, stderr } = await run(...own())
    expect([code, stderr]).to.deep.equal([0, ''])
    expect(stdout).to.contain('No disagreement in')
  })

  it('exits with 1 where service and document disagree', async () => {
    status = 201
    const { code, stdout } = await run(...own())
    expect(code).to.equal(1)
    expect(stdout).to.contain(`curl -i -g --path-as-is ${url}/hello`)
  })

  it('exits with 2 where it is called wrongly, and where no service or document can be read', async () => {
    for (const [args, message] of [
      [['--urll', url], 'fieldstone-verify: There is no option --urll; did you mean --url?\n'],
      [[], 'fieldstone-verify: The service is missing: fieldstone-verify --url http://127.0.0.1:3000\n'],
      [['--url', url, '--document', '/hello'], 'fieldstone-verify: This is not an OpenAPI'],
      [
        ['--url', url, '--document', 'none.yaml'],
        'fieldstone-verify: The document cannot be read: there is no file none.yaml\n'
      ],
      [
        ['--url', 'http://127.0.0.1:1', '--document', '/a', '--timeout', '100ms'],
        'fieldstone-verify: The service at http://127.0.0.1:1 cannot be reached: connect ECONNREFUSED'
      ],
      [['--runs'], "fieldstone-verify: Option '--runs <value>' argument missing; see fieldstone-verify --help\n"]
    ] as readonly [string[], string][]) {
      const { code, stdout, stderr } = await run(...args)
      expect([code, stdout]).to.deep.equal([2, ''])
      expect(stderr).to.contain(message)
    }
  }).timeout(60_000)

  it('exits with 3 where something is not proved', async () => {
    const { code, stdout } = await run(...own(), '--runs', '3')
    expect(code).to.equal(3)
    expect(stdout).to.match(/^Not proved:\n {2}hello: /)
  })

  it('exits with 130 after the report of what was found so far, where Ctrl-C stops it', async () => {
    status = 201
    const child = spawn(process.execPath, [COMMAND, ...own(), '--runs', '1000000'])
    onRequest = (number) => {
      if (number === 40) child.kill('SIGINT')
      return number > 40
    }
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect(code).to.equal(130)
    expect(stdout).to.contain('The response has a status that is not in the document (hello')
    expect(stderr).to.contain('fieldstone-verify: Stopped by SIGINT')
  })

  it('says its version', async () => {
    const { code, stdout } = await run('--version')
    expect(code).to.equal(0)
    expect(stdout).to.match(/^\d+\.\d+\.\d+\n$/)
  })
})
