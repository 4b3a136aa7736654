// What a process of mocha reports to the tool, a line of JSON for each spec that failed; and, where the variable
// MUTANTS_COVERAGE names a file, which code each spec ran.
// V8 counts from one measurement to the next, so that what is counted at the end of a spec or a hook ran there.
import { readdirSync, writeFileSync } from 'node:fs'
import { session } from './coverage-session.mjs'
import { ALL, boundsOf, painted } from './ran-code.mjs'

export default class Reporter {
  constructor(runner) {
    runner.on('fail', (spec, { message }) => {
      const { file, parent } = spec
      const line = JSON.stringify({ title: spec.fullTitle(), file: file ?? parent?.file, message })
      process.stdout.write(`${line}\n`)
    })
    const path = process.env.MUTANTS_COVERAGE
    if (path) measure(runner, path, process.env.NODE_V8_COVERAGE)
  }
}

/**
 * Writes the modules of the build that were loaded, and by spec (`spec <title>`), or by suite for its hooks (`suite <title>`): its time, the code that it ran in this
 * process, and the files of coverage that processes of its own have left in the folder.
 */
function measure(runner, path, folder) {
  const parts = new Map()
  const loaded = new Set()
  const seen = new Set()
  let since = performance.now()
  const take = (key) => {
    const part = parts.get(key) ?? { ms: 0, ran: {}, files: [] }
    parts.set(key, part)
    session.post('Profiler.takePreciseCoverage', (_, { result } = { result: [] }) => {
      for (const { url, functions } of result) {
        const [, module] = /^file:.*?\/(dist\/.*\.js)(?:\?.*)?$/.exec(url) ?? []
        if (module === undefined || functions.length === 0) continue
        loaded.add(module)
        const bounds = module.startsWith('dist/src/') ? boundsOf(painted(functions)) : []
        part.ran[module] ??= []
        part.ran[module].push(bounds)
      }
    })
    for (const name of readdirSync(folder)) {
      if (!seen.has(name)) part.files.push(name)
      seen.add(name)
    }
    part.ms += performance.now() - since
    since = performance.now()
  }
  runner.on('start', () => take(ALL))
  runner.on('test end', (spec) => take(`spec ${spec.fullTitle()}`))
  runner.on('hook end', ({ parent, title, ctx }) => {
    const isForEach = /^"(?:before|after) each"/.test(title) && ctx?.currentTest !== undefined
    take(isForEach ? `spec ${ctx.currentTest.fullTitle()}` : `suite ${parent.fullTitle()}`)
  })
  runner.on('end', () => {
    take(ALL)
    writeFileSync(path, JSON.stringify({ loaded: [...loaded], parts: [...parts] }))
  })
}
