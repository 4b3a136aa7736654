import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { subjectsIn } from '../subjects.js'

const path = new URL('../../results/large.bin', import.meta.url).pathname
const MB = 1024 * 1024

/** Its content, without a pattern, so that a piece of another place is found out. */
export const content = Buffer.alloc(50 * MB)
const words = new Uint32Array(content.buffer)
for (let at = 0; at < words.length; at++) words[at] = Math.imul(at + 1, 2_654_435_761)

if (statSync(path, { throwIfNoEntry: false })?.size !== content.length) {
  mkdirSync(new URL('.', `file://${path}`), { recursive: true })
  writeFileSync(path, content)
}

/** Servers of the file, `GET /large.bin`. */
export const subjects = subjectsIn('files').map((subject) => ({ ...subject, env: { FILE: path } }))

/** A request for it, with other headers, and its right response. */
export const get = (headers, expected) => ({ request: { method: 'GET', path: '/large.bin', headers }, ...expected })
