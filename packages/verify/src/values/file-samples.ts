import type { Draw } from './draw.js'

/** A small file of one media type. */
export interface FileSample {
  readonly type: string
  readonly extension: string
  readonly content: Uint8Array
}

const base64 = (text: string) => Buffer.from(text, 'base64')
const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\nxref\n0 4\n0000000000 65535 f \n0000000009 00000 n \n' +
  '0000000052 00000 n \n0000000101 00000 n \ntrailer<</Root 1 0 R/Size 4>>\nstartxref\n160\n%%EOF'

/** Valid files, as small as programs read them: pictures of one pixel, a page without text, an archive of one file. */
const SAMPLES: readonly (readonly [type: string, extension: string, content: Uint8Array])[] = [
  [
    'image/png',
    'png',
    base64('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJggg==')
  ],
  [
    'image/jpeg',
    'jpg',
    base64(
      '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP////////////////////////////////////////////////////////////////////////////////' +
        '//////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA='
    )
  ],
  ['image/gif', 'gif', base64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7')],
  ['image/webp', 'webp', base64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA')],
  ['image/svg+xml', 'svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')],
  ['application/pdf', 'pdf', Buffer.from(PDF)],
  [
    'application/zip',
    'zip',
    base64(
      'UEsDBAoAAAAAAAAAIQBDvrfoAQAAAAEAAAAFAAAAYS50eHRhUEsBAgoACgAAAAAAAAAhAEO+t+gBAAAAAQAAAAUAAAAAAAAAAAAAAAAAAAAAAGEu' +
        'dHh0UEsFBgAAAAABAAEAMwAAACQAAAAAAA=='
    )
  ],
  ['text/plain', 'txt', Buffer.from('Grüezi\n')],
  ['text/csv', 'csv', Buffer.from('id,name\r\n1,Zoë\r\n')],
  ['text/html', 'html', Buffer.from('<!doctype html><title>a</title>')],
  ['text/xml', 'xml', Buffer.from('<a/>')],
  ['application/xml', 'xml', Buffer.from('<a/>')],
  ['application/json', 'json', Buffer.from('{"a":1}')],
  ['application/octet-stream', 'bin', Uint8Array.from({ length: 16 }, (_, index) => (index * 37) & 255)]
]

/** Files of a media type or a range of them; one of made-up content where none is known. At least one. */
export function fileSamples(type: string): readonly FileSample[] {
  const start = type === '*/*' ? '' : type.endsWith('/*') ? type.slice(0, -1) : undefined
  const known = SAMPLES.filter(([name]) => (start === undefined ? name === type : name.startsWith(start)))
  if (known.length > 0) return known.map(([type, extension, content]) => ({ type, extension, content }))
  const isText = type.startsWith('text/')
  const content = isText ? Buffer.from('text') : Uint8Array.of(0x00, 0x01, 0xfe, 0xff)
  return [{ type: type.replace('*', 'x-any'), extension: isText ? 'txt' : 'bin', content }]
}

/** The content with this many bytes: zeros after its end, as most formats ignore them, or spaces after a text. */
export function resizeFile(type: string | undefined, content: Uint8Array, size: number): Uint8Array {
  const filler = type !== undefined && /^text\/|json|xml/.test(type) ? 0x20 : 0
  const out = Buffer.alloc(size, filler)
  out.set(content.subarray(0, size))
  return out
}

/** A file of one of the media types, of a size between the bounds. */
export function drawFile(types: readonly string[], minimum: number, maximum: number, draw: Draw): FileSample {
  const fitting = types.flatMap(fileSamples).filter(({ content }) => content.length <= maximum)
  const sample = draw.pick(fitting.length > 0 ? fitting : types.flatMap(fileSamples))
  const size = Math.min(Math.max(sample.content.length, minimum), maximum)
  return { ...sample, content: resizeFile(sample.type, sample.content, size) }
}
