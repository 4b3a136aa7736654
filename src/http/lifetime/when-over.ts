import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { OpenResponse, SentRequest } from './direct-exchange.js'
import { directOf, http2StreamOf, isNodesOwn, nodeRequestOf, nodeResponseOf } from './node-messages.js'

/** The callbacks for the close of each socket, called by one listener however many requests it has. */
const waiting = new WeakMap<Socket, { readonly ends: Set<() => void>; readonly listener: () => void }>()

/**
 * Calls back once, when the response was sent completely or cut, or its connection was closed: a response that waits
 * behind another one in a pipeline emits no 'close' when the socket is cut. `isSent`: whether it was sent completely.
 */
export function whenOver(sent: SentRequest, open: OpenResponse, work: (isSent: boolean) => void): void {
  const direct = directOf(open)
  if (direct !== undefined) {
    direct.whenOver(work)
    return
  }
  const req = nodeRequestOf(sent)
  const res = nodeResponseOf(open)
  if (res.destroyed || res.writableFinished || isDestroyed(req, res)) {
    queueMicrotask(() => work(res.writableFinished === true && res.writableEnded))
    return
  }
  const socket = otherSocket(req, res)
  const settle = (isSent: boolean): void => {
    res.off('finish', finish).off('close', cut)
    if (socket !== undefined) forgetClose(socket, cut)
    work(isSent)
  }
  // An HTTP/2 stream that is reset finishes too, but was not ended.
  const finish = (): void => settle(res.writableEnded)
  const cut = (): void => settle(false)
  res.on('finish', finish).on('close', cut)
  if (socket !== undefined) awaitClose(socket, cut)
}

/** Calls back when the response is closed, whether it was sent or not, perhaps twice; or its connection, as {@link whenOver}. */
export function whenClosed(req: IncomingMessage, res: ServerResponse, work: () => void): void {
  if (res.destroyed || isDestroyed(req, res)) {
    queueMicrotask(work)
    return
  }
  res.on('close', work)
  const socket = otherSocket(req, res)
  if (socket === undefined) return
  awaitClose(socket, work)
  res.on('close', () => forgetClose(socket, work))
}

/** In HTTP/2 a request has no socket of its own, and its response always emits 'close'. */
function isDestroyed(req: IncomingMessage, res: ServerResponse): boolean {
  return http2StreamOf(res) === undefined && req.socket?.destroyed === true
}

/** The socket whose 'close' may come without that of the response; undefined where Node closes a response with its socket. */
function otherSocket(req: IncomingMessage, res: ServerResponse): Socket | undefined {
  if (http2StreamOf(res) !== undefined) return undefined
  return isNodesOwn(res) && res.socket === req.socket ? undefined : req.socket
}

/** Calls back when the socket is closed. */
export function awaitClose(socket: Socket, end: () => void): void {
  const known = waiting.get(socket)
  if (known !== undefined) {
    known.ends.add(end)
    return
  }
  const ends = new Set([end])
  const listener = (): void => {
    for (const each of [...ends]) each()
  }
  waiting.set(socket, { ends, listener })
  socket.on('close', listener)
}

/** Undoes {@link awaitClose}. */
export function forgetClose(socket: Socket, end: () => void): void {
  const known = waiting.get(socket)
  if (known === undefined) return
  known.ends.delete(end)
  if (known.ends.size > 0) return
  waiting.delete(socket)
  socket.off('close', known.listener)
}
