import { type FileOptions, fileReply } from '../reply/file.js'
import type { StreamedResponse } from './streamed-replies.js'

/** Replies with a file, or the range of it that the request names; rejects where there is none. */
export async function sendFile(response: StreamedResponse, path: string, options?: FileOptions): Promise<void> {
  const { status, headers, contentType, content } = await fileReply(response.req, path, options)
  for (const [name, value] of Object.entries(headers)) response.header(name.toLowerCase(), value)
  response.header('x-content-type-options', 'nosniff')
  if (content === undefined) response.text(status, undefined, '')
  else response.stream(status, contentType, content, { length: content.length })
}
