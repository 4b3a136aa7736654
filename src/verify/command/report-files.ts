import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { formatJUnit } from '../report/junit.js'
import { formatMarkdown } from '../report/markdown.js'
import type { VerifyReport } from '../report/report.js'
import type { CommandSettings } from './command-options.js'

/**
 * Writes the report in every form that is asked for; folders are made. The summary of a job of GitHub Actions may have
 * other parts, so that it is added there.
 *
 * @returns what could not be written, a sentence each
 */
export async function writeReports(
  report: VerifyReport,
  { jsonFile, junit, markdown }: CommandSettings,
  summary = process.env.GITHUB_STEP_SUMMARY
): Promise<string[]> {
  const isSummary = markdown !== undefined && !!summary && resolve(markdown) === resolve(summary)
  const faults = [
    await tryToWrite(jsonFile, () => `${JSON.stringify(report, null, 2)}\n`),
    await tryToWrite(junit, () => formatJUnit(report)),
    await tryToWrite(markdown, () => formatMarkdown(report), isSummary ? appendFile : writeFile)
  ]
  return faults.filter((fault) => fault !== undefined)
}

/** Writes a file and its folder; returns why that failed. */
export async function tryToWrite(
  path: string | undefined,
  format: () => string,
  write: typeof writeFile | typeof appendFile = writeFile
): Promise<string | undefined> {
  if (path === undefined) return undefined
  try {
    await mkdir(dirname(path), { recursive: true })
    await write(path, format())
    return undefined
  } catch (error) {
    return `${path} cannot be written: ${(error as Error).message}`
  }
}
