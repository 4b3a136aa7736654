import type { BodyLimits } from '../document/body-limits.js'
import type { FormField } from '../judge/form-fields.js'
import type { Draw } from '../values/draw.js'
import { fileSamples, resizeFile } from '../values/file-samples.js'
import { RANK, type Rank } from '../values/rank.js'
import type { ValueMaker } from '../values/value-maker.js'
import type { FormPart } from '../wire/multipart.js'
import type { EdgeCase } from './request-parts.js'

/** What becomes of a part of a valid form; undefined where it cannot be changed so. */
export type PartChange = (part: FormPart, draw: Draw) => FormPart | undefined

const NAMES = [
  ...['Zoë 漢字.png', 'a "quoted" name.png', "it's.png", 'a;b.png', 'a=b.png', '../../etc/passwd', 'C:\\x.png', 'a\\'],
  ...[
    '100%.png',
    '%2e%2e%2fx.png',
    'two\r\nlines.png',
    'a\u0000b.png',
    '.',
    '..',
    '.htaccess',
    'nul',
    ' x.png ',
    '😀.png'
  ],
  ...['x.png.exe', 'without-extension', `${'long'.repeat(75)}.png`, '<b>.png', 'file.', '$(id).png']
]

const OTHER_TYPES = ['text/html', 'application/x-msdownload', 'application/octet-stream', 'image/svg+xml', 'text/plain']
/** The neighbors of types that are listed. */
const COMMON_TYPES = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/pdf',
  'application/zip',
  'text/csv'
]

const CONTENTS: readonly (readonly [label: string, content: Uint8Array])[] = [
  ['a line break', Buffer.from('\r\n')],
  ['line breaks at both ends', Buffer.from('\r\n\r\na\r\n\r\n')],
  ['zeros', Buffer.alloc(20)],
  ['every byte', Uint8Array.from({ length: 256 }, (_, index) => index)],
  ['a line that is almost a boundary', Buffer.from('a\r\n--par\r\n--\r\n-')],
  [
    'another boundary',
    Buffer.from('a\r\n--other\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n--other--\r\n')
  ],
  ['the boundary within a line', Buffer.from('a --part-- b')]
]

/** In bytes: larger files and bodies are not sent, as they would only cost time. */
export const LARGEST = 40_000_000

/** In bytes: larger files are sent to one operation alone. */
const COSTLY = 4_000_000

/** Lists what to try with a file. `part` makes the edge case of a change of its part. */
export function fileEdgeCases(
  maker: ValueMaker,
  { types, schema }: FormField,
  { fileSize }: BodyLimits,
  part: (label: string, rank: Rank, change: PartChange) => EdgeCase
): EdgeCase[] {
  const set = (label: string, rank: Rank, members: Partial<FormPart>) =>
    part(label, rank, (old) => ({ ...old, ...members }))
  const listed = (types ?? []).flatMap(fileSamples)
  const others = [...OTHER_TYPES, ...(types === undefined ? [] : COMMON_TYPES)].filter(
    (type) => !listed.some((sample) => sample.type === type)
  )
  const { bounds } = maker.flattener.flatten(schema)
  const sizes = ['minLength', 'maxLength'].flatMap((keyword) => {
    const bound = bounds.get(keyword) ?? (keyword === 'maxLength' ? fileSize : undefined) ?? Number.POSITIVE_INFINITY
    return [bound - 1, bound, bound + 1].filter((size) => size >= 0 && size <= LARGEST)
  })
  const sized = sizes.map((size) => {
    const edgeCase = part(`${size} bytes`, RANK.extreme, (old) => ({
      ...old,
      content: resizeFile(old.contentType, old.content, size)
    }))
    return size > COSTLY ? { ...edgeCase, share: `form: a file of ${size} bytes` } : edgeCase
  })
  return [
    set('an empty file', RANK.extreme, { content: new Uint8Array() }),
    set('no file name', RANK.type, { filename: undefined }),
    set('an empty file name', RANK.type, { filename: '' }),
    set('as a browser sends a file that was not chosen', RANK.extreme, {
      filename: '',
      contentType: 'application/octet-stream',
      content: new Uint8Array()
    }),
    set('a text in place of a file', RANK.type, {
      filename: undefined,
      contentType: undefined,
      content: Buffer.from('text')
    }),
    ...listed.map(({ type, extension, content }) =>
      set(`a file of ${type}`, RANK.extreme, { filename: `a.${extension}`, contentType: type, content })
    ),
    ...sized,
    ...others.map((type) => {
      const [{ content } = { content: new Uint8Array() }] = fileSamples(type)
      return set(`of ${type}`, RANK.type, { contentType: type, content })
    }),
    set('content that is not of its type', RANK.type, { content: Buffer.from('not what it says') }),
    set('without a content type', RANK.type, { contentType: undefined }),
    ...['image', 'image/', '', '*/*', 'image/png, image/jpeg'].map((type) =>
      set(`the content type ${JSON.stringify(type)}`, RANK.near, { contentType: type })
    ),
    part('its content type in upper case', RANK.near, (old) => withType(old, (type) => type.toUpperCase())),
    part('a parameter of its content type', RANK.near, (old) => withType(old, (type) => `${type}; name=x`)),
    part('a charset of its content type', RANK.near, (old) => withType(old, (type) => `${type};charset=UTF-8`)),
    part('only the beginning of its content type', RANK.near, (old) => withType(old, (type) => `${type}x`))
  ]
}

/** Names and contents of files, of whatever field they are. */
export function oddFiles(part: (label: string, rank: Rank, change: PartChange) => EdgeCase): EdgeCase[] {
  return [
    ...NAMES.map((name) =>
      part(`named ${JSON.stringify(name.slice(0, 30))}`, RANK.near, (old) => ({ ...old, filename: name }))
    ),
    part('a file name in the form of RFC 5987', RANK.lexical, (old) => ({
      ...old,
      head: `Content-Disposition: form-data; name="${old.name}"; filename="x.png"; filename*=UTF-8''Zo%C3%AB.png\r\nContent-Type: ${old.contentType}`
    })),
    ...CONTENTS.map(([label, content]) => part(label, RANK.near, (old) => ({ ...old, content })))
  ]
}

function withType(part: FormPart, change: (type: string) => string): FormPart | undefined {
  return part.contentType === undefined ? undefined : { ...part, contentType: change(part.contentType) }
}
