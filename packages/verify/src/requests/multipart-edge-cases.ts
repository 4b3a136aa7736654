import type { BodyLimits } from '../document/body-limits.js'
import type { PublishedMedia } from '../document/published-document.js'
import { type FormField, formFieldsOf } from '../judge/form-fields.js'
import type { Draw } from '../values/draw.js'
import { resizeFile } from '../values/file-samples.js'
import { RANK, type Rank } from '../values/rank.js'
import { applyEdgeCase, valueEdgeCases } from '../values/value-edge-cases.js'
import type { ValueMaker } from '../values/value-maker.js'
import { writeJson } from '../wire/json-text.js'
import { contentTypeOf, type FormPart, formOf, headOf, type MultipartForm, writeForm } from '../wire/multipart.js'
import { BodyEncoder, textPart } from './body-encoding.js'
import { fileEdgeCases, LARGEST, oddFiles, type PartChange } from './file-edge-cases.js'
import { textsToTry } from './form-edge-cases.js'
import type { EdgeCase, RequestParts } from './request-parts.js'

/** What becomes of the parts of a valid form; undefined where it cannot be changed so. */
type PartsChange = (parts: readonly FormPart[], draw: Draw) => readonly FormPart[] | undefined

/** Lists what to try with a `multipart/form-data` body: with each of its fields, and with the form itself. */
export function multipartEdgeCases(
  maker: ValueMaker,
  type: string,
  media: PublishedMedia,
  limits: BodyLimits
): EdgeCase[] {
  const cases = new FormEdgeCases(maker, type, media, limits)
  const fields = [...formFieldsOf(maker.checks, media).values()]
  const firstFile = fields.find(({ kind }) => kind === 'file')
  const [first] = fields
  return [
    ...fields.flatMap((field) => cases.ofField(field, field === firstFile)),
    ...(first === undefined ? [] : cases.ofHeads(first)),
    ...cases.ofParts(),
    ...cases.ofSyntax()
  ]
}

/** More parts are not sent: they would only cost time. */
const MOST_PARTS = 5000

class FormEdgeCases {
  readonly #maker: ValueMaker
  readonly #encoder: BodyEncoder
  readonly #type: string
  readonly #media: PublishedMedia
  readonly #limits: BodyLimits

  constructor(maker: ValueMaker, type: string, media: PublishedMedia, limits: BodyLimits) {
    this.#limits = limits
    this.#maker = maker
    this.#encoder = new BodyEncoder(maker)
    this.#type = type
    this.#media = media
  }

