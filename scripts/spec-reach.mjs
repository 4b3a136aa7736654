// Loaded into mocha's processes: notes which functions of the build each spec file runs, and how long it takes, in
// `.build/reach`. `npm run try` chooses spec files by that. V8 counts from one measurement to the next.
import { mkdirSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = resolve(import.meta.dirname, '..')
const folder = join(repository, '.build/reach')

/** In a process of its own mocha runs one spec file at a time, with the hooks around each. */
export const mochaHooks = process.env.MOCHA_WORKER_ID === undefined || process.env.NODE_V8_COVERAGE ? {} : hooks()

function hooks() {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  // Without counts, which keep V8 from optimizing; each file is a measurement of its own.
  const measure = () => session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: false })
  measure()
  mkdirSync(folder, { recursive: true })
  let start = 0
  return {
    beforeAll() {
      start = performance.now()
    },
    afterAll() {
      const file = this.test.parent.suites[0]?.file
      if (file === undefined) return
      const ms = Math.round(performance.now() - start)
      session.post('Profiler.takePreciseCoverage', (_, { result }) => {
        const path = relative(repository, file)
        writeFileSync(
          join(folder, `${path.replaceAll(sep, '+')}.json`),
          JSON.stringify({ ms, ran: ranFunctions(result) })
        )
      })
      session.post('Profiler.stopPreciseCoverage')
      measure()
    }
  }
}

/** By module of the build, where the functions begin that ran, but for the module itself. */
function ranFunctions(scripts) {
  const ran = {}
  for (const { url, functions } of scripts) {
    const path = url.startsWith('file:') ? relative(repository, fileURLToPath(url.split('?')[0])) : ''
    if (!path.startsWith('dist') || path.endsWith('.spec.js')) continue
    const starts = functions.flatMap(({ functionName, ranges: [range] }) =>
      range.count > 0 && (functionName !== '' || range.startOffset > 0) ? [range.startOffset] : []
    )
    if (starts.length > 0) ran[path.replaceAll(sep, '/')] = starts
  }
  return ran
}
