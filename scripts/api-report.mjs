// Writes docs/api.md, the report of everything that the package exports: names, types and defaults, without bodies.
// With --check it writes nothing: it says what the report lacks, and which export or option has no docstring.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'

const repository = resolve(import.meta.dirname, '..')
const report = join(repository, 'docs/api.md')
const packageFile = join(repository, 'package.json')
/** The entries of all packages: the name that users import, and the compiled declarations. */
const ENTRIES = [
  ...entriesOf('package.json', (types) => types),
  ...readdirSync(join(repository, 'packages')).flatMap((name) =>
    entriesOf(`packages/${name}/package.json`, (types) => types.replace('./lib/', `./dist/packages/${name}/src/`))
  )
]

function entriesOf(file, compiled) {
  const { name, exports } = JSON.parse(readFileSync(join(repository, file), 'utf8'))
  return Object.entries(exports)
    .filter(([, entry]) => entry.types !== undefined)
    .map(([entry, { types }]) => ({ name: entry.replace(/^\./, name), types: compiled(types) }))
}

const HEAD = `# The public interface

Every name that the packages export, with its type. This file is made by \`npm run api\`, and a spec compares it with the
code: a change of the public interface is a change of this file, for a reviewer to see. What the names mean is in the
[guides](../README.md) and in the docstrings, which an editor shows.

Types that an exported name uses, but that are not exported themselves, are in the report without \`export\`.
`

/** The extractor's message about an export, or a member of one, that has no docstring. */
const UNDOCUMENTED = 'ae-undocumented'
/** Docstrings that the extractor does not find: those of an interface that a class implements. */
const INHERITING = ['src/http/routing/group.ts']
/** The name that the compiler gives to what a class extends where that is no class of its own. */
const EMITTED_BASE = /"\w+_base"/

const off = { logLevel: ExtractorLogLevel.None, addToApiReportFile: false }

function configOf({ name, types }, folder) {
  const file = join(repository, types)
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: packageFile,
    configObject: {
      projectFolder: repository,
      mainEntryPointFilePath: file,
      compiler: {
        overrideTsconfig: {
          compilerOptions: { module: 'nodenext', target: 'es2023', strict: true, skipLibCheck: true, types: ['node'] },
          files: [file]
        }
      },
      apiReport: {
        enabled: true,
        reportFileName: 'report.api.md',
        reportFolder: folder,
        reportTempFolder: join(folder, 'temp'),
        // The other entries use types of the first, which are there already.
        includeForgottenExports: name === 'fieldstone'
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: off },
        extractorMessageReporting: {
          default: off,
          [UNDOCUMENTED]: { logLevel: ExtractorLogLevel.Warning, addToApiReportFile: false }
        },
        tsdocMessageReporting: { default: off }
      }
    }
  })
}

function extract(entry, folder, compilerState) {
  const { name, types } = entry
  const faults = []
  Extractor.invoke(configOf(entry, folder), {
    localBuild: true,
    compilerState,
    messageCallback(message) {
      message.handled = true
      if (message.messageId !== UNDOCUMENTED || EMITTED_BASE.test(message.text)) return
      const source = relative(repository, message.sourceFilePath ?? join(repository, types))
      if (!INHERITING.includes(source)) faults.push(`${source}:${message.sourceFileLine} ${message.text}`)
    }
  })
  const text = readFileSync(join(folder, 'report.api.md'), 'utf8').replaceAll('\r\n', '\n')
  const code = text.slice(text.indexOf('```ts'), text.lastIndexOf('```') + 3)
  const lines = code.split('\n').filter((line) => line !== '// @public (undocumented)' && line !== '// @public')
  return { section: `## ${name}\n\n${lines.join('\n').replace(/\n{3,}/g, '\n\n')}`, faults }
}

const folder = mkdtempSync(join(tmpdir(), 'fieldstone-api-'))
// One program for all entries: they share most of their declarations.
const [main, ...others] = ENTRIES
const compilerState = CompilerState.create(configOf(main, folder), {
  additionalEntryPoints: others.map(({ types }) => join(repository, types))
})
const results = ENTRIES.map((entry) => extract(entry, folder, compilerState))
rmSync(folder, { recursive: true, force: true })

const text = `${[HEAD, ...results.map(({ section }) => section)].join('\n')}\n`
const faults = [...new Set(results.flatMap((result) => result.faults))]
for (const fault of faults) console.error(fault)

if (process.argv.includes('--check')) {
  let known = ''
  try {
    known = readFileSync(report, 'utf8')
  } catch {}
  const now = text.split('\n')
  const before = known.split('\n')
  for (const line of now) if (!before.includes(line)) console.error(`docs/api.md lacks: ${line}`)
  for (const line of before) if (!now.includes(line)) console.error(`docs/api.md still has: ${line}`)
  if (known !== text)
    console.error('docs/api.md is not the public interface: run npm run api, and look at what changed')
  process.exitCode = known === text && faults.length === 0 ? 0 : 1
} else {
  writeFileSync(report, text)
  process.exitCode = faults.length === 0 ? 0 : 1
}
