import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { programFile } from '../../../spec/support/build.js'
import { runHere } from '../../../spec/support/command.js'

const INDEX = import.meta.resolve('fieldstone')

const MAIN = `
import { Application, bootstrap } from '${INDEX}'
import { Controller, Get, Returns } from '${INDEX}'
import { greeting } from './greeting.js'

@Controller('/greeting')
class GreetingController {
  @Get() @Returns(200, String)
  greet(): string { return greeting + process.env.NAME + process.argv[2] }
}

const service = await bootstrap(new Application({ title: 'Greetings', version: '1', controllers: [GreetingController] }))
const { url } = await service.listen({ port: 0, host: '127.0.0.1' })
console.log('listens at ' + url)
`

describe('fieldstone dev', function () {
  this.timeout(120_000)
  let folder: string
  let child: ChildProcess
  let written = ''
  let noticed: () => void = () => undefined
  const path = (name: string) => join(folder, name)
  const write = (name: string, text: string) => writeFileSync(path(name), text)

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-dev-'))
    write('package.json', '{"type":"module"}')
    write('main.ts', MAIN)
    write('greeting.ts', `export const greeting: string = 'hello '`)
    write('.env', 'NAME=Ada')
    child = start()
  })
  after(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  function start(): ChildProcess {
    // In the folder of the repository, since \`@swc/core\` is found from the framework.
    const args = [
      '--conditions=fieldstone-modules',
      programFile('cli'),
      'dev',
      path('main.ts'),
      '--env-file',
      path('.env'),
      '--',
      '!'
    ]
    const started = spawn(process.execPath, ['--conditions=fieldstone-modules', ...args], {
      stdio: ['ignore', 'pipe', 'pipe']
    })
    for (const stream of [started.stdout, started.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        written += text
        noticed()
      })
    }
    return started
  }

  /** Waits until the command has written this, and forgets what it wrote. */
  async function until(text: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = text.exec(written)
      if (found !== null) {
        written = ''
        return found
      }
      await new Promise<void>((resolve) => {
        noticed = resolve
      })
    }
  }

  const response = async () => {
    const [, url] = await until(/listens at (\S+)\n/)
    return (await fetch(`${url}/greeting`)).json()
  }

  it('runs TypeScript, and starts it again when a file that it imports changes', async () => {
    expect(await response()).to.equal('hello Ada!')
    write('greeting.ts', `export const greeting: string = 'good morning '`)
    await until(/greeting\.ts changed, starting again\n/)
    expect(await response()).to.equal('good morning Ada!')
  })

  it('sets the environment of a file, and watches it', async () => {
    write('.env', 'NAME=Grace')
    expect(await response()).to.equal('good morning Grace!')
  })

  it('starts it again for another content only, however it was saved', async () => {
    const nextFile = async () => (await until(/(\S+) changed, starting again\n/))[1]
    write('greeting.ts', readFileSync(path('greeting.ts'), 'utf8'))
    write('unrelated.ts', 'export {}')
    write('.env', 'NAME=Joan')
    expect(await nextFile()).to.match(/\.env$/)
    expect(await response()).to.equal('good morning Joan!')
    write('greeting.ts.tmp', `export const greeting: string = 'good evening '`)
    renameSync(path('greeting.ts.tmp'), path('greeting.ts'))
    expect(await nextFile()).to.match(/greeting\.ts$/)
    expect(await response()).to.equal('good evening Joan!')
    write('.env', 'NAME=Grace')
    expect(await response()).to.equal('good evening Grace!')
    write('greeting.ts', `export const greeting: string = 'good morning '`)
    expect(await response()).to.equal('good morning Grace!')
  })

  it('prints setup errors without a stack, and starts again when they are repaired', async () => {
    write('main.ts', MAIN.replace("title: 'Greetings', ", ''))
    const [text] = await until(/[\s\S]*starts it again\n/)
    expect(text).to.match(
      /The application cannot start: 1 setup error\.\n {2}- DOCUMENT_INVALID: title is missing, .*\n/
    )
    expect(text).not.to.match(/^ +at /m)
    write('main.ts', MAIN)
    expect(await response()).to.equal('good morning Grace!')
  })

  it('says what does not compile, and what is missing, which may be a new file', async () => {
    const before = readFileSync(path('greeting.ts'), 'utf8')
    write('greeting.ts', 'export const = 1')
    const [text] = await until(/[\s\S]*starts it again\n/)
    expect(text).to.match(/greeting\.ts cannot be compiled:\n[\s\S]*export const = 1\n/)
    expect(text).not.to.match(/backtrace|^ +at /im)
    write('greeting.ts', `import './other.js'\n${before}`)
    await until(/Cannot find module .*other\.js' imported from .*greeting\.ts[\s\S]*starts it again\n/)
    write('other.ts', 'export {}')
    expect(await response()).to.equal('good morning Grace!')
  })

  it('says what a program throws later, unless the program itself handles it', async () => {
    const before = readFileSync(path('main.ts'), 'utf8')
    for (const [thrown, text] of [
      [`new Error('too late')`, /(?<!\S)Error: too late\n {4}at [\s\S]*starts it again\n/],
      ['5', /^The program threw 5\n.*it ended with the exit code 1; .*starts it again\n/m],
      ["{ a: 'b' }", /^The program threw \{ a: 'b' \}\n.*starts it again\n/m]
    ] as const) {
      write('main.ts', `${before}\nsetTimeout(() => { throw ${thrown} })`)
      const [said] = await until(text)
      expect(said).not.to.match(/^ +at .*node:/m)
    }
    write(
      'main.ts',
      `process.on('uncaughtException', (error) => console.log('handles ' + error.message))\n${before}
      setTimeout(() => { throw new Error('too late') })`
    )
    await until(/handles too late\n/)
    write('main.ts', before)
    expect(await response()).to.equal('good morning Grace!')
  })

  it('ends with the service at SIGINT: exit code 0', async () => {
    child.kill('SIGINT')
    expect(await once(child, 'exit')).to.deep.equal([0, null])
  })

  it('leaves no service behind when it is killed', async () => {
    child = start()
    await until(/listens at \S+\n/)
    child.kill('SIGKILL')
    // The service writes to the same pipes, which are open as long as it runs.
    expect(await once(child, 'close')).to.deep.equal([null, 'SIGKILL'])
  })

  it('rejects files that do not exist: exit code 2', async () => {
    expect((await runHere('dev', 'no-main.ts')).error?.message).to.equal('There is no file no-main.ts')
    const { error } = await runHere('dev', path('main.ts'), '--env-file', 'no.env')
    expect(error?.message).to.equal('There is no file no.env')
  })
})
