import { constants } from 'node:os'
import type { Logger } from '../http/logger.js'

/** What stops at a signal. */
export interface Stoppable {
  readonly signals: readonly NodeJS.Signals[]
  readonly logger: Logger
  /** Stops; answers whether all went well. */
  stop(): Promise<boolean>
}

/** How long the process may take to end by itself when everything has stopped, in milliseconds. */
const LEAVE_MS = 1_000

const stoppables = new Set<Stoppable>()
let isStopping = false

/**
 * Stops at the given signals, and ends the process with 0 when everything that listens for them has stopped, with 1 where
 * something failed. A second signal ends it at once, with 128 and the signal's number. Answers how to take that back.
 */
export function stopOnSignals(stoppable: Stoppable): () => void {
  stoppables.add(stoppable)
  for (const signal of stoppable.signals)
    if (!process.listeners(signal).includes(onSignal)) process.on(signal, onSignal)
  return () => {
    stoppables.delete(stoppable)
    for (const signal of stoppable.signals) if (!isAwaited(signal) && !isStopping) process.off(signal, onSignal)
  }
}

function isAwaited(signal: NodeJS.Signals): boolean {
  return [...stoppables].some(({ signals }) => signals.includes(signal))
}

function onSignal(signal: NodeJS.Signals): void {
  const concerned = [...stoppables].filter(({ signals }) => signals.includes(signal))
  if (isStopping) {
    concerned[0]?.logger.warn({ signal }, `${signal} came again: the process ends at once`)
    process.exit(128 + constants.signals[signal])
  }
  isStopping = true
  for (const { logger } of concerned) logger.info({ signal }, `${signal}: the service stops`)
  Promise.all(concerned.map((stoppable) => stoppable.stop())).then((outcomes) => {
    process.exitCode = outcomes.includes(false) ? 1 : (process.exitCode ?? 0)
    // What else the application has begun may end by itself, as it does where nothing holds the process.
    setTimeout(() => process.exit(), LEAVE_MS).unref()
  })
}
