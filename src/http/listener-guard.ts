import type { EventEmitter } from 'node:events'

const GUARDED = Symbol('fieldstone.guarded')

/**
 * Keeps a listener of the emitter that throws from ending the process: `caught` gets the error. Node calls the listeners
 * of requests and responses from the socket's own events, where nobody else could catch it. The second guard of one
 * emitter does nothing.
 */
export function guardListeners(emitter: EventEmitter, caught: (error: unknown) => void): void {
  const guarded = emitter as EventEmitter & { [GUARDED]?: true }
  if (guarded[GUARDED]) return
  guarded[GUARDED] = true
  const { emit } = emitter
  emitter.emit = function (this: EventEmitter, ...event: Parameters<EventEmitter['emit']>): boolean {
    try {
      return emit.apply(this, event)
    } catch (error) {
      caught(error)
      return true
    }
  }
}
