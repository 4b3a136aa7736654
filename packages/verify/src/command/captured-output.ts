type Write = typeof process.stdout.write

/**
 * Gives what the process writes to stdout and stderr to a function instead, `console` included. What Node does not write
 * itself, as a logger that has the file descriptor, is not captured.
 *
 * @returns ends this
 */
export function captureOutput(onText: (text: string) => void): () => void {
  const streams = [process.stdout, process.stderr]
  const before = streams.map(({ write }) => write)
  const write = (chunk: Uint8Array | string, encoding?: unknown, callback?: unknown): boolean => {
    const isText = typeof chunk === 'string'
    onText(isText ? chunk : Buffer.from(chunk).toString())
    const done = typeof encoding === 'function' ? encoding : callback
    if (typeof done === 'function') process.nextTick(done)
    return true
  }
  for (const stream of streams) stream.write = write as Write
  return () => {
    streams.forEach((stream, index) => {
      stream.write = before[index] as Write
    })
  }
}
