import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { contextOf } from '../exchange/request-context.js'
import { GUARDED } from '../lifetime/listener-guard.js'
import { PLAIN } from '../reply/reply.js'
import type { EdgeGuard } from './edge-guard.js'

// biome-ignore lint/suspicious/noExplicitAny: a mixin's constructor takes what its base takes
type EmitterClass = new (...args: any[]) => EventEmitter

/**
 * Node's classes of requests and responses, whose listeners cannot end the process: Node calls them from events of the
 * network, where nothing could catch what they throw. It is handled as if the handler threw, or cuts the connection where
 * there is no handler yet. In the class, it costs a request nothing.
 */
export class GuardedMessages {
  readonly #guard: EdgeGuard

  constructor(guard: EdgeGuard) {
    this.#guard = guard
  }

  /** The class of requests, guarded. */
  request<C extends EmitterClass>(Base: C): C {
    return this.#guarded<C, IncomingMessage>(Base, (req) => req)
  }

  /** The class of responses, guarded. */
  response<C extends EmitterClass>(Base: C, isPlain: boolean): C {
    const Guarded = this.#guarded<C, ServerResponse>(Base, (res) => res.req)
    Object.defineProperty(Guarded.prototype, PLAIN, { value: isPlain })
    return Guarded
  }

  #guarded<C extends EmitterClass, M>(Base: C, requestOf: (message: M) => IncomingMessage): C {
    const failed = (error: unknown, message: M): void => this.#failed(error, requestOf(message))
    return class extends Base {
      get [GUARDED](): true {
        return true
      }

      override emit(...event: Parameters<EventEmitter['emit']>): boolean {
        try {
          return super.emit(...event)
        } catch (error) {
          failed(error, this as unknown as M)
          return true
        }
      }
    }
  }

  #failed(error: unknown, req: IncomingMessage): void {
    const ctx = contextOf(req)
    if (ctx === undefined) {
      this.#guard.failed(error, () => req.socket)
      return
    }
    this.#guard.run(
      () => {
        ctx.fail(error)
        ctx.commit()
      },
      () => ctx.response()
    )
  }
}
