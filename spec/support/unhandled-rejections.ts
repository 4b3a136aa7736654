/** The rejections that the work leaves, which would end the process. */
export function unhandledRejections(work: () => unknown): Promise<unknown[]> {
  return emitted('unhandledRejection', work)
}

/** The exceptions that nothing catches while the work is done, which would end the process. */
export function uncaughtExceptions(work: () => unknown): Promise<unknown[]> {
  return emitted('uncaughtException', work)
}

async function emitted(event: 'unhandledRejection' | 'uncaughtException', work: () => unknown): Promise<unknown[]> {
  const errors: unknown[] = []
  const listeners = process.listeners(event as never) as ((error: unknown) => void)[]
  process.removeAllListeners(event)
  process.on(event, (error) => errors.push(error))
  try {
    await work()
    // A constraint may take some turns until it fails.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
    return errors
  } finally {
    process.removeAllListeners(event)
    for (const listener of listeners) process.on(event, listener)
  }
}
