import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { expectSameLines, listFile } from './whole-list.js'

/**
 * Compares lines with a section of a list of specs, such as `verify/run-list.txt`. `WRITE_LISTS=1` writes the section;
 * where the list is deleted before, no section remains that no spec writes.
 */
export function expectListed(list: string, title: string, lines: readonly string[]): void {
  const path = listFile(list)
  const sections = read(path)
  // As they are read again: a line break begins another line, and two hashes another section.
  const written = lines
    .flatMap((line) => line.split('\n'))
    .map((line) => line.replaceAll('\r', '\\r').trimEnd().replace(/^## /, ' ## '))
  while (written.at(-1) === '') written.pop()
  if (process.env.WRITE_LISTS !== undefined) {
    sections.set(title, written)
    writeFileSync(path, [...sections].map(([name, own]) => `## ${name}\n\n${own.join('\n')}\n`).join('\n'))
  }
  const kept = sections.get(title)
  expect(kept, `${list} has no section ${title}: WRITE_LISTS=1 writes it`).not.to.equal(undefined)
  expectSameLines(`${list}, ${title}`, written, kept as string[])
}

/** The sections of a list, by their titles. */
function read(path: string): Map<string, string[]> {
  const sections = new Map<string, string[]>()
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  for (const section of text.split(/^## /m).slice(1)) {
    const [title = '', , ...lines] = section.split('\n')
    while (lines.at(-1) === '') lines.pop()
    sections.set(title, lines)
  }
  return sections
}

/** What changes with any of the lines: for what is too long to be listed. */
export function digestOf(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('base64url').slice(0, 8)
}

/** The first of the lines, and the digest of all. */
export function digested(lines: readonly string[], count: number): string[] {
  const more = lines.length > count ? [`… ${lines.length} in all (${digestOf(lines)})`] : []
  return [...lines.slice(0, count), ...more]
}
