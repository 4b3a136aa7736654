import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect } from 'chai'
import { programFile } from '../../../../spec/support/build.js'
import { runHere } from '../../../../spec/support/command.js'

const APPLICATION = `
import { Application, bearerScheme } from '${import.meta.resolve('fieldstone')}'
console.log('This line is not of the protocol')
export const app = new Application({
  title: 'Small', version: '1', logger: false,
  securitySchemes: { token: bearerScheme({ authenticate: (token) => token === 'right' ? 'Ann' : undefined }) },
  onClose: () => console.error('closed'),
  routes: (router) => {
    router.getFunc('/hello', (ctx) => { console.log('called'); ctx.json(200, 'hello ' + ctx.principal()) },
      { operationId: 'hello', tags: ['public'], security: ['token'], responses: { 200: { body: String } } })
  }
})`

const COMMAND = ['--conditions=fieldstone-modules', programFile('cli'), 'mcp']

describe('fieldstone mcp', () => {
  let folder: string
  let file: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-mcp-'))
    file = join(folder, 'app.mjs')
    writeFileSync(file, APPLICATION)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('serves the tools of an application to a client over stdin and stdout, whatever the application prints', async () => {
    const client = new Client({ name: 'spec', version: '1' })
    const args = [...COMMAND, file, '--tag', 'public', '--credential', 'token=env:SMALL_TOKEN']
    const env = { ...process.env, SMALL_TOKEN: 'right' } as Record<string, string>
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }))
    expect((await client.listTools()).tools.map(({ name }) => name)).to.deep.equal(['hello'])
    const { content } = await client.callTool({ name: 'hello', arguments: {} })
    expect(content).to.deep.equal([{ type: 'text', text: '"hello Ann"' }])
    await client.close()
  })

  it('closes the service when the client goes away', async () => {
    const child = spawn(process.execPath, [...COMMAND, file, '--operation', 'hello'])
    let errors = ''
    child.stderr.on('data', (text) => {
      errors += text
    })
    child.stdin.end()
    const [code] = await once(child, 'close')
    expect({ code, isClosed: errors.includes('closed') }).to.deep.equal({ code: 0, isClosed: true })
  })

  const SELECTED = ['--tag', 'public', '--credential']
  const NOT_SET = ['EMPTY', 'NOT_SET_AT_ALL', 'toString', '__proto__'].map((name) => {
    return [[...SELECTED, `token=env:${name}`], `The environment variable ${name} is not set`] as const
  })
  const UNREADABLE = ['token=secret', 'token=env:', 'token=secret=env:A', '=env:A', '', 'token'].map((text) => {
    const scheme = JSON.stringify(text.split('=')[0])
    return [[...SELECTED, text], `--credential ${scheme} is not <scheme>=env:<NAME>; write bearer=env:TOKEN`] as const
  })
  for (const [options, message] of [
    [[], 'No operation is selected; add --tag <tag> or --operation <id>'],
    [['--tag', 'publik'], "no operation has the tag 'publik' (did you mean 'public'?)"],
    [['--tag', 'public', '--credential', 'tokn=env:A'], 'there is no security scheme tokn'],
    ...NOT_SET,
    ...UNREADABLE
  ] as const)
    it(`says what is wrong with the options ${JSON.stringify(options)}, without a word of a secret`, async () => {
      Object.assign(process.env, { A: 'any', EMPTY: '' })
      try {
        const { status, stderr, stdout } = await runHere('mcp', file, ...options)
        // The line that the application prints goes to stderr, too.
        expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' })
        expect(stderr)
          .to.include(message)
          .and.not.match(/^ +at |secret/m)
      } finally {
        delete process.env.A
        delete process.env.EMPTY
      }
    })
})
