import type { IncomingMessage, ServerResponse } from 'node:http'
import { clock } from '../lifetime/clock.js'
import { directOf } from '../lifetime/node-messages.js'
import type { Level, Logger } from '../logger.js'
import { methodName } from '../operation-options.js'
import { contextOf } from './request-context.js'
import { requestIdOf } from './request-head.js'

type Handler = (req: IncomingMessage, res: ServerResponse) => void

/**
 * The same handler, with one line in the log a request, when its response is sent or its client has gone: method,
 * template of the route, status, milliseconds and request id. Nothing that a client wrote is in it, apart from a request
 * id of sane form.
 */
export function withAccessLog(handler: Handler, logger: Logger, level: Level): Handler {
  return (req, res) => {
    const start = clock.now()
    let isWritten = false
    const write = (isComplete: boolean): void => {
      if (isWritten) return
      isWritten = true
      writeEntry(req, res, { isComplete, elapsed: clock.now() - start }, logger, level)
    }
    const direct = directOf(res)
    if (direct !== undefined) {
      direct.whenOver(write)
      handler(req, res)
      return
    }
    // A stream of HTTP/2 that is reset finishes too, but was not ended.
    res.on('finish', () => write(res.writableEnded))
    res.on('close', () => write(false))
    handler(req, res)
  }
}

interface Outcome {
  readonly isComplete: boolean
  /** In milliseconds. */
  readonly elapsed: number
}

function writeEntry(req: IncomingMessage, res: ServerResponse, outcome: Outcome, logger: Logger, level: Level): void {
  const { isComplete, elapsed } = outcome
  const ctx = contextOf(req)
  if (ctx?.route?.isProbe === true) return
  const method = methodName(req.method ?? 'GET')
  const template = ctx?.route?.path
  const ms = Math.round(elapsed * 100) / 100
  const status = res.headersSent ? res.statusCode : undefined
  const requestId = ctx?.requestId ?? requestIdOf(req)
  const fields = { requestId, method, template, status, ms, ...(!isComplete && { aborted: true }) }
  const result = isComplete ? String(status) : status === undefined ? 'aborted' : `${status} aborted`
  logger[level](fields, `${method} ${template ?? '(no route)'} ${result} ${ms} ms`)
}
