import { RequestCut } from '../lifetime/abort-signal.js'
import { PROBLEM_TYPE, problemOf } from '../problem.js'
import type { FetchEdge, FetchExchange } from './exchange.js'

/** The requests that a service has taken since it was opened, and not responded to. */
export class InFlight implements FetchEdge {
  /** Those whose response was not given in the turn in which they came. */
  readonly #open: FetchExchange[] = []
  #count = 0
  /** Of these, how many wait for a body that the platform reads whole: nothing of the application knows of them yet. */
  #reading = 0
  #isOver = false
  /** Whose promise is being made: a function for each request would cost Bun a fiftieth of a short one. */
  #waiting: FetchExchange | undefined = undefined
  readonly #give = (resolve: (response: Response) => void, reject: (error: Error) => void): void => {
    this.#waiting?.whenGiven(resolve, reject)
    this.#waiting = undefined
  }
  #emptied: () => void = () => {}

  /** Whether the deadline of a stop has passed: a body that comes then is for no method. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** One more was taken. */
  begin(): void {
    this.#count += 1
  }

  /** Its response was given. */
  end(): void {
    this.#count -= 1
    if (this.#count === 0) this.#emptied()
  }

  /** The platform reads its body. */
  beginReading(): void {
    this.#reading += 1
  }

  /** The body has come, or has failed. */
  endReading(): void {
    this.#reading -= 1
  }

  /** The response of an exchange, when it comes. */
  responseOf(exchange: FetchExchange): Promise<Response> {
    const { response } = exchange
    if (response !== undefined) return Promise.resolve(response)
    // One that was cut already is forgotten.
    if (!exchange.isCut) exchange.place = this.#open.push(exchange) - 1
    this.#waiting = exchange
    return new Promise(this.#give)
  }

  forget(exchange: FetchExchange): void {
    const { place } = exchange
    if (place !== undefined) this.#leave(place)
    exchange.place = undefined
    this.end()
  }

  /** The last one takes the place: a Set would cost Deno a hundredth of a short request. */
  #leave(place: number): void {
    const last = this.#open.pop() as FetchExchange
    if (last.place === place) return
    this.#open[place] = last
    last.place = place
  }

  /** Lets all of them finish, and cuts what is left at the deadline, in milliseconds. */
  async finish(deadline: number): Promise<void> {
    if (this.#count === 0) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#emptied = resolve
      timer = setTimeout(() => this.#cut(), deadline)
    })
    clearTimeout(timer)
  }

  #cut(): void {
    const reason = new RequestCut()
    this.#isOver = true
    this.#count -= this.#reading
    for (const exchange of [...this.#open]) exchange.cut(unavailable(), reason)
    if (this.#count === 0) this.#emptied()
  }
}

/** The response of a service that has stopped. */
export function unavailable(): Response {
  const problem = problemOf({ status: 503, detail: 'The service does not take requests now' })
  return new Response(JSON.stringify(problem), { status: problem.status, headers: { 'content-type': PROBLEM_TYPE } })
}
