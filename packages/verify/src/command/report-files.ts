import { appendFile, mkdir, open, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { formatJUnit } from '../report/junit.js'
import { formatMarkdown } from '../report/markdown.js'
import type { VerifyReport } from '../report/report.js'
import type { CommandSettings } from './command-options.js'

/**
 * Writes the report in every form that is asked for. The summary of a job of GitHub Actions may have
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

/**
 * Finds out before a run whether files can be written after it, and makes their folders: a run may take an hour.
 *
 * @returns what cannot be written, a sentence each
 */
export async function unwritable(paths: readonly (string | undefined)[]): Promise<string[]> {
  const faults: string[] = []
  for (const path of paths) {
    const fault = path === undefined ? undefined : await faultOf(path)
    if (fault !== undefined)
      faults.push(`${path} cannot be written: ${fault}; name a file in a folder that you may write`)
  }
  return faults
}

async function faultOf(path: string): Promise<string | undefined> {
  try {
    await makeFolder(dirname(resolve(path)))
    const found = await stat(path).catch(() => undefined)
    // To open a pipe waits for its reader.
    if (found?.isDirectory()) return 'it is a folder'
    if (found !== undefined && !found.isFile() && !found.isCharacterDevice()) return 'it is not a regular file'
    await (await open(path, 'a')).close()
    if (found === undefined) await rm(path)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** Node's own recursive `mkdir` does not end in a file system that makes no folders, as `/proc`. */
async function makeFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) return
  if (found !== undefined) throw new Error(`${path} is not a folder`)
  await makeFolder(dirname(path))
  await mkdir(path)
}

/** Writes a file in a folder that exists; returns why that failed. */
export async function tryToWrite(
  path: string | undefined,
  format: () => string,
  write: typeof writeFile | typeof appendFile = writeFile
): Promise<string | undefined> {
  if (path === undefined) return undefined
  try {
    await write(path, format())
    return undefined
  } catch (error) {
    return `${path} cannot be written: ${(error as Error).message}`
  }
}
