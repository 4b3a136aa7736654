import type { VerifyOptions } from '../options.js'
import type { VerifyReport } from '../report/report.js'
import { ServiceLogs } from '../report/service-logs.js'
import { verifyWithLogs } from '../verify.js'
import { failureReason } from '../wire/failure-reason.js'
import type { VerifiableService } from '../wire/target.js'
import { captureOutput } from './captured-output.js'
import { type ProcessGuard, ServiceEnded } from './process-guard.js'
import { UsageError } from './usage-error.js'

/** A service in this process, and what restores its state. */
export interface LoadedService {
  /** What `bootstrap` returned. */
  readonly service: VerifiableService
  /** The option `reset`. */
  readonly reset: (() => unknown) | undefined
}

type Request = Parameters<VerifiableService['inject']>[0]

/** What verification of a module led to. */
export interface VerifiedModule {
  readonly report: VerifyReport
  /** What failed outside of any request: while the service was closed, and after its last request. A sentence each. */
  readonly failures: readonly string[]
}

/**
 * Loads a service, verifies it, and closes it. What the service writes is given to `print` as it comes, or grouped by its
 * cause in the report.
 *
 * @throws UsageError where the service cannot be loaded, or ends the process outside of its requests
 */
export async function verifyModule(
  load: () => Promise<LoadedService>,
  options: VerifyOptions,
  guard: ProcessGuard,
  print: ((text: string) => void) | undefined
): Promise<VerifiedModule> {
  let request: Request | undefined
  const logs = new ServiceLogs(() => textsIn(request))
  const release = captureOutput(print ?? ((text) => logs.write(text)))
  guard.watchService()
  const failures: string[] = []
  try {
    const { service, reset = options.reset } = await guard.orInterrupted(guard.during(load))
    const guardedReset = reset && (() => guard.during(async () => reset()))
    const guarded = { ...options, ...(guardedReset && { reset: guardedReset }), signal: guard.signal }
    const watched: VerifiableService = {
      document: service.document,
      ...(service.documents !== undefined && { documents: service.documents }),
      inject(next) {
        request = next
        return guard.during(() => service.inject(next))
      }
    }
    try {
      const captured = print === undefined ? logs : undefined
      return { report: await guard.orInterrupted(verifyWithLogs(watched, guarded, captured)), failures }
    } finally {
      const late = await guard.rest()
      if (late !== undefined) failures.push(`The service failed after its last request: ${reasonOf(late)}`)
      await guard
        .orInterrupted(guard.during(async () => service.close?.()))
        .catch((error: unknown) => failures.push(`The service cannot be closed: ${reasonOf(error)}`))
    }
  } catch (error) {
    throw error instanceof ServiceEnded ? new UsageError(reasonOf(error)) : error
  } finally {
    release()
  }
}

/** More texts of a request than these do not make a log easier to read. */
const TEXTS = 40

/** What a request consists of, as far as a log may quote it: parts of its target and texts of its body; long ones first. */
function textsIn(request: Request | undefined): string[] {
  if (request === undefined) return []
  const body = Buffer.from(request.body ?? '').toString('utf8', 0, 5000)
  const encoded = request.url.split(/[/?&=]/)
  const texts = [...encoded, ...encoded.map(decoded), ...(body.match(/[^\s"{}[\],:&=]+/g) ?? [])]
  const distinct = new Set(texts.filter((text) => text.length > 0 && text.length < 500))
  return [...distinct].sort((a, b) => b.length - a.length).slice(0, TEXTS)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ServiceEnded)) return failureReason(error)
  return error.cause === undefined ? error.message : `${error.message}: ${failureReason(error.cause)}`
}
