import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { controllerFiles, type DecoratorForm, recordFile, resourceNames } from 'create-fieldstone'
import { getTsconfig } from 'get-tsconfig'
import type { CommandCall } from '../definition/command-definition.js'
import { UsageError } from '../definition/usage-error.js'
import { isListed, withController } from './registration.js'

export type GenerateArguments = readonly [kind: 'controller' | 'record', name: string]

/** The options of `fieldstone generate`. */
export interface GenerateOptions {
  readonly dir: string
  readonly application?: string
}

/** @throws UsageError for files that exist already, and for a folder without sources */
export async function runGenerate(call: CommandCall<GenerateArguments, GenerateOptions>): Promise<number> {
  const {
    arguments: [kind, name],
    options,
    terminal
  } = call
  const names = resourceNames(name)
  const sources = options.dir.replace(/(?<=.)[/\\]+$/, '')
  if (!existsSync(sources))
    throw new UsageError(
      `There is no folder ${sources}; name the one of the sources: --dir app, or make a project: fieldstone new my-api`
    )
  const { application } = options
  if (application !== undefined && !existsSync(application))
    throw new UsageError(`There is no file ${application}, and nothing was written; name the one of the application`)
  const form = formOf(sources)
  const record = recordFile(names, form, sources)
  const hasRecord = kind === 'controller' && existsSync(record.path)
  if (hasRecord) await checkRecord(record.path, names.type)
  const specs = ['spec', 'test', 'tests'].find((folder) => dirname(sources) === '.' && existsSync(folder)) ?? sources
  const runner = await runnerOf()
  const files = [
    ...(hasRecord ? [] : [record]),
    ...(kind === 'controller' ? controllerFiles(names, form, { sources, specs, runner }) : [])
  ]
  const present = files.map(({ path }) => path).filter((path) => existsSync(path))
  if (present.length > 0)
    throw new UsageError(
      `${present.join(' and ')} exist${present.length === 1 ? 's' : ''} already, and nothing was written; give another name, or remove what you do not need`
    )
  for (const { path, text } of files) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text, { flag: 'wx' })
    terminal.out(`${path} is written\n`)
  }
  if (hasRecord) terminal.out(`${record.path} exists already, and the controller uses it\n`)
  if (kind === 'controller') await register(`${names.type}Controller`, `${sources}/${names.file}-controller.js`, call)
  return 0
}

/** The form that the project compiles. */
function formOf(sources: string): DecoratorForm {
  return getTsconfig(sources)?.config.compilerOptions?.emitDecoratorMetadata === true ? 'legacy' : 'standard'
}

async function checkRecord(path: string, type: string): Promise<void> {
  const source = await readFile(path, 'utf8')
  const missing = [type, `New${type}`].filter((name) => !new RegExp(`export (abstract )?class ${name}\\b`).test(source))
  if (missing.length === 0) return
  throw new UsageError(
    `${path} exports no class ${missing.join(' and none ')}, which the controller needs; rename its classes, or give another name`
  )
}

/** How the specs of the project are run. */
async function runnerOf(): Promise<string> {
  const text = await readFile('package.json', 'utf8').catch(() => '{}')
  const { dependencies = {}, devDependencies = {} } = manifestOf(text)
  const known = { ...dependencies, ...devDependencies }
  if ('vitest' in known) return "import { describe, it } from 'vitest'\n"
  return 'jest' in known || 'mocha' in known ? '' : "import { describe, it } from 'node:test'\n"
}

function manifestOf(text: string): { dependencies?: object; devDependencies?: object } {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`package.json cannot be read: ${(error as Error).message}`)
  }
}

async function register(
  controller: string,
  file: string,
  { options, terminal }: CommandCall<GenerateArguments, GenerateOptions>
): Promise<void> {
  const candidates = [options.application, ...['application.ts', 'app.ts'].map((each) => join(options.dir, each))]
  const path = candidates.find((each) => each !== undefined && existsSync(each))
  if (path !== undefined) {
    const source = await readFile(path, 'utf8')
    const away = relative(dirname(path), file).replaceAll('\\', '/')
    const specifier = away.startsWith('.') ? away : `./${away}`
    const added = withController(source, controller, specifier)
    if (added === source) {
      terminal.out(
        isListed(source, controller)
          ? `${path} has ${controller} among its controllers already\n`
          : `${path} names ${controller} already, and nothing was added; see that it is among the controllers\n`
      )
      return
    }
    if (added !== undefined) {
      await writeFile(path, added)
      terminal.out(`${path} has ${controller} among its controllers\n`)
      return
    }
  }
  terminal.out(`Add it to your application: controllers: [${controller}]\n`)
}
