import type { IncomingMessage } from 'node:http'

/** Reads what is left of a request and throws it away; calls back when it has ended, or after `milliseconds`. */
export function drain(req: IncomingMessage, milliseconds: number, done: () => void): void {
  const finish = (): void => {
    clearTimeout(timer)
    req.off('end', finish).off('close', finish)
    done()
  }
  const timer = setTimeout(finish, milliseconds)
  req.on('end', finish).on('close', finish)
  // An aborted upload emits 'error', which without a listener would end the process.
  req.on('error', () => {})
  req.resume()
}
