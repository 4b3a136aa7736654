// What fieldstone diff and two other tools say of the pairs of documents in spec/diff/pairs.ts, as a table. The tools are
// installed into a folder of their own. A verdict other than the truth is marked, and counted by its direction: an alarm
// where nothing breaks, silence where something does. What may break counts as either: the documents do not decide it.
// Usage: node scripts/compare-diffs.mjs [--write]   writes spec/diff/peer-verdicts.json, which the specs read
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const TOOLS = { 'openapi-diff': '0.24.1', 'api-smart-diff': '1.0.6' }

const repository = resolve(import.meta.dirname, '..')
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const { PAIRS } = await import(join(repository, 'dist/spec/diff/pairs.js'))
const { diffDocuments } = await import(join(repository, 'dist/src/diff/diff-documents.js'))
const { openAPIDocument } = await import(join(repository, 'dist/src/diff/document/openapi-document.js'))
const { LEVELS } = await import(join(repository, 'dist/src/diff/operations/change.js'))

const load = createRequire(join(install(), 'package.json'))

/** The folder with the tools. */
function install() {
  const folder = join(repository, '.build/diff-tools')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: TOOLS }))
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit']
  })
  return folder
}

/** A tool's verdict: breaking, compatible, or the error with which it ends. */
const JUDGES = {
  async 'openapi-diff'({ old, new: next }) {
    const openapiDiff = load('openapi-diff')
    const spec = (location, content) => ({ content: JSON.stringify(content), location, format: 'openapi3' })
    const result = await openapiDiff.diffSpecs({ sourceSpec: spec('old', old), destinationSpec: spec('new', next) })
    return result.breakingDifferencesFound ? 'breaking' : 'compatible'
  },
  async 'api-smart-diff'({ old, new: next }) {
    const { apiCompare } = load('api-smart-diff')
    const { diffs } = apiCompare(structuredClone(old), structuredClone(next))
    return diffs.some(({ type }) => type === 'breaking') ? 'breaking' : 'compatible'
  }
}

function ours({ old, new: next }) {
  const changes = diffDocuments({ old: openAPIDocument(old, 'old'), new: openAPIDocument(next, 'new') })
  return LEVELS.find((level) => changes.some((change) => change.level === level)) ?? 'compatible'
}

/** Without paths of this machine. */
function firstLine({ message }) {
  const [line] = String(message).split('\n')
  return line.replace(/ ?\/\S*/g, '').slice(0, 80)
}

const rows = []
for (const pair of PAIRS) {
  const peers = {}
  for (const [name, judge] of Object.entries(JUDGES)) {
    // Both are in JSON, as the tools get it from files.
    const documents = JSON.parse(JSON.stringify({ old: pair.old, new: pair.new }))
    peers[name] = await judge(documents).catch((error) => `fails: ${firstLine(error)}`)
  }
  rows.push({ ...pair, fieldstone: ours(pair), ...peers })
}

/** What is wrong with a verdict; nothing where it is the truth, or the documents do not decide it. */
function fault(verdict, truth) {
  if (verdict.startsWith('fails')) return 'fails'
  if (verdict === truth || truth === 'may-break') return undefined
  const breaks = (level) => level === 'breaking'
  if (breaks(verdict) === breaks(truth)) return undefined
  return breaks(truth) ? 'silent' : 'false alarm'
}

const names = ['fieldstone', ...Object.keys(JUDGES)]
console.log(`| change | truth | ${names.join(' | ')} | why |\n|---|---|${names.map(() => '---|').join('')}---|`)
for (const row of rows) {
  const cells = names.map((name) => {
    const wrong = fault(row[name], row.truth)
    return wrong === undefined ? row[name] : `**${row[name]}** (${wrong})`
  })
  console.log(`| ${row.title} | ${row.truth} | ${cells.join(' | ')} | ${row.why} |`)
}
console.log(`\n${rows.length} pairs, of which ${rows.filter(({ truth }) => truth === 'breaking').length} break`)
for (const name of names) {
  const faults = rows.map((row) => fault(row[name], row.truth))
  const count = (kind) => faults.filter((each) => each === kind).length
  console.log(`${name}: silent ${count('silent')}, false alarms ${count('false alarm')}, fails ${count('fails')}`)
}

if (values.write) {
  const verdicts = Object.fromEntries(
    Object.keys(JUDGES).map((name) => [name, Object.fromEntries(rows.map((row) => [row.title, row[name]]))])
  )
  writeFileSync(join(repository, 'spec/diff/peer-verdicts.json'), `${JSON.stringify(verdicts, null, 2)}\n`)
}
// Where the truth is silence, or an alarm, ours must be the same.
process.exitCode = rows.some((row) => fault(row.fieldstone, row.truth) !== undefined) ? 1 : 0
