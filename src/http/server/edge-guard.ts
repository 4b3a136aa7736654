import type { EventEmitter } from 'node:events'
import type { Logger } from '../logger.js'

/** What is left to cut where a listener failed: a socket, a session, a stream. */
interface Cuttable {
  destroy(): unknown
}

/**
 * The one way in which Fieldstone listens to servers, sockets and sessions. Node calls such listeners from events of
 * the network, where nothing could catch what they throw: it would end the process, and with it every other request. Here
 * it is reported, and only the connection that the event was about is cut.
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
}
