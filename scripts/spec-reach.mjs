// Loaded into mocha's processes: notes which functions of the build each spec file runs, and how long it takes, in
// `.build/reach`. `npm run try` makes that folder, and chooses spec files by it. To measure slows V8 down to half of its
// speed, so only a spec file that is new or has changed is measured.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = resolve(import.meta.dirname, '..')
const folder = join(repository, '.build/reach')

/** In a process of its own mocha runs one spec file at a time, with the hooks around each. */
export const mochaHooks =
  process.env.MOCHA_WORKER_ID === undefined || process.env.NODE_V8_COVERAGE || !existsSync(folder) ? {} : hooks()

function hooks() {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  let note
  return {
    beforeAll() {
      const file = this.test.parent.suites[0]?.file
      note = file && unlessKnown(file)
      // Without counts, which keep V8 from optimizing at all.
      if (note) session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: false })
    },
    afterAll() {
      if (!note) return
      session.post('Profiler.takePreciseCoverage', (_, { result }) => note(ranFunctions(result)))
      session.post('Profiler.stopPreciseCoverage')
    }
  }
}

/** What notes the functions that a spec file runs; undefined where they are known. */
function unlessKnown(file) {
  const path = join(folder, `${relative(repository, file).replaceAll(sep, '+')}.json`)
  const digest = createHash('sha256').update(readFileSync(file)).digest('base64url')
  if (existsSync(path) && JSON.parse(readFileSync(path, 'utf8')).digest === digest) return undefined
  const start = performance.now()
  return (ran) => writeFileSync(path, JSON.stringify({ digest, ms: Math.round(performance.now() - start), ran }))
}

/** By module of the build, the names of the functions that ran: unlike their places they stay when others change. */
function ranFunctions(scripts) {
  const ran = {}
  for (const { url, functions } of scripts) {
    const path = url.startsWith('file:') ? relative(repository, fileURLToPath(url.split('?')[0])) : ''
    if (!path.startsWith('dist') || path.endsWith('.spec.js')) continue
    const names = functions.flatMap(({ functionName, ranges: [range] }) =>
      range.count > 0 && (functionName !== '' || range.startOffset > 0) ? [functionName] : []
    )
    if (names.length > 0) ran[path.replaceAll(sep, '/')] = [...new Set(names)]
  }
  return ran
}
