import type { Logger } from '../http/logger.js'

/**
 * Something that starts and ends with the service, such as a pool of connections or a consumer of a queue. Both
 * methods may return a promise, which is awaited.
 */
export interface Resource {
  /** Runs before the service listens. If it fails, the service does not start. */
  onStart?(): unknown
  /** Runs after the last response. If it fails, that is logged, and the others run nevertheless. */
  onClose?(): unknown
}

/** A resource, and its name in the log. */
export interface NamedResource {
  readonly name: string
  readonly resource: Resource
}

/** Starts resources in their order, and closes those that were started in the reverse order. */
export class Lifecycle {
  readonly #resources: readonly NamedResource[]
  readonly #logger: Logger
  readonly #started: NamedResource[] = []

  constructor(resources: readonly NamedResource[], logger: Logger) {
    this.#resources = resources
    this.#logger = logger
  }

  /**
   * Runs every `onStart`. The first failure ends this: what was started is closed again, and the promise rejects with
   * an error that names the resource and has the failure as its cause.
   *
   * @param closeDeadline how long each `onClose` may then take, in milliseconds
   */
  async start(closeDeadline: number): Promise<void> {
    for (const entry of this.#resources) {
      const { name, resource } = entry
      try {
        await resource.onStart?.()
      } catch (cause) {
        await this.close(closeDeadline)
        const message = cause instanceof Error ? cause.message : String(cause)
        throw new Error(`${name}.onStart failed: ${message}`, { cause })
      }
      this.#started.push(entry)
    }
  }

  /**
   * Runs the `onClose` of everything that was started; `deadline` is the limit of each, in milliseconds. Returns how
   * many failed or took too long; never rejects.
   */
  async close(deadline: number): Promise<number> {
    let failures = 0
    for (const { name, resource } of this.#started.splice(0).reverse()) {
      try {
        await inTime(resource.onClose?.(), deadline)
      } catch (error) {
        failures++
        this.#logger.error({ err: error }, `${name}.onClose failed`)
      }
    }
    return failures
  }
}

async function inTime(work: unknown, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not finish in ${milliseconds} ms`)), milliseconds)
  })
  try {
    await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
