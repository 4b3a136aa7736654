import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'chai'
import { programFile } from '../../../spec/support/build.js'
import { runHere } from '../../../spec/support/command.js'
import { HONEST, moduleFolder, run } from './small-application.js'

/** What modules count by. */
const counts = globalThis as { resets?: number; closed?: number }

const LIAR = HONEST.replace("ctx.json(200, 'hello')", "ctx.json(201, 'hello')")

describe('fieldstone verify', () => {
  const module = moduleFolder()
  const verify = (...args: string[]) => runHere('verify', ...args)

  it('finds nothing in an application that does what its document says: exit code 0', () => {
    const { status, stdout, stderr } = run('verify', module('honest.mjs', HONEST), '--runs', '120', '--seed', '9')
    expect(stdout).to.match(/\n\nNo disagreement in 120 requests .* Seed 9\.\n$/)
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' })
  })

  it('reports an application that does not do what its document says: exit code 1', async () => {
    const { status, stdout } = await verify(
      module('liar.mjs', LIAR),
      '--runs',
      '50',
      '--seed=9',
      '--base-url',
      'http://api.example'
    )
    expect(stdout).to.include('The response has a status that is not in the document (hello')
    expect(stdout).to.include('curl -i -g --path-as-is http://api.example/hello\n')
    expect(status).to.equal(1)
  })

  it('reports as JSON', async () => {
    const { status, stdout } = await verify(module('json.mjs', LIAR), '--json', '--runs', '50', '--seed', '9')
    const report = JSON.parse(stdout)
    expect(report).to.include({ ok: false, seed: 9, requests: 50 })
    expect(report.disagreements[0]).to.include({ kind: 'undocumented-status', operation: 'hello' })
    expect(status).to.equal(1)
  })

  it('skips operations, and proves nothing where it skips all', async () => {
    const { status, stdout } = await verify(module('skip.mjs', LIAR), '--exclude', 'hello')
    expect(status).to.equal(3)
    expect(stdout).to.include('Skipped: hello (GET /hello)')
  })

  const SENT: readonly [what: string, isSent: string, option: string, value: string][] = [
    ['the headers that it is given', "ctx.request().headers['x-key'] === 'a: b'", 'header', 'X-Key: a: b'],
    ['parameters of the query that it is given, up to their first =', "ctx.query.get('k') === 'a=b'", 'query', 'k=a=b']
  ]
  for (const [what, isSent, option, value] of SENT) {
    it(`sends ${what}`, async () => {
      const source = HONEST.replace("ctx.json(200, 'hello')", `ctx.json(${isSent} ? 200 : 500, 'hello')`)
      const file = module(`${option}.mjs`, source)
      expect((await verify(file, '--runs', '200', `--${option}`, value)).status).to.equal(0)
      expect((await verify(file, '--runs', '200')).status).to.equal(1)
    })
  }

  it('calls the reset that a module exports', async () => {
    const source = `${HONEST.replaceAll('getFunc', 'postFunc')}
export const reset = async () => { globalThis.resets++ }`
    counts.resets = 0
    await verify(module('reset.mjs', source), '--runs', '200')
    expect(counts.resets).to.be.greaterThan(0)
  })

  it('closes the service at its end, whatever it finds', async () => {
    counts.closed = 0
    const closing = (source: string) =>
      source.replace("version: '1',", "version: '1', onClose() { globalThis.closed++ },")
    expect((await verify(module('close.mjs', closing(HONEST)), '--runs', '200')).status).to.equal(0)
    expect(counts.closed).to.equal(1)
    expect((await verify(module('close-liar.mjs', closing(LIAR)), '--runs', '200')).status).to.equal(1)
    expect(counts.closed).to.equal(2)
  })

  it('says why the service failed', async () => {
    const file = module(
      'fails.mjs',
      HONEST.replace("ctx.json(200, 'hello')", "nowhere.find('hello')").replace(
        "version: '1',",
        "version: '1', logger: false,"
      )
    )
    const { stdout } = await verify(file, '--runs', '200')
    const [, reason] = /^ {3}Service {3}500 application\/problem\+json: (.*)$/m.exec(stdout) ?? []
    expect(reason).to.match(/^ReferenceError: nowhere is not defined, at .*fails\.mjs:5:\d+\)?$/)
  })

  it('calls reset before every n-th request that may change state', async () => {
    const source = `${HONEST.replaceAll('getFunc', 'postFunc')}
export const reset = () => { globalThis.resets++ }`
    const file = module('reset-every.mjs', source)
    const resets = async (...args: string[]) => {
      counts.resets = 0
      await verify(file, '--runs', '40', '--seed', '9', ...args)
      return counts.resets
    }
    const [each, fourth] = [await resets(), await resets('--reset-every', '4')]
    expect(each).to.be.greaterThan(20)
    // Sequences begin with a reset, too.
    expect(fourth).to.be.within(Math.floor(each / 4), Math.ceil(each / 3))
  })

  it('waits for a response as long as --timeout says', async () => {
    const responding = (promise: string) => HONEST.replace("ctx.json(200, 'hello')", promise)
    const never = module('never.mjs', responding('new Promise(() => {})'))
    const slow = module('slow.mjs', responding("new Promise((resolve) => setTimeout(resolve, 20, 'hello'))"))
    const { status, stdout } = await verify(never, '--runs', '5', '--timeout', '20')
    expect(status).to.equal(1)
    expect(stdout).to.include('nothing came within 0.02 seconds')
    expect((await verify(slow, '--runs', '3')).stdout).to.match(/no disagreement/)
  })

  it('reads the document from where it is published', async () => {
    const file = module('published.mjs', HONEST.replace("title: 'Small',", "title: 'Small', spec: '/openapi.json',"))
    expect((await verify(file, '--runs', '200', '--document', '/openapi.json')).status).to.equal(0)
    const { error } = await verify(file, '--document', '/nowhere')
    expect(error?.message).to.include('The document at /nowhere cannot be read: the service responded 404')
  })

  it('simplifies a disagreement with as many requests as --shrink-runs allows', async () => {
    const route = "(ctx) => ctx.json(ctx.search.length < 3 ? 200 : 201, 'hello')"
    const crash = LIAR.replace("(ctx) => ctx.json(201, 'hello')", route).replace(
      "operationId: 'hello',",
      "operationId: 'hello', parameters: ['q', 'r'].map((name) => ({ name, in: 'query', schema: '' })),"
    )
    const file = module('shrink.mjs', crash)
    const line = async (...args: string[]) => {
      const { stdout } = await verify(file, '--runs', '50', '--seed', '1', '--max', '1', ...args)
      return /curl .*/.exec(stdout)?.[0] ?? ''
    }
    const [whole, small] = [await line('--shrink-runs', '0'), await line()]
    expect(small).to.match(/hello\?[qr]=[a1]'$/)
    expect(whole.length).to.be.above(small.length)
  })

  it('ends although the application keeps something open', () => {
    const file = module('open.mjs', `${HONEST}\nsetInterval(() => {}, 1000)`)
    expect(run('verify', file, '--runs', '200').status).to.equal(0)
  })

  it('finds the requests at which the service would end the process, and goes on', () => {
    const routes = Object.entries({
      exits: 'process.exit(0)',
      throws: "setTimeout(() => { throw new TypeError('late') })",
      rejects: "void Promise.reject(new Error('floating'))"
    }).map(([name, code]) => {
      const reply = `ctx.json(200, 'hello')`
      return `router.getFunc('/${name}', (ctx) => { ${code}; return ${reply} }, { operationId: '${name}', responses: { 200: { body: String } } })`
    })
    const file = module('ends.mjs', HONEST.replace(/router\.getFunc.*/, `{ ${routes.join('; ')} }`))
    const { status, stdout } = run('verify', file, '--runs', '30', '--seed', '9')
    expect(status).to.equal(1)
    expect(stdout).to.match(
      /The service failed \(exits.*\n.*\/exits\n[\s\S]*no response: the service ended the process \(exit code 0\)/
    )
    expect(stdout).to.match(
      /The service failed \(rejects.*\n.*\/rejects\n[\s\S]*shortly before: Error: floating, at .*ends\.mjs/
    )
    expect(stdout).to.match(
      /no response: the service threw where nothing catches it.*: TypeError: late, at .*ends\.mjs/
    )
    expect(stdout).to.match(/ in [3-9]\d requests/)
  })

  it('reports what it found so far when it is interrupted: exit code 130', async () => {
    const source = HONEST.replace('ctx.json(', "ctx.json((console.log('a request'), 200) || ")
    const args = ['verify', module('interrupted.mjs', source), '--time', '1h', '--logs']
    const child = spawn(process.execPath, ['--conditions=fieldstone-modules', programFile('cli'), ...args], {
      stdio: ['ignore', 'pipe', 'pipe']
    })
    const written = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text) => {
      written.stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      if (written.stderr === '') child.kill('SIGINT')
      written.stderr += text
    })
    const [status] = await once(child, 'close')
    expect(written.stdout).to.match(/in \d+ requests? .*; stopped before its end\. /)
    expect(written.stderr).to.match(/^a request\n[\s\S]*fieldstone verify: Stopped by SIGINT\n$/)
    expect(status).to.equal(130)
  })

  it('ends where it waits for what cannot happen: exit code 2', () => {
    const { status, stderr } = run('verify', module('waits.mjs', `${HONEST}\nawait new Promise(() => {})`))
    expect(stderr).to.equal('fieldstone verify: The service waits for something that cannot happen any more\n')
    expect(status).to.equal(2)
  })
})