  #valid(draw: Draw): MultipartForm | undefined {
    const body = this.#encoder.valid(this.#type, this.#media, draw)?.body
    return body?.kind === 'multipart' ? body.form : undefined
  }

  #formOf(request: RequestParts, draw: Draw): MultipartForm | undefined {
    return request.body?.kind === 'multipart' ? request.body.form : this.#valid(draw)
  }

  #parts(label: string, rank: Rank, change: PartsChange): EdgeCase {
    return {
      label: `form: ${label}`,
      rank,
      apply: (request, draw) => {
        const form = this.#formOf(request, draw)
        const parts = form && change(form.parts, draw)
        return parts && withForm(request, formOf(parts))
      }
    }
  }

  /** Changes the first part of the field; it is made where the form has none. */
  #part(field: FormField, label: string, rank: Rank, change: PartChange): EdgeCase {
    return this.#parts(`${field.name}: ${label}`, rank, (parts, draw) => {
      const at = parts.findIndex(({ name }) => name === field.name)
      const present = at === -1 ? this.#make(field, draw) : parts[at]
      const changed = present && change(present, draw)
      if (changed === undefined) return undefined
      return at === -1 ? [...parts, changed] : parts.with(at, changed)
    })
  }

  #make(field: FormField, draw: Draw): FormPart | undefined {
    const made = field.kind === 'file' ? { value: '' } : this.#maker.valid(field.schema, draw)
    return made && this.#encoder.part(field, made.value, draw)
  }

  /** @param isFirstFile whether names and contents of files are tried with it: with one file is enough */
  ofField(field: FormField, isFirstFile: boolean): EdgeCase[] {
    const part = (label: string, rank: Rank, change: PartChange) => this.#part(field, label, rank, change)
    const repeat = (label: string, rank: Rank, count: number) =>
      this.#parts(`${field.name}: ${label}`, rank, (parts, draw) => {
        const own = Array.from({ length: count }, () => this.#make(field, draw))
        if (own.includes(undefined)) return undefined
        return [...parts.filter(({ name }) => name !== field.name), ...(own as FormPart[])]
      })
    const counts = field.isList ? this.#countsAround(field) : []
    const own =
      field.kind === 'file'
        ? [...fileEdgeCases(this.#maker, field, this.#limits, part), ...(isFirstFile ? oddFiles(part) : [])]
        : field.kind === 'json'
          ? this.#ofJson(field)
          : this.#ofText(field)
    return [
      repeat('absent', RANK.extreme, 0),
      repeat('twice', RANK.type, 2),
      ...(field.isList && field.kind === 'file' ? [this.#sameNames(field)] : []),
      ...counts.map((count) => repeat(`${count} times`, RANK.extreme, count)),
      ...this.#timesAround(field).map((count) => this.#partsOf(field, count)),
      ...own
    ]
  }

  /** Two files that have the same name, and different contents. */
  #sameNames(field: FormField): EdgeCase {
    return this.#parts(`${field.name}: two files of one name`, RANK.extreme, (parts, draw) => {
      const first = this.#make(field, draw)
      if (first === undefined) return undefined
      const { content, contentType } = first
      const second = {
        ...first,
        content: resizeFile(contentType, content, content.length + 1)
      }
      return [...parts.filter(({ name }) => name !== field.name), first, second]
    })
  }

  ofHeads(field: FormField): EdgeCase[] {
    return HEADS.map(([label, rewrite]) => {
      const change: PartChange = (old) => ({ ...old, head: rewrite(headOf(old), old) })
      return { ...this.#part(field, label, RANK.lexical, change), share: `head of a part: ${label}` }
    })
  }

  /** So many parts of the field's kind, with those of other fields. */
  #partsOf(field: FormField, count: number): EdgeCase {
    const isFile = field.kind === 'file'
    const noun = isFile ? 'files' : 'texts'
    return this.#parts(`${field.name}: ${count} ${noun} in all`, RANK.type, (parts, draw) => {
      const others = parts.filter(({ name }) => name !== field.name)
      const missing = count - others.filter(({ name }) => this.#isOf(name, isFile)).length
      const own = Array.from({ length: Math.max(0, missing) }, () => this.#make(field, draw))
      return own.includes(undefined) ? undefined : [...others, ...(own as FormPart[])]
    })
  }

  /** So many bytes of texts, with those of other fields. */
  #textsOf(field: FormField, size: number): EdgeCase {
    return this.#parts(`${field.name}: ${size} bytes of texts in all`, RANK.type, (parts) => {
      const others = parts.filter(({ name }) => name !== field.name)
      const present = others.filter(({ name }) => this.#isOf(name, false))
      const missing = size - present.reduce((sum, { content }) => sum + content.length, 0)
      const part = textPart(field.name, '') as FormPart
      return missing < 0 ? undefined : [...others, { ...part, content: Buffer.alloc(missing, 0x61) }]
    })
  }

  #isOf(name: string, isFile: boolean): boolean {
    const field = formFieldsOf(this.#maker.checks, this.#media).get(name)
    return field !== undefined && (field.kind === 'file') === isFile
  }

  /** As many parts as a form may have of the kind, and one more; many where the document does not say. */
  #timesAround({ kind }: FormField): number[] {
    const limit = this.#limits[kind === 'file' ? 'files' : 'fields']
    return limit === undefined ? [60] : [limit, limit + 1].filter((count) => count <= MOST_PARTS)
  }

  #countsAround({ property }: FormField): number[] {
    const { bounds } = this.#maker.flattener.flatten(property)
    const counts = ['minItems', 'maxItems'].flatMap((keyword) => {
      const bound = bounds.get(keyword) ?? Number.POSITIVE_INFINITY
      return bound > 100 ? [] : [bound - 1, bound, bound + 1].filter((count) => count >= 0)
    })
    return [...new Set(counts)]
  }

  #ofText(field: FormField): EdgeCase[] {
    const part = (label: string, rank: Rank, change: PartChange) => this.#part(field, label, rank, change)
    const typed = (contentType: string) =>
      part(`content type ${JSON.stringify(contentType)}`, RANK.type, (old) => ({ ...old, contentType }))
    return [
      ...textsToTry(this.#maker, field.schema).map(([rank, label, make]) =>
        part(label, rank, (old, draw) => {
          const text = make(draw)
          return text === undefined ? undefined : { ...old, content: Buffer.from(text) }
        })
      ),
      part('a file in place of a text', RANK.type, (old) => ({
        ...old,
        filename: 'a.txt',
        contentType: 'application/octet-stream'
      })),
      part('bytes that are not UTF-8', RANK.lexical, (old) => ({ ...old, content: Uint8Array.of(0x61, 0xff, 0x62) })),
      part('a byte order mark', RANK.lexical, (old) => ({ ...old, content: Buffer.from(`\uFEFF${old.content}`) })),
      ...sizesAround(this.#limits.bodyLimit ?? 1_200_000).map((size) => this.#textsOf(field, size)),
      ...[
        'text/plain',
        'text/plain; charset=utf-8',
        'text/plain; charset=iso-8859-1',
        'application/json',
        'text/html'
      ].map(typed)
    ]
  }

  #ofJson(field: FormField): EdgeCase[] {
    const part = (label: string, rank: Rank, change: PartChange) => this.#part(field, label, rank, change)
    const values = valueEdgeCases(this.#maker, field.schema).map((edgeCase) =>
      part(edgeCase.label, edgeCase.rank, (old, draw) => {
        const base = this.#maker.valid(field.schema, draw)
        const placed = base && applyEdgeCase(this.#maker, base.value, edgeCase, draw)
        return placed && { ...old, content: Buffer.from(writeJson(placed.value)) }
      })
    )
    return [
      ...values,
      ...['{', '', 'undefined', '[object Object]'].map((text) =>
        part(`broken JSON ${JSON.stringify(text)}`, RANK.lexical, (old) => ({ ...old, content: Buffer.from(text) }))
      ),
      part('without a content type', RANK.type, (old) => ({ ...old, contentType: undefined })),
      part('as a file', RANK.type, (old) => ({ ...old, filename: 'a.json' }))
    ]
  }

  /** Parts beside the fields, their order and their number. */
  ofParts(): EdgeCase[] {
    const most = Math.min(this.#limits.parts ?? 1999, MOST_PARTS)
    const stray = (name: string): FormPart => textPart(name, 'x') as FormPart
    return [
      this.#parts('a part that the document does not name', RANK.type, (parts) => [...parts, stray('unexpected')]),
      this.#parts('a part named __proto__', RANK.type, (parts) => [...parts, stray('__proto__')]),
      this.#parts('a part with an empty name', RANK.near, (parts) => [...parts, stray('')]),
      this.#parts('a file that the document does not name', RANK.type, (parts) => [
        ...parts,
        { ...stray('unexpected'), filename: 'a.bin', contentType: 'application/octet-stream' }
      ]),
      this.#parts('the parts in reverse order', RANK.near, (parts) => [...parts].reverse()),
      this.#parts('no parts', RANK.extreme, () => []),
      ...[most, most + 1].map((count) => ({
        ...this.#parts(`${count} parts`, RANK.type, (parts) => [
          ...parts,
          ...Array(Math.max(0, count - parts.length)).fill(stray('unexpected'))
        ]),
        share: `form: ${count} parts`
      })),
      ...sizesAround(this.#limits.requestSize).map((size) => ({
        ...this.#parts(`${size} bytes in all`, RANK.type, (parts) => {
          const plain = writeForm(formOf([...parts, stray('unexpected')])).length - 1
          return size < plain
            ? undefined
            : [...parts, { ...stray('unexpected'), content: Buffer.alloc(size - plain, 0x78) }]
        }),
        share: `form: ${size} bytes`
      }))
    ]
  }

  /** The form as a whole, its boundary above all. */
  ofSyntax(): EdgeCase[] {
    const send = (
      label: string,
      change: (form: MultipartForm) => MultipartForm | undefined,
      rank: Rank = RANK.lexical
    ) =>
      ({
        label: `form: ${label}`,
        rank,
        share: `form: ${label}`,
        apply: (request, draw) => {
          const form = this.#formOf(request, draw)
          const changed = form && change(form)
          return changed && withForm(request, changed)
        }
      }) satisfies EdgeCase
    const typed = (label: string, contentType: (form: MultipartForm) => string) => ({
      label: `form: ${label}`,
      rank: RANK.lexical,
      share: `form: ${label}`,
      apply: (request: RequestParts, draw: Draw) => {
        const form = this.#formOf(request, draw)
        return form && { ...withForm(request, form), contentType: contentType(form) }
      }
    })
    const around = (preamble: string, epilogue: string) => (form: MultipartForm) => ({
      ...form,
      around: { preamble, epilogue }
    })
    return [
      send('no closing boundary', (form) => ({ ...form, cut: form.boundary.length + 6 }), RANK.type),
      send('cut off in the middle', (form) => ({ ...form, cut: writeForm(form).length >> 1 }), RANK.type),
      send('cut off before the last line break', (form) => ({ ...form, cut: 2 })),
      send('cut off in the closing boundary', (form) => ({ ...form, cut: 4 })),
      send('text before the first boundary', around('This is a form.', '')),
      send('text after the last boundary', around('', 'The end.\r\n')),
      send('a long boundary', (form) => ({ ...form, boundary: 'a'.repeat(70) })),
      send('a boundary as of a browser', (form) => ({ ...form, boundary: '----WebKitFormBoundary7MA4YWxkTrZu0gW' })),
      typed('a boundary between quotes', ({ boundary }) => `multipart/form-data; boundary="${boundary}"`),
      typed(
        'a parameter before the boundary',
        ({ boundary }) => `multipart/form-data; charset=utf-8; boundary=${boundary}`
      ),
      typed('a content type in upper case', ({ boundary }) => `Multipart/Form-Data; BOUNDARY=${boundary}`),
      typed('no boundary', () => 'multipart/form-data'),
      typed('an empty boundary', () => 'multipart/form-data; boundary='),
      typed('another boundary', () => 'multipart/form-data; boundary=other'),
      typed('two boundaries', ({ boundary }) => `multipart/form-data; boundary=${boundary}; boundary=other`),
      typed('multipart/mixed', ({ boundary }) => `multipart/mixed; boundary=${boundary}`)
    ]
  }
}

