import type { ResponseOption } from '../operation-options.js'

/**
 * What a route that answers by `ctx.file` or `ctx.download` documents: the whole file or a range of it, 304, and the
 * refusals.
 *
 * @example router.getFunc('/report', (ctx) => ctx.file(path), { responses: fileResponses('application/pdf') })
 */
export function fileResponses(
  contentType: string | readonly string[] = 'application/octet-stream'
): Record<number, ResponseOption> {
  return {
    200: { description: 'The file.', contentType },
    206: { description: 'The range of the file that was asked for.', contentType },
    304: { description: 'The client has the file already.' },
    404: { description: 'There is no such file.' },
    412: { description: 'A condition of the request is not met.' },
    416: { description: 'The file does not have the range that was asked for.' }
  }
}
