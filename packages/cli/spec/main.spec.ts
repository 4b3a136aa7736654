import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { runHere, runProgramHere } from '../../../spec/support/command.js'
import { HONEST, moduleFolder, run } from './small-application.js'

describe('the fieldstone command', () => {
  const module = moduleFolder()
  const verify = (...args: string[]) => runHere('verify', ...args)

  it('prints how it is used', async () => {
    for (const args of [['--help'], ['-h'], ['help']]) {
      const { status, stdout } = await runHere(...args)
      expect(status).to.equal(0)
      expect(stdout).to.match(/^Usage: fieldstone <command>/)
    }
    for (const args of [
      ['document', '--help'],
      ['document', '-h'],
      ['help', 'document']
    ]) {
      const { status, stdout } = await runHere(...args)
      expect(status).to.equal(0)
      expect(stdout).to.match(/^Usage: fieldstone document \[options\] <module>/)
    }
    for (const args of [
      ['verify', '--help'],
      ['verify', '-h'],
      ['help', 'verify']
    ]) {
      const { status, stdout } = await runHere(...args)
      expect(status).to.equal(0)
      expect(stdout).to.match(/^Usage: fieldstone verify <module>[\s\S]*\n {2}--runs <n> +How many requests/)
    }
  })

  it('prints the help of every command', async () => {
    const commands = ['', 'new', 'dev', 'generate', 'document', 'diff', 'routes', 'mcp', 'client']
    const texts: string[] = []
    for (const command of commands) {
      const { status, stdout, stderr } = await runHere(...(command === '' ? [] : [command]), '--help')
      expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' })
      texts.push(stdout)
    }
    expect(texts.join('\n')).to.equal(
      readFileSync(new URL('../../../../packages/cli/spec/help.txt', import.meta.url), 'utf8')
    )
    expect((await runHere('help', 'help')).stdout).to.equal(texts[0])
    const narrow = await runProgramHere(['--help'], { columns: 80 })
    const [options = ''] = narrow.stdout.split('<module> exports')
    expect(Math.max(...options.split('\n').map(({ length }) => length))).to.be.at.most(80)
  })

  it('says what to do instead of a command that was removed: exit code 2', async () => {
    const said = 'The command migrate was removed; docs/migrating.md says how to move a project by hand'
    expect(run('migrate', 'nestjs', 'src')).to.deep.equal({ status: 2, stdout: '', stderr: `fieldstone: ${said}\n` })
    for (const args of [
      ['migrate', '--help'],
      ['help', 'migrate']
    ])
      expect((await runHere(...args)).error?.message).to.equal(said)
  })

  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(await runHere('--version')).to.include({ status: 0, stdout: `${version}\n` })
  })

  it('prints the document of an application', async () => {
    const { status, stdout } = await runHere('document', module('document.mjs', HONEST))
    expect(status).to.equal(0)
    expect(JSON.parse(stdout)).to.have.nested.property('paths./hello.get.operationId', 'hello')
  })

  for (const [title, tail] of [
    ['a default export', 'export default application'],
    ['a service', 'export const service = await bootstrap(application)'],
    ['the promise of a service', 'export default bootstrap(application)'],
    ['an export app', 'export { application as app }']
  ] as const) {
    it(`accepts ${title}`, async () => {
      const source = `${HONEST.replace('export const application', 'const application')}\n${tail}`
      expect(await verify(module('export.mjs', source), '--runs', '200')).to.include({ status: 0 })
    })
  }

  describe('exits with 2 and a message', () => {
    type Misuse = readonly [title: string, args: readonly string[], message: string]
    it('for an unknown option', () => {
      const { status, stdout, stderr } = run('verify', 'a.js', '--watt')
      expect(stderr).to.include('fieldstone: There is no option --watt; ')
      expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' })
    })

    const misuses: readonly Misuse[] = [
      [
        'without a module',
        [],
        'fieldstone verify needs a module, or the address of a service: fieldstone verify ./app.js'
      ],
      ['for two modules', ['a.js', 'b.js'], 'fieldstone verify takes one module, not also b.js'],
      ['for a file that does not exist', ['no-such-file.js'], 'There is no file no-such-file.js'],
      [
        'for runs that are not an integer',
        ['a.js', '--runs', '1e3'],
        '--runs takes an integer of at least 1, not "1e3"'
      ],
      [
        'for a document of a module that is not a path of its service',
        ['a.js', '--document', 'openapi.json'],
        '--document is a path of the module\'s service, as /openapi.json, not "openapi.json"'
      ],
      ['for a timeout of 0', ['a.js', '--timeout', '0'], '--timeout takes a time, as 500ms, 60s or 2m, not "0"'],
      ['for negative shrink runs', ['a.js', '--shrink-runs=-1'], '--shrink-runs takes an integer of at least 0'],
      ['for 0 runs', ['a.js', '--runs', '0'], '--runs takes an integer of at least 1, not "0"'],
      ['for a seed that is not an integer', ['a.js', '--seed', 'x'], '--seed takes an integer, not "x"'],
      ['for a header without a value', ['a.js', '--header', 'x'], '--header takes name:value, not "x"'],
      ['for a query parameter without a name', ['a.js', '--query', '=x'], '--query takes name=value, not "=x"']
    ]
    for (const [title, args, message] of misuses) {
      it(title, async () => expectMisuse(await verify(...args), message))
    }

    const wrong: readonly (readonly [call: string, message: string])[] = [
      ['', 'No command is given; see fieldstone --help'],
      ['run', 'There is no command run; see fieldstone --help'],
      ['rout', 'There is no command rout; did you mean routes? Or see fieldstone --help'],
      ['help nothing', 'There is no command nothing; see fieldstone --help'],
      ['--versions', 'There is no option --versions; did you mean --version? Or see fieldstone --help'],
      ['document', 'The argument <module> is missing; see fieldstone document --help'],
      ['document a b c', 'The command document takes <module>, not also b c; see fieldstone document --help'],
      ['document a --hepl', 'There is no option --hepl; did you mean --help? Or see fieldstone document --help'],
      ['document a --format', 'The option --format <format> lacks its value; see fieldstone document --help'],
      [
        'document a --format xml',
        "The option --format <format> cannot be 'xml'. Allowed choices are json, yaml; see fieldstone document --help"
      ],
      [
        'generate thing x',
        "The argument <kind> cannot be 'thing'. Allowed choices are controller, record; see fieldstone generate --help"
      ],
      ['generate controller', 'The argument <name> is missing; see fieldstone generate --help'],
      ['diff a', 'The argument <new> is missing; see fieldstone diff --help'],
      [
        'diff a b --fail-on never',
        "The option --fail-on <level> cannot be 'never'. Allowed choices are breaking, may-break, generated-clients, any, none; see fieldstone diff --help"
      ],
      ['new a b', 'The command new takes <folder>, not also b; see fieldstone new --help'],
      ['mcp a', 'No operation is selected; add --tag <tag> or --operation <id>'],
      ['dev', 'The argument <main> is missing; see fieldstone dev --help'],
      ['dev a --port', 'There is no option --port; see fieldstone dev --help'],
      ['routes a --format xml', 'There is no option --format; see fieldstone routes --help'],
      ['client a', 'The option --out <folder> is missing; see fieldstone client --help']
    ]
    for (const [call, message] of wrong)
      it(`for fieldstone ${call}`, async () => {
        const { error, ...printed } = await runHere(...call.split(' ').filter((word) => word !== ''))
        expect(printed).to.deep.equal({ status: 2, stdout: '', stderr: `fieldstone: ${message}\n` })
      })

    /** The process prints the message, and ends with 2. */
    function expectMisuse({ stdout, status, error }: Awaited<ReturnType<typeof verify>>, message: string): void {
      expect({ stdout, status }).to.deep.equal({ stdout: '', status: 2 })
      expect(error?.message).to.include(message)
    }

    const modules: readonly (readonly [title: string, source: string, message: string])[] = [
      [
        'for a module without an application',
        'export const other = 1',
        'exports no application: write `export const application = new Application'
      ],
      [
        'for an export that is something else',
        'export default 5',
        'export default is neither an Application nor what bootstrap returns'
      ],
      [
        'for an Application of another copy',
        'export default new (class Application {})()',
        'is an Application of another copy of fieldstone'
      ],
      ['for an export that is null', 'export const app = null', 'export app is neither an Application nor'],
      ['for a module that throws a text', "throw 'no database'", 'cannot be imported: no database'],
      ['for a module that throws', "throw new Error('no database')", 'no database'],
      ['for a module that does not parse', 'export const = 1', 'cannot be imported: SyntaxError'],
      ['for setup errors', HONEST.replace("title: 'Small',", ''), 'DOCUMENT_INVALID'],
      ['for an id that no operation has', HONEST, 'No operation is named typo']
    ]
    for (const [title, source, message] of modules) {
      it(title, async () => {
        expectMisuse(await verify(module('misuse.mjs', source), '--runs', '5', '--exclude', 'typo'), message)
      })
    }
  })
})
