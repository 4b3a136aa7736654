// Loaded into mocha before the spec files, so that V8 counts what they load: it starts from nothing.
import { Session } from 'node:inspector'

export const session = new Session()
session.connect()
if (process.env.MUTANTS_COVERAGE) {
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
}
