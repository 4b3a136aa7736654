import { parseArgs } from 'node:util'
import { similarName } from '../option-names.js'
import { COMMAND_OPTIONS, type CommandOption, type CommandSettings } from './command-options.js'
import { UsageError } from './usage-error.js'

/**
 * Reads the command line.
 *
 * @throws UsageError for an unknown option, and for a value that its option does not take; TypeError of `parseArgs` for an
 *   option without its value
 */
export function parseArguments(args: readonly string[]): {
  readonly settings: CommandSettings
  readonly modules: readonly string[]
} {
  const types = COMMAND_OPTIONS.map(({ name, value, isMany }) => {
    return [name, { type: value === undefined ? 'boolean' : 'string', multiple: isMany === true }] as const
  })
  const config = { args: [...args], options: Object.fromEntries(types), allowPositionals: true }
  const { tokens } = parseArgs({ ...config, strict: false, tokens: true })
  for (const token of tokens) if (token.kind === 'option') checkName(token)
  const { values, positionals } = parseArgs(config)
  const settings = COMMAND_OPTIONS.map(({ name, read }) => {
    const given = values[name]
    return given === undefined ? {} : read([given].flat().map(String) as [string, ...string[]])
  })
  return { settings: Object.assign({}, ...settings), modules: positionals }
}

/** `parseArgs` says of an unknown option how to give an argument of the same text, which is not what was meant. */
function checkName({ name, rawName }: { readonly name: string; readonly rawName: string }): void {
  const names = COMMAND_OPTIONS.map((option) => option.name)
  if (names.includes(name)) return
  const near = similarName(name, names)
  const hint = near === undefined ? 'see --help' : `did you mean --${near}?`
  throw new UsageError(`There is no option ${rawName}; ${hint}`)
}

/** @param hasModules whether the command loads modules, and not only calls services that listen */
export function helpText(name: string, hasModules: boolean): string {
  const modules = `
<module> is compiled JavaScript. Its default export, or its export named application, app or service,
is an Application or what bootstrap returned. Importing it must not start to listen. If it exports a
function named reset, that is awaited before requests that may change state.
`
  return `Usage: ${hasModules ? `${name} <module> [options]\n       ` : ''}${name} --url <url> --document <where> [options]

Check a service against its OpenAPI document.
${hasModules ? modules : ''}
Options:
${optionLines(COMMAND_OPTIONS)}

Exit codes: 0 everything is proved; 1 service and document disagree; 2 the command was called wrongly, the
module or the document cannot be loaded, or a file cannot be written; 3 something is not proved; 130 it was
stopped by Ctrl-C.
`
}

/** The options as the help prints them, one on each line. */
function optionLines(options: readonly CommandOption[]): string {
  const names = options.map(({ name, value = '' }) => `--${name} ${value}`.trimEnd())
  const width = Math.max(...names.map((name) => name.length)) + 2
  return options
    .map(({ help, isMany }, index) => {
      const name = names[index] as string
      return `  ${name.padEnd(width)}${help}${isMany ? '; may be given several times' : ''}`
    })
    .join('\n')
}
