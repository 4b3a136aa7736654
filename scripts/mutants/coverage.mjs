// Which spec files run which code of the build, measured again only where a module has changed that they load.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SPECS } from './build-copy.mjs'
import { ALL, boundsOf, painted } from './ran-code.mjs'

/** How long a spec file may take by itself, in milliseconds. */
const LIMIT = 900_000

/**
 * @typedef {object} Measured
 * @property {string} file the spec file, such as `dist/spec/lifecycle/misspelt-options.spec.js`
 * @property {boolean} passed
 * @property {string} why it failed
 * @property {number} ms
 * @property {string} node the version of Node that ran it
 * @property {Record<string, string>} loaded the modules of the build that its processes loaded, each with its hash
 * @property {Set<string>} changed those of them that are not as they were
 * @property {Record<string, number>} times by part of the spec file, how many milliseconds it takes
 * @property {number[][]} sets sets of parts, by their place in `times`
 * @property {Record<string, number[]>} ran by module, where a piece of code begins, and the index of the set that runs it
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
  mkdirSync(folder, { recursive: true })
  const { end, why, ms } = await copy.run([file], LIMIT, { coverage: folder })
  const loaded = { [file]: hash(join(copy.folder, file)) }
  const { loaded: modules, parts } = (end === 'passed' && readJson(join(folder, SPECS))) || { loaded: [], parts: [] }
  for (const path of modules) loaded[path] ??= hash(join(copy.folder, path))
  const spans = new Map()
  const add = (path, bounds, part) => {
    const list = spans.get(path) ?? []
    spans.set(path, list)
    for (let index = 0; index < bounds.length; index += 2)
      list.push({ from: bounds[index], to: bounds[index + 1], part })
  }
  for (const [part, [, { ran, files }]] of parts.entries()) {
    for (const [path, all] of Object.entries(ran)) for (const bounds of all) add(path, bounds, part)
    // What processes of the spec have left.
    for (const name of files) {
      for (const { url, functions } of readJson(join(folder, name))?.result ?? []) {
        const path = url.startsWith('file:') ? relative(copy.folder, fileURLToPath(url.split('?')[0])) : ''
        if (path.startsWith('dist/')) loaded[path] ??= hash(join(copy.folder, path))
        if (/^dist\/src\/.*\.js$/.test(path)) add(path, boundsOf(painted(functions)), part)
      }
    }
  }
  rmSync(folder, { recursive: true, force: true })
  const times = Object.fromEntries(parts.map(([key, part]) => [key, Math.round(part.ms)]))
  const sets = new Map()
  const ran = Object.fromEntries([...spans].map(([path, list]) => [path, segments(list, sets)]))
  return {
    file,
    passed: end === 'passed' && parts.length > 0,
    why: end === 'passed' ? 'measured nothing' : why,
    ms,
    node: process.version,
    loaded,
    times,
    sets: [...sets.keys()].map((key) => (key === '' ? [] : key.split(' ').map(Number))),
    ran
  }
}

/** Where each piece of a module begins that is run by the same parts of the spec file, with the index of their set. */
function segments(list, sets) {
  const places = [...new Set(list.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b)
  const at = new Map(places.map((place, index) => [place, index]))
  const running = places.map(() => new Set())
  for (const { from, to, part } of list) {
    for (let index = at.get(from); index < at.get(to); index++) running[index].add(part)
  }
  const found = []
  for (const [index, place] of places.entries()) {
    const key = [...running[index]].sort((a, b) => a - b).join(' ')
    if (!sets.has(key)) sets.set(key, sets.size)
    const set = sets.get(key)
    if (found.at(-1) !== set) found.push(place, set)
  }
  return found
}

/**
 * The parts of a spec file that run a character of a module, `spec <title>` and `suite <title>` for the hooks of a suite;
 * undefined where each may run it, as the module has changed since then.
 *
 * @returns {string[] | undefined}
 */
export function partsAt({ ran, sets, times, changed }, module, offset) {
  if (changed.has(module)) return undefined
  const pieces = ran[module] ?? []
  let set
  for (let index = 0; index < pieces.length && pieces[index] <= offset; index += 2) set = pieces[index + 1]
  const keys = Object.keys(times)
  return set === undefined ? [] : sets[set].map((part) => keys[part])
}

/** The parts of a spec file that run any code of a module once the file is loaded. */
export function partsIn({ ran, sets, times }, module) {
  const keys = Object.keys(times)
  const parts = new Set((ran[module] ?? []).filter((_, index) => index % 2 === 1).flatMap((set) => sets[set]))
  return [...parts].map((part) => keys[part]).filter((key) => key !== ALL)
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