/** The size itself and one byte more; none where that is too much to send. */
function sizesAround(limit = Number.POSITIVE_INFINITY): number[] {
  return limit < LARGEST ? [limit, limit + 1] : []
}

function withForm(request: RequestParts, form: MultipartForm): RequestParts {
  return { ...request, contentType: contentTypeOf(form), body: { kind: 'multipart', form } }
}

/** Other forms of a part's head. */
const HEADS: readonly (readonly [label: string, rewrite: (head: string, part: FormPart) => string])[] = [
  ['header names in lower case', (head) => head.replace(/^[A-Za-z-]+:/gm, (name) => name.toLowerCase())],
  ['a name without quotes', (head, { name }) => head.replace(`name="${name}"`, `name=${name}`)],
  ['content-disposition: attachment', (head) => head.replace('form-data', 'attachment')],
  ['no content-disposition', () => 'Content-Type: text/plain'],
  ['no name', (head) => head.replace(/; name="[^"]*"/, '')],
  ['no head', () => ''],
  ['a header that no RFC names', (head) => `${head}\r\nX-Other: 1`],
  ['a header that is malformed', (head) => `${head}\r\nmalformed`],
  ['a folded header', (head) => head.replace('; name', ';\r\n name')],
  ['content-transfer-encoding: binary', (head) => `${head}\r\nContent-Transfer-Encoding: binary`],
  ['content-transfer-encoding: base64', (head) => `${head}\r\nContent-Transfer-Encoding: base64`],
  ['line feeds in place of line breaks', (head) => head.replaceAll('\r\n', '\n')],
  ['a line feed in the head', (head) => `${head}\nX-Other: 1`]
]
