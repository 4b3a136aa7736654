// Which spec files run which code of the build, measured again only where a module has changed that they load.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** How long a spec file may take by itself, in milliseconds. */
const LIMIT = 900_000

/**
 * @typedef {object} Measured
 * @property {string} file the spec file, such as `dist/spec/options.spec.js`
 * @property {boolean} passed
 * @property {string} why it failed
 * @property {number} ms
 * @property {string} node the version of Node that ran it
 * @property {Record<string, string>} loaded the modules of the build that its processes loaded, each with its hash
 * @property {Set<string>} changed those of them that are not as they were
 * @property {Record<string, number[]>} ran by module, where the code begins that ran, and where it ends, in turns
 */

/**
 * @param {string} repository
 * @param {import('./build-copy.mjs').BuildCopy[]} copies
 * @param {string} cache a folder
 * @param {(text: string) => void} report
 * @param {boolean} isStaleEnough whether to measure a spec file again only where the spec itself has changed
 * @returns {Promise<Measured[]>}
 */
export async function measureSpecs(repository, copies, cache, report, isStaleEnough) {
  mkdirSync(cache, { recursive: true })
  const files = filesBelow(repository, 'dist/spec').filter((file) => file.endsWith('.spec.js'))
  const measured = new Map()
  const missing = []
  const hashes = new Map()
  const hashOf = (path) => {
    if (!hashes.has(path)) hashes.set(path, hash(join(repository, path)))
    return hashes.get(path)
  }
  for (const file of files) {
    const path = join(cache, `${file.replaceAll('/', '+')}.json`)
    const known = readJson(path)
    // What no process of the spec file loaded can have changed without effect.
    const changed = new Set(Object.keys(known?.loaded ?? {}).filter((each) => hashOf(each) !== known.loaded[each]))
    const isSame = [...changed].every((each) => isStaleEnough && each.startsWith('dist/src/'))
    if (known?.node === process.version && isSame) measured.set(file, { ...known, changed })
    else missing.push({ file, path })
  }
  if (missing.length > 0) report(`${missing.length} of ${files.length} spec files are run to see which code they run`)
  await Promise.all(
    copies.map(async (copy) => {
      for (let next = missing.shift(); next !== undefined; next = missing.shift()) {
        const { file, path } = next
        let one = await measure(copy, file)
        // Once more: what fails in one of two runs says nothing of a mutant either, but may only have been in a hurry.
        if (!one.passed) one = await measure(copy, file)
        if (!one.passed) report(`left out, as it fails without a mutation: ${file}: ${one.why}`)
        measured.set(file, { ...one, changed: new Set() })
        if (one.passed) writeFileSync(path, JSON.stringify(one))
      }
    })
  )
  return files.map((file) => measured.get(file))
}

async function measure(copy, file) {
  const folder = join(copy.folder, '.build/v8')
  rmSync(folder, { recursive: true, force: true })
  const { end, why, ms } = await copy.run([file], LIMIT, folder)
  const bytes = new Map()
  const loaded = { [file]: hash(join(copy.folder, file)) }
  for (const name of end === 'passed' ? readdirSync(folder) : []) {
    for (const { url, functions } of readJson(join(folder, name))?.result ?? []) {
      const path = url.startsWith('file:') ? relative(copy.folder, fileURLToPath(url.split('?')[0])) : ''
      if (path.startsWith('dist/')) loaded[path] ??= hash(join(copy.folder, path))
      if (!/^dist\/src\/.*\.js$/.test(path)) continue
      const ran = painted(functions)
      const before = bytes.get(path)
      if (before === undefined) bytes.set(path, ran)
      else for (let index = 0; index < ran.length; index++) before[index] |= ran[index]
    }
  }
  rmSync(folder, { recursive: true, force: true })
  const ran = Object.fromEntries(
    [...bytes].map(([path, marks]) => [path, bounds(marks)]).filter(([, each]) => each.length)
  )
  return { file, passed: end === 'passed', why, ms, node: process.version, loaded, ran }
}

/** For each character of a module, whether it ran: inner ranges of V8 come behind outer ones. */
function painted(functions) {
  const length = Math.max(0, ...functions.flatMap(({ ranges }) => ranges.map(({ endOffset }) => endOffset)))
  const marks = new Uint8Array(length)
  for (const { ranges } of functions) {
    for (const { startOffset, endOffset, count } of ranges) marks.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  }
  return marks
}

function bounds(marks) {
  const found = []
  for (let index = 0; index <= marks.length; index++) {
    if ((marks[index] ?? 0) !== (marks[index - 1] ?? 0)) found.push(index)
  }
  return found
}

/** Whether the character of the module ran; of a module that has changed since then, each may have run. */
export function hasRun({ ran, changed }, module, offset) {
  if (changed.has(module)) return true
  const at = ran[module] ?? []
  // An odd number of bounds lies before what ran.
  return at.findLastIndex((bound) => bound <= offset) % 2 === 0
}

function filesBelow(repository, folder) {
  return readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(repository, join(entry.parentPath ?? entry.path, entry.name)))
    .sort()
}

function hash(path) {
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 16) : ''
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
