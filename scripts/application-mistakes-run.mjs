/** One process of `application-mistakes.mjs`: runs verify on the application with the mistake that it is sent. */

import { makeApplication } from '../dist/spec/verify/application-mistakes/application.js'
import { principalsOf } from '../dist/spec/verify/application-mistakes/expected-findings.js'
import { bootstrap } from '../dist/src/application/bootstrap.js'
import { formatReport } from '../dist/src/verify/report/format-report.js'
import { verify } from '../dist/src/verify/verify.js'

process.on('message', async ({ id, seed, runs, isWhole }) => {
  const made = makeApplication(id)
  const service = await bootstrap(made.application)
  const start = process.cpuUsage()
  const options = { seed, reset: made.reset, ...principalsOf(made), ...(runs !== undefined && { runs }) }
  const report = await verify(service, options)
  const { user, system } = process.cpuUsage(start)
  const findings = [...report.disagreements, ...report.suspicions].map(({ kind, operation, what }) => {
    return { kind, operation, what }
  })
  const { requests } = report
  const text = isWhole ? formatReport(report) : undefined
  process.send({ id, seed, findings, requests, seconds: (user + system) / 1e6, report: text })
})
