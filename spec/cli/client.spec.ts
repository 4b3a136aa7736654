import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { stringify } from 'yaml'
import { runHere } from '../support/command.js'

const INDEX = import.meta.resolve('fieldstone')

const SOURCE = `
import { Application, Controller, Get, Integer, Param, Returns } from '${INDEX}'

class GreetingController {
  constructor() { throw new Error('constructed') }
  greet(id) { return 'hello' }
}
Controller('/greetings')(GreetingController)
Get('/{id}', { operationId: 'greet' })(GreetingController.prototype, 'greet', {})
Returns(200, String)(GreetingController.prototype, 'greet', {})
Param('id', Integer)(GreetingController.prototype, 'greet', 0)

export const application = new Application({
  title: 'Greetings',
  version: '1',
  controllers: [GreetingController],
  documents: [{ name: 'public', path: '/public.json', title: 'Public greetings' }]
})
`

const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Read', version: '2' },
  paths: {
    '/a': { get: { operationId: 'readA', responses: { 204: { description: 'Done' } } }, trace: { responses: {} } }
  }
}

describe('fieldstone client', () => {
  let folder: string
  const path = (name: string) => join(folder, name)
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-client-'))
    writeFileSync(path('app.mjs'), SOURCE)
    writeFileSync(path('document.json'), JSON.stringify(DOCUMENT))
    writeFileSync(path('document.yaml'), stringify(DOCUMENT))
    writeFileSync(path('text.yaml'), 'a: [')
    writeFileSync(path('list.json'), '[]')
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('writes a client of an application without constructing anything, or prints it', async () => {
    const out = path('client.ts')
    expect((await runHere('client', path('app.mjs'), '--out', out)).status).to.equal(0)
    const text = readFileSync(out, 'utf8')
    expect(text).to.include('readonly greet: CallOperation<[input: GreetArguments], GreetResult>')
    expect((await runHere('client', path('app.mjs'))).stdout).to.equal(text)
    expect((await runHere('client', path('app.mjs'), '--out', path('web/made/client.ts'))).status).to.equal(0)
    expect(readFileSync(path('web/made/client.ts'), 'utf8')).to.equal(text)
  })

  it('takes the document of a name', async () => {
    const { stdout } = await runHere('client', path('app.mjs'), '--name', 'public')
    expect(stdout).to.include('A client of Public greetings 1')
    const { error } = await runHere('client', path('app.mjs'), '--name', 'none')
    expect(error?.message).to.include('has no document none')
  })

  it('takes a document in JSON, in YAML and from an address, and says what is left out', async () => {
    const { stdout, stderr } = await runHere('client', '--document', path('document.json'))
    expect(stdout).to.include('readonly readA: ')
    expect(stderr).to.equal('TRACE /a is left out: fetch sends no TRACE\n')
    expect((await runHere('client', '--document', path('document.yaml'))).stdout).to.equal(stdout)
    const accepted = new Set<string | undefined>()
    const server = createServer(({ url, headers }, response) => {
      accepted.add(headers.accept)
      response.writeHead(url === '/openapi.json' ? 200 : 404).end(JSON.stringify(DOCUMENT))
    }).listen(0, '127.0.0.1')
    try {
      await new Promise((listening) => server.once('listening', listening))
      const { port } = server.address() as { port: number }
      const from = (name: string) => runHere('client', '--document', `http://127.0.0.1:${port}/${name}`)
      expect((await from('openapi.json')).stdout).to.equal(stdout)
      expect((await from('gone')).error?.message).to.match(/gone cannot be read: it responds with 404$/)
      expect([...accepted]).to.deep.equal(['application/json, application/yaml;q=0.9, */*;q=0.8'])
    } finally {
      server.close()
      server.closeAllConnections()
    }
  })

  it('checks that a file is the client, whatever its line ends, and says where it differs', async () => {
    const out = path('checked.ts')
    const args = ['client', '--document', path('document.json'), '--out', out]
    const repair = `write it again: fieldstone client --document ${path('document.json')} --out ${out}\n`
    const missing = await runHere(...args, '--check')
    expect([missing.status, missing.stderr.split('\n').at(-2)]).to.deep.equal([
      1,
      `${out} does not exist; ${repair.trim()}`
    ])
    await runHere(...args)
    const text = readFileSync(out, 'utf8')
    writeFileSync(out, text.replaceAll('\n', '\r\n'))
    expect((await runHere(...args, '--check')).status).to.equal(0)
    writeFileSync(out, text.replace("path: '/a'", "path: '/b'"))
    const stale = await runHere(...args, '--check')
    expect(stale.status).to.equal(1)
    expect(stale.stderr).to.match(/is stale, from line \d+ on: .*'\/b'.* → .*'\/a'.*; write it again: /)
    writeFileSync(out, `${text}\n`)
    expect((await runHere(...args, '--check')).stderr).to.include('it has more lines')
    expect(readFileSync(out, 'utf8')).to.equal(`${text}\n`)
  })

  it('says what is wrong with a call', async () => {
    const messageOf = async (...args: string[]) => (await runHere('client', ...args)).error?.message
    expect(await messageOf()).to.include('client takes a module or a document')
    expect(await messageOf('a.js', '--document', 'b.json')).to.include('client takes a module or a document')
    for (const document of ['openapi.json', 'openapi.YAML', 'api.yml', 'https://api.example.com/openapi'])
      expect(await messageOf(document)).to.equal(
        `${document} is a document, and no module: fieldstone client --document ${document}`
      )
    expect(await messageOf('a.js', '--check')).to.include('--check needs the file')
    expect(await messageOf('--document', 'b.json', '--name', 'c')).to.include('leave it out beside --document')
    expect(await messageOf('--document', path('gone.json'))).to.include('gone.json cannot be read: ENOENT')
    expect(await messageOf('--document', path('text.yaml'))).to.include('is neither JSON nor YAML')
    expect(await messageOf('--document', path('list.json'))).to.include('The document is not an object')
    expect(await messageOf('--document', path('document.json'), '--out', path('list.json/client.ts'))).to.include(
      'cannot be written'
    )
  })
})
