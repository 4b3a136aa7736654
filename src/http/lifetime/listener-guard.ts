import type { EventEmitter } from 'node:events'

/** Marks an emitter, or the class of one, whose listeners are guarded. */
export const GUARDED: unique symbol = Symbol('fieldstone.guarded')

/**
 * Keeps a listener of the emitter that throws from ending the process: `caught` gets the error. Node calls the listeners
 * of requests and responses from the socket's own events, where nobody else could catch it. The second guard of one
 * emitter does nothing.
 */
export function guardListeners(emitter: EventEmitter, caught: (error: unknown) => void): void {
  const guarded = emitter as EventEmitter & { [GUARDED]?: boolean }
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

type Listener = Parameters<AbortSignal['addEventListener']>[1]
type AddOptions = Parameters<AbortSignal['addEventListener']>[2]
type RemoveOptions = Parameters<AbortSignal['removeEventListener']>[2]

/**
 * Keeps a listener of the signal that throws from ending the process, which Node sees to for every EventTarget: `caught`
 * gets the error.
 */
export function guardSignal(signal: AbortSignal, caught: (error: unknown) => void): void {
  const guarded = new WeakMap<object, (event: Event) => void>()
  const { addEventListener, removeEventListener } = signal
  const guard = (listener: Listener): ((event: Event) => void) => {
    const known = guarded.get(listener)
    if (known !== undefined) return known
    const safe = (event: Event): void => {
      try {
        if (typeof listener === 'function') listener.call(signal, event)
        else listener.handleEvent(event)
      } catch (error) {
        caught(error)
      }
    }
    guarded.set(listener, safe)
    return safe
  }
  signal.addEventListener = (type: string, listener: Listener, options?: AddOptions) =>
    addEventListener.call(signal, type, listener && guard(listener), options)
  signal.removeEventListener = (type: string, listener: Listener, options?: RemoveOptions) =>
    removeEventListener.call(signal, type, guarded.get(listener) ?? listener, options)
}
