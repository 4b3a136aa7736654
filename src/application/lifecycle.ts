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

/** How many services of this process have started a resource that they share, and the start that they share. */
const running = new WeakMap<Resource, { services: number; started: Promise<unknown> }>()

/**
 * Starts resources in their order, and closes those that were started in the reverse order. A resource that several
 * services share starts with the first of them and closes with the last; after that it can start again.
 */
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
        await enter(resource)
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
        await inTime(leave(resource), deadline)
      } catch (error) {
        failures++
        this.#logger.error({ err: error }, `${name}.onClose failed`)
      }
    }
    return failures
  }
}

/** Starts a resource unless another service has; waits until it has started. */
async function enter(resource: Resource): Promise<void> {
  const known = running.get(resource)
  const entry = known ?? { services: 0, started: Promise.resolve(resource.onStart?.()) }
  if (known === undefined) running.set(resource, entry)
  entry.services++
  try {
    await entry.started
  } catch (error) {
    entry.services--
    if (running.get(resource) === entry) running.delete(resource)
    throw error
  }
}

/** Closes a resource unless another service still uses it. */
function leave(resource: Resource): unknown {
  const entry = running.get(resource)
  if (entry !== undefined && --entry.services > 0) return undefined
  running.delete(resource)
  return resource.onClose?.()
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
