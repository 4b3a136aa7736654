import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { http2StreamOf } from './node-messages.js'

type End = () => void

/** What waits for the close of a socket: one listener for all, however many requests a client sends at once. */
const waiting = new WeakMap<Socket, { readonly ends: Set<End>; readonly listener: () => void }>()

/**
 * Calls back once, when the response was sent whole or cut, or its connection is closed: a response that waits behind
 * another one in a pipeline emits no 'close' when the socket is cut. `isSent` tells whether it was sent whole.
 */
export function whenOver(req: IncomingMessage, res: ServerResponse, work: (isSent: boolean) => void): void {
  // HTTP/2 has no socket of one request, and its responses always emit 'close'.
  const socket = http2StreamOf(res) === undefined ? req.socket : undefined
  const settle = (isSent: boolean): void => {
    res.off('finish', finish).off('close', cut)
    if (socket !== undefined) forgetClose(socket, cut)
    work(isSent)
  }
  // A stream of HTTP/2 that is reset finishes too, but nobody has ended it.
  const finish = (): void => settle(res.writableEnded)
  const cut = (): void => settle(false)
  if (res.destroyed || res.writableFinished || socket?.destroyed === true) {
    queueMicrotask(() => work(res.writableFinished === true && res.writableEnded))
    return
  }
  res.on('finish', finish).on('close', cut)
  if (socket !== undefined) awaitClose(socket, cut)
}

/** Calls back when the socket is closed: one listener for all, however many requests wait for it. */
export function awaitClose(socket: Socket, end: End): void {
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

/** Takes {@link awaitClose} back. */
export function forgetClose(socket: Socket, end: End): void {
  const known = waiting.get(socket)
  if (known === undefined) return
  known.ends.delete(end)
  if (known.ends.size > 0) return
  waiting.delete(socket)
  socket.off('close', known.listener)
}
