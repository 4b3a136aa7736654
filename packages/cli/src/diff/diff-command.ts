import { dirname } from 'node:path'
import { Argument, Option } from 'commander'
import type { Level } from 'fieldstone-diff'
import type { CommandDefinition } from '../definition/command-definition.js'
import { UsageError } from '../definition/usage-error.js'

interface DiffOptions {
  readonly format: 'text' | 'json' | 'markdown'
  readonly out?: string
  readonly failOn: Level | 'any' | 'none'
  readonly ignore: readonly string[]
  readonly name?: string
}

/** `fieldstone diff openapi.json ./app.js` */
export const diffCommand: CommandDefinition<readonly [old: string, next: string], DiffOptions> = {
  name: 'diff',
  summary: 'Compare two OpenAPI documents: what breaks clients, and what does not',
  declare: (command) =>
    command
      .addArgument(new Argument('<old>', 'the document that clients know'))
      .addArgument(new Argument('<new>', 'the document of today'))
      .addOption(
        new Option('--format <format>', 'how to print it').choices(['text', 'json', 'markdown']).default('text')
      )
      .option('--out <file>', 'write the report to a file, and print only the counts')
      .addOption(
        new Option('--fail-on <level>', 'exit with 1 for changes of this level, and of worse ones')
          .choices(['breaking', 'may-break', 'generated-clients', 'any', 'none'])
          .default('breaking')
      )
      .addOption(
        new Option(
          '--ignore <what>',
          'leave out a rule, an operation, or a rule of one (rule@GET /items); can be repeated'
        )
          .argParser((value: string, all: readonly string[]) => [...all, value])
          .default([], 'nothing')
      )
      .option('--name <name>', 'the document of this name, of an application that has several')
      .addHelpText(
        'after',
        `
<old> and <new> are each a file (JSON or YAML, OpenAPI 3), a URL, a file of a commit (main:openapi.json),
or a module that exports an application.

Levels, from the worst: breaking, may-break (the documents do not decide it), generated-clients (code that
is generated from the document again), compatible.

Exit codes: 0 nothing of the level of --fail-on, 1 something, 2 the command was called wrongly.

Example: fieldstone diff main:openapi.json ./app.js --format markdown --out changes.md`
      ),
  async run({ arguments: [oldSource, newSource], options, terminal }) {
    const { runDiff } = await import('./run-diff.js')
    const { text, counts, code } = await runDiff(oldSource, newSource, options)
    if (options.out === undefined) {
      terminal.out(text)
      return code
    }
    const { mkdir, writeFile } = await import('node:fs/promises')
    try {
      await mkdir(dirname(options.out), { recursive: true })
      await writeFile(options.out, text)
    } catch (error) {
      throw new UsageError(`The report cannot be written to ${options.out}: ${(error as Error).message}`)
    }
    terminal.out(`${counts}; the report is in ${options.out}\n`)
    return code
  }
}
