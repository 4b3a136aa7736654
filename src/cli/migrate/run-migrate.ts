import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import type { CommandCall } from '../definition/command-definition.js'
import { UsageError } from '../definition/usage-error.js'
import { findCompiler } from '../module/typescript.js'
import { applicationFiles, unlisted } from './application-file.js'
import { type RewrittenFile, rewriteFile } from './file-rewrite.js'
import { otherUsesOfNest } from './other-uses.js'
import { factsOf } from './project-facts.js'
import { type Change, needCommitted, readProject, writeChanges } from './project-files.js'
import { type Parser, type Rest, SourceFile } from './source-file.js'
import { diffOf } from './unified-diff.js'

export interface MigrateOptions {
  readonly dryRun?: boolean
  readonly force?: boolean
}

/**
 * Rewrites a project of another framework.
 *
 * @throws UsageError where a file cannot be read as TypeScript, or changes that are not committed could be lost
 */
export async function runMigrate({
  arguments: [from, folder],
  options,
  terminal
}: CommandCall<readonly [string, string], MigrateOptions>): Promise<number> {
  if (from !== 'nestjs') throw new UsageError(`'${from}' is not known: write fieldstone migrate nestjs ${folder}`)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`There is no folder ${folder}`)
  const parser = parserOf(folder)
  const { skipped, texts } = readProject(folder)
  const sources = [...texts].map(([path, text]) => parse(path, text, parser))
  const { changes, files, rest } = rewriteProject(folder, sources, texts, parser)
  if (!options.dryRun && !options.force && changes.length > 0) needCommitted(folder, changes)
  if (options.dryRun) terminal.out(changes.map(diffOf).join(''))
  else writeChanges(changes)
  terminal.out(report(changes, files, [...rest, ...skipped], options.dryRun === true))
  return 0
}

function parserOf(folder: string): Parser {
  const file = findCompiler(join(folder, 'file.js'))
  if (file === undefined)
    throw new UsageError('@swc/core, which reads TypeScript, is not installed; run npm install --save-dev @swc/core')
  return createRequire(import.meta.url)(file) as Parser
}

function parse(path: string, text: string, parser: Parser): SourceFile {
  try {
    return new SourceFile(path, text, parser)
  } catch (error) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the parser writes colors
    const whole = String((error as Error).message).replace(/\x1b\[[0-9;]*m/g, '')
    // Below it are the frames of the parser, and before it the semicolon that begins what it reads.
    const message = whole.replace(/\s*\n\s*Caused by:[\s\S]*$/, '').replace(/^(\s*1 │? ?\|? ?);/m, '$1 ')
    throw new UsageError(`${path} cannot be read, and nothing was written:\n${message}`)
  }
}

function rewriteProject(
  folder: string,
  sources: readonly SourceFile[],
  texts: ReadonlyMap<string, string>,
  parser: Parser
) {
  const facts = factsOf(sources)
  const files = sources.map((source) => rewriteFile(source.path, texts.get(source.path) ?? '', facts, parser))
  const controllers = files.flatMap(({ path, controllers }) => controllers.map((name) => ({ name, file: path })))
  const hasModule =
    sources.some(({ body }) =>
      body.some((node) => node.type === 'ImportDeclaration' && node.source.value === '@nestjs/common')
    ) && [...texts.values()].some((text) => /@Module\s*\(/.test(text))
  const earlier = [...texts].find(([path, text]) => /[\\/]application\.ts$/.test(path) && text.includes("'fieldstone'"))
  const application =
    hasModule && earlier === undefined
      ? applicationFiles(folder, sources, controllers, facts)
      : { written: new Map<string, string>(), removed: [], rest: controllers.map(unlisted) }
  const after = new Map<string, string | undefined>(files.map(({ path, text }) => [path, text]))
  for (const [path, text] of application.written) {
    if (path.endsWith('application.ts') && texts.has(path))
      throw new UsageError(`${path} exists already; rename it, since the command writes a file of this name`)
    after.set(path, text)
  }
  for (const path of application.removed) after.set(path, undefined)
  const changes: Change[] = [...after]
    .map(([path, text]) => ({ path, before: texts.get(path), after: text }))
    .filter((change) => change.before !== change.after)
  const gone = new Set([...application.removed, ...application.written.keys()])
  const known = files.filter(({ path }) => !gone.has(path)).flatMap((file) => file.rest)
  const others = sources.filter(({ path }) => !gone.has(path)).flatMap(otherUsesOfNest)
  const isKnown = (each: Rest) =>
    known.some(({ file, line, what }) => `${file} ${line} ${what}` === `${each.file} ${each.line} ${each.what}`)
  const rest = [...known, ...others.filter((each) => !isKnown(each)), ...application.rest]
  return { changes, files, rest }
}

function report(
  changes: readonly Change[],
  files: readonly RewrittenFile[],
  rest: readonly Rest[],
  isDry: boolean
): string {
  const sum = (count: 'routes' | 'exceptions' | 'fields') => files.reduce((all, file) => all + file.counts[count], 0)
  const controllers = files.reduce((all, file) => all + file.controllers.length, 0)
  const removed = changes.filter(({ after }) => after === undefined).length
  if (changes.length === 0 && rest.length === 0) return 'There is nothing of NestJS to rewrite.\n'
  const lines = [
    `${isDry ? 'Would rewrite' : 'Rewrote'} ${changes.length - removed} files and ${isDry ? 'remove' : 'removed'} ${removed}: ${controllers} controllers with ${sum('routes')} routes, ${sum('fields')} fields, ${sum('exceptions')} exceptions.`
  ]
  if (rest.length > 0) lines.push('', `By hand, ${rest.length}:`)
  const byFile = grouped(rest)
  for (const [file, each] of [...byFile].sort(([a], [b]) => (a < b ? -1 : 1))) {
    lines.push('', relative(process.cwd(), file).startsWith('..') ? file : relative(process.cwd(), file))
    for (const { line, what, remedy } of [...each].sort((a, b) => a.line - b.line))
      lines.push(`  ${line}: ${what.replace(/\s+/g, ' ')}`, `      ${remedy}`)
  }
  if (changes.length > 0)
    lines.push(
      '',
      'Lines are those of the files before. Next: npm install fieldstone; "type": "module" in package.json; module nodenext or',
      'preserve, strict, experimentalDecorators and emitDecoratorMetadata in tsconfig.json; then tsc, and fieldstone routes.'
    )
  return `${lines.join('\n')}\n`
}

function grouped(rest: readonly Rest[]): Map<string, Rest[]> {
  const files = new Map<string, Rest[]>()
  for (const each of rest) files.set(each.file, [...(files.get(each.file) ?? []), each])
  return files
}
