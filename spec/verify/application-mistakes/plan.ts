import type { MistakeId } from './mistakes.js'

/** Which mistake the application makes; without one it is honest. */
export class Plan {
  /** May be changed while the service runs, where the mistake is no route of its own (`ADDS_ROUTES`). */
  mistake: MistakeId | undefined

  /** Called where a mistake begins to keep a request waiting. */
  onWait: () => void = () => undefined

  has(mistake: MistakeId): boolean {
    return this.mistake === mistake
  }

  /** Keeps a request waiting. */
  wait(until: Promise<void>): Promise<void> {
    this.onWait()
    return until
  }
}
