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

const CAUGHT: unique symbol = Symbol('fieldstone.caught')
const LISTENERS: unique symbol = Symbol('fieldstone.listeners')

interface GuardedSignal extends AbortSignal {
  [CAUGHT]: (error: unknown) => void
  /** What is really called, by what was added; made for the first. */
  [LISTENERS]?: WeakMap<object, (event: Event) => void>
}

const { addEventListener, removeEventListener } = AbortSignal.prototype

/** One prototype for the signals of all requests: functions of its own would take each 500 bytes. */
const GUARDED_SIGNAL = Object.create(AbortSignal.prototype, {
  addEventListener: {
    value(this: GuardedSignal, type: string, listener: Listener, options?: AddOptions) {
      return addEventListener.call(this, type, listener && guardedListener(this, listener), options)
    },
    writable: true,
    configurable: true
  },
  removeEventListener: {
    value(this: GuardedSignal, type: string, listener: Listener, options?: RemoveOptions) {
      return removeEventListener.call(this, type, (listener && this[LISTENERS]?.get(listener)) ?? listener, options)
    },
    writable: true,
    configurable: true
  }
})

/** Calls `caught` with what a listener of the signal throws; for an EventTarget, Node would end the process. */
export function guardSignal(signal: AbortSignal, caught: (error: unknown) => void): void {
  Object.setPrototypeOf(signal, GUARDED_SIGNAL)
  ;(signal as GuardedSignal)[CAUGHT] = caught
}

function guardedListener(signal: GuardedSignal, listener: NonNullable<Listener>): (event: Event) => void {
  signal[LISTENERS] ??= new WeakMap()
  const known = signal[LISTENERS].get(listener)
  if (known !== undefined) return known
  const safe = (event: Event): void => {
    try {
      if (typeof listener === 'function') listener.call(signal, event)
      else listener.handleEvent(event)
    } catch (error) {
      signal[CAUGHT](error)
    }
  }
  signal[LISTENERS].set(listener, safe)
  return safe
}
