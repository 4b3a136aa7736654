import type { EventEmitter } from 'node:events'

/** Marks an emitter, or the class of one, whose listeners are guarded. */
export const GUARDED: unique symbol = Symbol('fieldstone.guarded')

/**
 * Calls `caught` with what a listener of the emitter throws, which would otherwise end the process: Node calls the
 * listeners of requests and responses from events of the socket, where nothing else can catch it. A second guard of
 * the same emitter does nothing.
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

/** Calls `caught` with what a listener of the signal throws; for an EventTarget, Node would end the process. */
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
