/**
 * Loads ioredis, which limits in the memory of one process do not need: bundlers let a library be missing that is required
 * within `try`.
 */
export = (): typeof import('ioredis') => {
  try {
    return require('ioredis')
  } catch (cause) {
    // biome-ignore lint/complexity/noUselessCatch: bundlers look for the block, and the caller for the error as it is
    throw cause
  }
}
