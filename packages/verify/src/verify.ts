import { checkCredentials } from './credentials/principals.js'
import { loadLibraries } from './document/libraries.js'
import { type PublishedDocument, readDocument } from './document/published-document.js'
import { VerifyError } from './document/verify-error.js'
import { type VerifyOptions, type VerifySettings, verifySettings } from './options.js'
import { fetchText, parseDocument, type RemoteService, reach } from './remote-service.js'
import type { VerifyReport } from './report/report.js'
import type { ServiceLogs } from './report/service-logs.js'
import { Verification } from './verification.js'
import { InProcessTarget, type Target, type VerifiableService } from './wire/target.js'

/**
 * Checks a service against its published document: makes valid and almost valid requests for every operation from the
 * document alone, sends them in-process or over the network, and compares each response with what an independent judge
 * (Ajv on the published JSON) says of the request and of the response.
 *
 * @throws RangeError or TypeError for wrong options; VerifyError for a document that cannot be read, and for a service
 *   that accepts no connection
 *
 * @example
 * const report = await verify(await bootstrap(app), { runs: 10_000 })
 * if (!report.ok) throw new Error(formatReport(report))
 *
 * @example
 * await verify({ url: 'http://127.0.0.1:3000', document: 'openapi.yaml' })
 */
export async function verify(
  service: VerifiableService | RemoteService,
  options: VerifyOptions = {}
): Promise<VerifyReport> {
  return verifyWithLogs(service, options, undefined)
}

/** The same for a service whose logs are captured; they are in the report, without the credentials of the run. */
export async function verifyWithLogs(
  service: VerifiableService | RemoteService,
  options: VerifyOptions,
  logs: ServiceLogs | undefined
): Promise<VerifyReport> {
  const settings = verifySettings(options)
  checkCredentials(settings)
  const libraries = await loadLibraries()
  const { target, json, others } = await ('inject' in service
    ? inProcess(service, settings)
    : remote(service, settings))
  try {
    const document = readDocument(json, others)
    return await new Verification(target, document, naming(document, settings), libraries).run(logs)
  } finally {
    target.close()
  }
}

/** The same with requests that accept the version of the document, where its media types name it. */
function naming({ versionType }: PublishedDocument, settings: VerifySettings): VerifySettings {
  const { extras } = settings
  if (versionType === undefined || extras.headers.some(([name]) => name === 'accept')) return settings
  const accept = ['accept', `${versionType}, */*;q=0.1`] as const
  return { ...settings, extras: { ...extras, headers: [...extras.headers, accept] } }
}

interface Verifiable {
  readonly target: Target
  /** The document that is verified. */
  readonly json: unknown
  /** All documents that the service is known to have. */
  readonly others: readonly unknown[]
}

/** A service in this process, and its document as its readers get it. */
async function inProcess(service: VerifiableService, settings: VerifySettings): Promise<Verifiable> {
  const target = new InProcessTarget(service)
  const { documentPath: path, documentName: name } = settings
  if (path !== undefined && name !== undefined) {
    throw new VerifyError('`documentName` and `documentPath` both say which document is verified; give one of them')
  }
  // Read once: a service may make its documents each time.
  const documents = service.documents ?? new Map<string, unknown>()
  if (name !== undefined && !documents.has(name)) {
    const known = [...documents.keys()].join(', ') || 'one without a name'
    throw new VerifyError(`The service has no document ${name}, only ${known}`)
  }
  const document = name === undefined ? service.document : documents.get(name)
  const text = path === undefined ? (JSON.stringify(document) ?? 'null') : await fetchText(target, path, settings)
  const others = [...documents.values()].map((each) => JSON.parse(JSON.stringify(each)))
  return { target, json: await parseDocument(text, path ?? 'of the service'), others }
}

/** A service elsewhere, of which one document is known. */
async function remote(service: RemoteService, settings: VerifySettings): Promise<Verifiable> {
  if (settings.documentName !== undefined) {
    throw new VerifyError('`documentName` is of a service in this process; `document` says which one is verified here')
  }
  return { ...(await reach(service, settings)), others: [] }
}
