import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'

/** Writes a result as JSON, by default to `results/<name>.json`; returns the path. */
export function save(name, result, path = new URL(`../results/${name}.json`, import.meta.url).pathname) {
  const target = resolve(path)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, `${JSON.stringify(result, null, 2)}\n`)
  return relative('.', target)
}
