import type { PublishedOperation } from '../document/published-document.js'
import type { RequestMaker } from '../requests/request-maker.js'
import type { Arrangement, ResponseValue } from '../session/attempt.js'
import type { Session } from '../session/session.js'
import type { Draw } from '../values/draw.js'
import type { ValueMaker } from '../values/value-maker.js'
import { Play, unlessMissing } from './play.js'
import { ResourceCalls } from './resource-calls.js'
import { pathParameters, type Resource, resourceAbove, resourcesOf } from './resources.js'

/**
 * Makes what an operation needs to exist: the resource that its path leads to. Where `reset` empties the service, an item
 * exists only if it was created since.
 */
export class Arrangements {
  readonly #resources: readonly Resource[]
  readonly #calls: ResourceCalls

  constructor(operations: readonly PublishedOperation[], requests: RequestMaker, values: ValueMaker) {
    this.#resources = resourcesOf(operations)
    this.#calls = new ResourceCalls(this.#resources, requests, values)
  }

  /** Undefined where no operation creates what the path leads to. */
  of(operation: PublishedOperation, session: Session, draw: Draw): Arrangement | undefined {
    const resource = resourceAbove(operation, this.#resources)
    if (resource?.create === undefined) return undefined
    let decisions: ReadonlyMap<string, unknown> | undefined
    return async () => {
      // The same resource each time, so that a request can be simplified while it is the only thing that changes.
      const play = new Play(session, draw, decisions)
      const created = await unlessMissing(this.#calls.create(play, resource, `the ${resource.name}`))
      if (created === undefined) return undefined
      decisions = play.decisions
      const names = pathParameters(operation)
      const texts = created.path.slice(0, names.length).map(({ text }, index) => [names[index], text])
      const uses = created.path.flatMap(({ from, path: at }, index): ResponseValue[] => {
        const parameter = names[index]
        return parameter === undefined || from === undefined || at === undefined ? [] : [{ parameter, from, path: at }]
      })
      return { path: Object.fromEntries(texts) as Record<string, string>, steps: play.steps, uses }
    }
  }
}
