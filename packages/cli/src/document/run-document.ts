import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { type OpenAPIDocument, toYAML } from 'fieldstone'
import type { CommandCall } from '../definition/command-definition.js'
import { UsageError } from '../definition/usage-error.js'
import { documentNamed, loadDescription } from '../module/load-description.js'
import { differences } from './difference.js'

type Format = 'json' | 'yaml'

/** The options of `fieldstone document`. */
export interface DocumentOptions {
  readonly out?: string
  readonly check?: boolean
  readonly format?: Format
  readonly name?: string
}

const FORMATS: Readonly<Record<string, Format>> = { '.json': 'json', '.yaml': 'yaml', '.yml': 'yaml' }

/** @throws UsageError for a file whose format is unknown, and what cannot be read or written */
export async function runDocument(call: CommandCall<readonly [module: string], DocumentOptions>): Promise<number> {
  const {
    arguments: [path],
    options,
    terminal
  } = call
  const { out, check = false } = options
  const format = formatOf(options)
  if (check && out === undefined) throw new UsageError('--check needs the file to compare with: --out openapi.yaml')
  const document = documentNamed((await loadDescription(path)).documents, options.name)
  if (out === undefined) {
    terminal.out(await textOf(document(), format))
    return 0
  }
  if (check) return checkFile(out, format, document(), call)
  const text = await textOf(document(), format)
  try {
    await mkdir(dirname(out), { recursive: true })
    await writeFile(out, text)
  } catch (error) {
    throw new UsageError(`${out} cannot be written: ${(error as Error).message}`)
  }
  return 0
}

function formatOf({ out, format }: DocumentOptions): Format {
  if (out === undefined) return format ?? 'json'
  const found = format ?? FORMATS[extname(out).toLowerCase()]
  if (found !== undefined) return found
  throw new UsageError(`--out ${out} does not say its format: end its name in .json or .yaml, or give --format`)
}

/** JSON with two spaces, or YAML; the `yaml` library is loaded only for the latter. */
async function textOf(document: OpenAPIDocument, format: Format): Promise<string> {
  return format === 'json' ? `${JSON.stringify(document, null, 2)}\n` : toYAML(document)
}

/** The most differences that are worth reading; the command that repairs them is printed in any case. */
const MOST = 40

async function checkFile(
  out: string,
  format: Format,
  document: object,
  { arguments: [path], options: { name }, terminal }: CommandCall<readonly [module: string], DocumentOptions>
): Promise<number> {
  const repair = `write it again: fieldstone document ${path}${name === undefined ? '' : ` --name ${name}`} --out ${out}`
  let text: string
  try {
    text = await readFile(out, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new UsageError(`${out} cannot be read: ${(error as Error).message}`)
    terminal.err(`${out} does not exist; ${repair}\n`)
    return 1
  }
  let written: unknown
  try {
    written = format === 'json' ? JSON.parse(text) : (await import('yaml')).parse(text)
  } catch (error) {
    const [reason] = (error as Error).message.split('\n')
    terminal.err(`${out} is not ${format.toUpperCase()}: ${reason?.replace(/:$/, '')}; ${repair}\n`)
    return 1
  }
  const found = differences(written, document)
  if (found.length === 0) return 0
  const more = found.length > MOST ? [`  … and ${found.length - MOST} more`] : []
  const lines = [...found.slice(0, MOST).map((line) => `  ${line}`), ...more]
  terminal.err(`${out} is stale: - is in the file, + in the application\n${lines.join('\n')}\n${repair}\n`)
  return 1
}
