import { loadLibraries } from './document/libraries.js'
import { readDocument } from './document/published-document.js'
import { type VerifyOptions, type VerifySettings, verifySettings } from './options.js'
import type { VerifyReport } from './report/report.js'
import { Verification } from './verification.js'
import { InProcessTarget, NoResponse, type Target, type VerifiableService } from './wire/target.js'

/**
 * Checks a service against its published document: makes valid and almost valid requests for every operation from the
 * document alone, sends them in-process, and compares each response with what an independent judge (Ajv on the published
 * JSON) says of the request and of the response.
 *
 * Needs `ajv` and `fast-check`: `npm install --save-dev ajv fast-check`.
 *
 * @throws MissingLibraryError; RangeError or TypeError for wrong options; Error for a document that cannot be read
 *
 * @example
 * const report = await verify(await bootstrap(app), { runs: 10_000 })
 * if (!report.ok) throw new Error(formatReport(report))
 */
export async function verify(service: VerifiableService, options: VerifyOptions = {}): Promise<VerifyReport> {
  const settings = verifySettings(options)
  const libraries = await loadLibraries()
  const target = new InProcessTarget(service)
  const published = readDocument(await publishedJson(service, target, settings))
  return new Verification(target, published, settings, libraries).run()
}

/** The document as its readers get it. */
async function publishedJson(service: VerifiableService, target: Target, settings: VerifySettings): Promise<unknown> {
  const { documentPath: path, timeout } = settings
  if (path === undefined) return JSON.parse(JSON.stringify(service.document))
  const response = await target.send({ method: 'GET', url: path, headers: [], body: undefined }, { timeout, client: 0 })
  const isRead = !(response instanceof NoResponse) && response.status === 200
  if (isRead) return JSON.parse(Buffer.from(response.body).toString())
  const cause = response instanceof NoResponse ? response.message : `the service responded ${response.status}`
  throw new Error(`The document at ${path} cannot be read: ${cause}`)
}
