#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { createProject } from './create-project.js'
import { UsageError } from './usage-error.js'

const HELP = `Usage: npm create fieldstone <folder> [-- --decorators legacy|standard]

Makes a project in a new or empty folder, as fieldstone new does.
`

process.exitCode = await create(process.argv.slice(2)).catch((error: Error) => {
  const isWrongCall =
    error instanceof UsageError || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')
  process.stderr.write(`create-fieldstone: ${isWrongCall ? error.message : error.stack}\n`)
  return 2
})

async function create(args: string[]): Promise<number> {
  const options = { decorators: { type: 'string', default: 'legacy' }, help: { type: 'boolean', short: 'h' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const { decorators, help } = values
  if (help === true) {
    process.stdout.write(HELP)
    return 0
  }
  const [folder, ...more] = positionals
  if (folder === undefined || more.length > 0) throw new UsageError('name one folder, as npm create fieldstone my-api')
  if (decorators !== 'legacy' && decorators !== 'standard')
    throw new UsageError(`--decorators is legacy or standard, not ${decorators}`)
  await createProject(folder, { decorators }, (text) => process.stdout.write(text))
  return 0
}
