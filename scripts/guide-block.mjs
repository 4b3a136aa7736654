import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const repository = resolve(import.meta.dirname, '..')

/** The first block of code in a guide behind this fence: its language, and its name where it has one. */
export function blockOf(guide, fence) {
  const text = readFileSync(join(repository, guide), 'utf8')
  const [, block] = new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(text) ?? []
  if (block === undefined) throw new Error(`${guide} has no block ${fence}`)
  return block
}
