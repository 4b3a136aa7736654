import type { Logger } from '../http/logger.js'

/** Something that stops at a signal. */
export interface Stoppable {
  readonly signals: readonly NodeJS.Signals[]
  readonly logger: Logger
  /** Stops; returns whether everything succeeded. */
  stop(): Promise<boolean>
}

/** How long the process may take to end after everything has stopped, before it is ended; in milliseconds. */
const EXIT_MS = 1_000

const stoppables = new Set<Stoppable>()
let isStopping = false

/**
 * Stops at the given signals, and ends the process with 0 when everything that listens for them has stopped, with 1 if
 * something failed. A second signal ends it at once, with 128 plus the signal's number. Returns a function that undoes
 * this.
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
    concerned[0]?.logger.warn({ signal }, `${signal} again: the process exits now`)
    // Loaded by then alone: a start is sooner by the module.
    process.exit(128 + process.getBuiltinModule('node:os').constants.signals[signal])
  }
  isStopping = true
  for (const { logger } of concerned) logger.info({ signal }, `${signal}: the service is stopping`)
  Promise.all(concerned.map((stoppable) => stoppable.stop())).then((outcomes) => {
    process.exitCode = outcomes.includes(false) ? 1 : (process.exitCode ?? 0)
    // Other work of the application may finish, as it does where nothing keeps the process alive.
    setTimeout(() => process.exit(), EXIT_MS).unref()
  })
}
