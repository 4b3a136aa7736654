import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Calls back once, when the response was sent whole or cut, or its connection is closed: a response that waits behind
 * another one in a pipeline emits no 'close' when the socket is cut.
 */
export function whenOver(req: IncomingMessage, res: ServerResponse, work: () => void): void {
  // HTTP/2 has no socket of one request, and its responses always emit 'close'.
  const socket = req.httpVersionMajor === 1 ? req.socket : undefined
  const end = (): void => {
    res.off('finish', end).off('close', end)
    socket?.off('close', end)
    work()
  }
  if (res.destroyed || res.writableFinished || socket?.destroyed === true) {
    queueMicrotask(work)
    return
  }
  res.on('finish', end).on('close', end)
  socket?.on('close', end)
}
