import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { contextOf } from '../exchange/request-context.js'
import { GUARDED } from '../lifetime/listener-guard.js'
import { PLAIN } from '../lifetime/node-messages.js'
import type { Logger } from '../logger.js'
import { HEAD_TEST, HeadTest, type ResponseClass } from '../reply/known-head.js'

// biome-ignore lint/suspicious/noExplicitAny: a mixin's constructor takes what its base takes
type EmitterClass = new (...args: any[]) => EventEmitter

/** What is left to cut where a listener failed: a socket, a session, a stream. */
interface Cuttable {
  destroy(): unknown
}

/**
 * The one way in which Fieldstone listens to servers, sockets and sessions. Node calls such listeners from events of
 * the network, where nothing could catch what they throw: it would end the process, and with it every other request. Here
 * it is reported, and only the connection that the event was about is cut.
 *
 * The listeners of requests and responses, which are the application's as well, are guarded in their classes, where it
 * costs a request nothing.
 */
export class EdgeGuard {
  readonly #logger: Logger

  constructor(logger: Logger) {
    this.#logger = logger
  }

  /**
   * Listens to an event of an emitter. `cut` names what the event was about among the listener's arguments; undefined
   * where it was about the emitter itself.
   */
  on<A extends readonly unknown[]>(
    emitter: EventEmitter,
    event: string,
    listener: (...args: A) => void,
    cut: ((...args: A) => unknown) | undefined = undefined
  ): void {
    emitter.on(event, (...args: unknown[]) => {
      this.run(
        () => listener(...(args as unknown as A)),
        () => (cut === undefined ? emitter : cut(...(args as unknown as A)))
      )
    })
  }

  /**
   * A listener for an event of many emitters, which it gets as its argument, and cuts where it fails. Made once: two closures
   * for each event of each connection would take more memory than what is known of it.
   */
  shared<E extends object>(listener: (emitter: E) => void): (this: E) => void {
    const failed = (error: unknown, emitter: E): void => this.failed(error, () => emitter)
    return function (this: E): void {
      try {
        listener(this)
      } catch (error) {
        failed(error, this)
      }
    }
  }

  /** Listens by a listener that {@link shared} has made. */
  add<E extends EventEmitter>(emitter: E, event: string, listener: (this: E) => void): void {
    emitter.on(event, listener)
  }

  /** Runs work of the edge, for timers and callbacks; what it throws is reported, and what `cut` names is destroyed. */
  run(work: () => void, cut: () => unknown): void {
    try {
      work()
    } catch (error) {
      this.failed(error, cut)
    }
  }

  /** Reports what was thrown, and cuts. */
  failed(error: unknown, cut: () => unknown): void {
    this.#logger.error({ err: error }, 'The edge of the server failed on a connection, which is cut')
    try {
      const target = cut() as Partial<Cuttable> | undefined
      target?.destroy?.()
    } catch (again) {
      this.#logger.error({ err: again }, 'A connection could not be cut')
    }
  }

  /**
   * The class of requests whose listeners cannot end the process: what they throw is handled as if the handler threw it,
   * or cuts the connection where there is no handler yet.
   */
  requestClass<C extends EmitterClass>(Base: C): C {
    return this.#guarded<C, IncomingMessage>(Base, (req) => req)
  }

  /**
   * The same for responses. `isPlain`: whether they write as Node's response of HTTP/1 does. `closed` is called when a
   * response is over, before its listeners of 'close': a listener of its own would cost each request 1 to 2 %.
   */
  responseClass<C extends EmitterClass>(Base: C, isPlain: boolean, closed?: (res: ServerResponse) => void): C {
    const Guarded = this.#guarded<C, ServerResponse>(Base, (res) => res.req, closed)
    Object.defineProperty(Guarded.prototype, PLAIN, { value: isPlain })
    if (isPlain) {
      const value = new HeadTest(Base as unknown as ResponseClass)
      Object.defineProperty(Guarded.prototype, HEAD_TEST, { value })
    }
    return Guarded
  }

  #guarded<C extends EmitterClass, M>(
    Base: C,
    requestOf: (message: M) => IncomingMessage,
    closed?: (message: M) => void
  ): C {
    const failed = (error: unknown, message: M): void => this.#failedMessage(error, requestOf(message))
    return class extends Base {
      get [GUARDED](): true {
        return true
      }

      // Node's own events have one argument at most. Those handed on as a list cost each of a request's nine events half as
      // much again as the event itself.
      override emit(event: string | symbol, ...args: unknown[]): boolean {
        try {
          if (event === 'close') closed?.(this as unknown as M)
          if (args.length === 0) return super.emit(event)
          return args.length === 1 ? super.emit(event, args[0]) : super.emit(event, ...args)
        } catch (error) {
          failed(error, this as unknown as M)
          return true
        }
      }
    }
  }

  #failedMessage(error: unknown, req: IncomingMessage): void {
    const ctx = contextOf(req)
    if (ctx === undefined) {
      this.failed(error, () => req.socket)
      return
    }
    this.run(
      () => {
        ctx.fail(error)
        ctx.commit()
      },
      () => ctx.response()
    )
  }
}
