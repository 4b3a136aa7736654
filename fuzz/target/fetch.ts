import { setTimeout as sleep } from 'node:timers/promises'
import type { FetchHandler } from 'fieldstone'
import type { FetchInput } from '../input.js'
import { HANG_AFTER } from './limits.js'
import type { FetchResult } from './messages.js'

/** Makes the WHATWG request that the input describes, gives it to the service, and reads the answer. */
export async function runFetch(handle: FetchHandler, input: FetchInput): Promise<FetchResult> {
  const { method, url, headers, chunks, fails, abortAfter, cancels, pause } = input
  const controller = new AbortController()
  let request: Request
  try {
    request = new Request(url, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      signal: controller.signal,
      ...(chunks === undefined ? {} : { body: bodyOf(chunks, fails, pause), duplex: 'half' })
    } as RequestInit)
  } catch (error) {
    // No platform can pass on what the standard rejects.
    return { kind: 'unmade', error: String(error) }
  }
  const abort = abortAfter === undefined ? undefined : setTimeout(() => controller.abort(), abortAfter)
  let late: NodeJS.Timeout | undefined
  const hang = new Promise<FetchResult>((resolve) => {
    late = setTimeout(() => resolve({ kind: 'hung' }), HANG_AFTER)
  })
  try {
    return await Promise.race([answerOf(handle, request, cancels), hang])
  } finally {
    clearTimeout(abort)
    clearTimeout(late)
  }
}

async function answerOf(handle: FetchHandler, request: Request, cancels: boolean): Promise<FetchResult> {
  let response: Response
  try {
    response = await handle(request, { remoteAddress: '127.0.0.1' })
  } catch (error) {
    return { kind: 'rejected', error: String(error) }
  }
  let body = ''
  let bodyError: string | undefined
  try {
    if (cancels) await response.body?.cancel()
    else body = Buffer.from(await response.arrayBuffer()).toString('latin1')
  } catch (error) {
    bodyError = String(error)
  }
  return { kind: 'answered', status: response.status, headers: [...response.headers], body, bodyError }
}

function bodyOf(chunks: readonly string[], fails: boolean, pause: number): ReadableStream<Uint8Array> {
  let next = 0
  return new ReadableStream({
    async pull(controller) {
      if (pause > 0) await sleep(pause)
      const chunk = chunks[next++]
      if (chunk !== undefined) controller.enqueue(new Uint8Array(Buffer.from(chunk, 'latin1')))
      else if (fails) controller.error(new Error('The body failed'))
      else controller.close()
    }
  })
}
