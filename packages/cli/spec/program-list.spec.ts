import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { programFile } from '../../../spec/support/build.js'
import { expectListed } from '../../../spec/support/listed.js'
import { type ProgramRun, runProgram } from '../../../spec/support/program-run.js'
import { shown } from '../../../spec/support/whole-list.js'
import { UsageError } from '../../create-fieldstone/src/usage-error.js'

const FIELDSTONE = pathToFileURL(programFile('cli'))
const CREATE = new URL('../../create-fieldstone/src/main.js', import.meta.url)

class Odd extends Error {
  override name = 'Odd'
  override stack: string = 'Odd: no paper\n    at printer'
}

const named = (name: string, message: string) => Object.assign(new Error(message), { name })
const coded = (code: unknown) => Object.assign(new Odd('a wrong argument'), { code })

/** What printing can throw, as the programs print only what they read otherwise. */
const FAILURES: readonly unknown[] = [
  'no paper',
  undefined,
  new Odd('no paper'),
  Object.assign(new Error('no paper'), { stack: undefined }),
  named('UsageError', 'not so'),
  named('VerifyError', 'nor so'),
  coded('ERR_PARSE_ARGS_UNKNOWN_OPTION'),
  coded('ERR_OTHER'),
  coded(5)
]

describe('The programs', () => {
  let folder: string
  const home = process.cwd()
  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'fieldstone-programs-')))
    process.chdir(folder)
    writeFileSync('wrong.mjs', "throw new Error('it is broken')")
    writeFileSync('number.mjs', 'throw 5')
  })
  after(() => {
    process.chdir(home)
    rmSync(folder, { recursive: true, force: true })
  })

  async function list(main: URL, runs: readonly (readonly [line: string, how?: ProgramRun])[]): Promise<string[]> {
    const lines: string[] = []
    for (const [line, how = {}] of runs) {
      const { failure, columns } = how
      const notes = [
        ...('failure' in how ? [`where stdout throws ${shown(failure)}`] : []),
        ...(columns === undefined ? [] : [`in a terminal of ${columns} columns`])
      ]
      lines.push(`$ ${[line, ...notes].join(', ')}`)
      lines.push(...(await runProgram(main, line === '' ? [] : line.split(' '), how)))
    }
    return lines.map((line) => line.replaceAll(folder, '<folder>').replace(/ {4}at .*/, '    at …'))
  }

  it('of the command fieldstone writes and exits as program-list.txt says', async () => {
    const lines = await list(FIELDSTONE, [
      [''],
      ['--help'],
      ['none'],
      ['verify'],
      ['verify --none', { isWhole: true }],
      ['verify number.mjs', { isWhole: true }],
      ['routes wrong.mjs'],
      ['help routes', { isWhole: true }],
      ['help routes', { isWhole: true, columns: 50 }],
      ...FAILURES.map((failure) => ['--help', { failure }] as const)
    ])
    expectListed('cli/program-list.txt', 'fieldstone', lines)
  })

  it('of npm create fieldstone writes and exits as program-list.txt says', async () => {
    const lines = await list(CREATE, [
      [''],
      ['--help', { isWhole: true }],
      ['-h'],
      ['a b'],
      ['--none', { isWhole: true }],
      ['a --decorators', { isWhole: true }],
      ['a --decorators none'],
      ['A', { isWhole: true }],
      ['legacy', { isWhole: true }],
      ['standard --decorators standard'],
      ['explicit --decorators legacy'],
      ['legacy'],
      ...[...FAILURES.filter((each) => each instanceof Error), new UsageError('not so, too')].map(
        (failure) => ['--help', { failure }] as const
      )
    ])
    const decorators = ['legacy', 'standard', 'explicit'].map((name) => {
      const { compilerOptions } = JSON.parse(readFileSync(join(name, 'tsconfig.json'), 'utf8'))
      return `${name}: ${compilerOptions.experimentalDecorators === true ? 'legacy' : 'standard'} decorators`
    })
    expectListed('cli/program-list.txt', 'npm create fieldstone', [...lines, ...decorators])
  })
})
