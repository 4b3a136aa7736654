import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Level, Logger } from './logger.js'
import { contextOf } from './request-context.js'
import { requestIdOf } from './request-id.js'
import { isSent } from './request-signal.js'

type Handler = (req: IncomingMessage, res: ServerResponse) => void

/**
 * The same handler, with one line in the log a request, when its answer is sent or its client has gone: method,
 * template of the route, status, milliseconds and request id. Nothing that a client wrote is in it, apart from the
 * method and a request id of sane form.
 */
export function withAccessLog(handler: Handler, logger: Logger, level: Level): Handler {
  return (req, res) => {
    const start = performance.now()
    handler(req, res)
    let isTold = false
    const tell = (): void => {
      if (isTold) return
      isTold = true
      writeEntry(req, res, performance.now() - start, logger, level)
    }
    res.on('finish', tell)
    res.on('close', tell)
  }
}

function writeEntry(req: IncomingMessage, res: ServerResponse, elapsed: number, logger: Logger, level: Level): void {
  const ctx = contextOf(req)
  if (ctx?.route?.isProbe === true) return
  const method = req.method ?? 'GET'
  const template = ctx?.route?.path
  const ms = Math.round(elapsed * 100) / 100
  const isComplete = isSent(res)
  const status = res.headersSent ? res.statusCode : undefined
  const requestId = ctx?.requestId ?? requestIdOf(req)
  const fields = { requestId, method, template, status, ms, ...(!isComplete && { aborted: true }) }
  const outcome = isComplete ? String(status) : status === undefined ? 'aborted' : `${status} aborted`
  logger[level](fields, `${method} ${template ?? '(no route)'} ${outcome} ${ms} ms`)
}
