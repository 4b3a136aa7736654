/** A body that comes in chunks of this many bytes, each when the one before is taken. */
export function inChunks(body: Uint8Array, size: number): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream(
    {
      pull(controller) {
        if (at < body.length) controller.enqueue(body.subarray(at, at + size))
        at += size
        if (at >= body.length) controller.close()
      }
    },
    { highWaterMark: 0 }
  )
}

/** A POST of a stream, as `fetch` takes it. */
export function streamedPost(
  url: string,
  body: ReadableStream<Uint8Array>,
  headers: Readonly<Record<string, string>>
): Request {
  return new Request(url, { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
}
