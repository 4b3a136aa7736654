import { expect } from 'chai'
import { published } from '../../../../spec/support/published.js'
import type { PublishedMedia } from '../../src/document/published-document.js'
import { BodyEncoder } from '../../src/requests/body-encoding.js'
import { bytesOf } from '../../src/requests/request-parts.js'
import { drawWith } from '../../src/values/draw.js'

/** The value as a body of the media type, written as text. */
async function encode(type: string, value: unknown, schema?: object, partTypes: Record<string, string[]> = {}) {
  const { maker, libraries } = await published({})
  const media = { schema, partTypes: new Map(Object.entries(partTypes)) } as PublishedMedia
  const encoded = drawWith(libraries.fastCheck, 1, (draw) => new BodyEncoder(maker).encode(type, media, value, draw))
  return encoded && { contentType: encoded.contentType, text: Buffer.from(bytesOf(encoded.body)).toString('latin1') }
}

const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

describe('a value in a media type', () => {
  const cases: readonly (readonly [essence: string, value: unknown, contentType: string | undefined, text?: string])[] =
    [
      [FORM, { a: 'x y', b: 5, c: [true, 'ä'] }, FORM, 'a=x+y&b=5&c=true&c=%C3%A4'],
      [FORM, { a: { b: 1 } }, undefined],
      [FORM, { a: null }, undefined],
      [FORM, [1], undefined],
      [
        MULTIPART,
        { a: 'x', b: [1, 2] },
        'multipart/form-data; boundary=part',
        '--part\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n' +
          '--part\r\nContent-Disposition: form-data; name="b"\r\n\r\n1\r\n' +
          '--part\r\nContent-Disposition: form-data; name="b"\r\n\r\n2\r\n--part--\r\n'
      ],
      [
        MULTIPART,
        { 'a"\n': '--part' },
        'multipart/form-data; boundary=part1',
        '--part1\r\nContent-Disposition: form-data; name="a%22%0A"\r\n\r\n--part\r\n--part1--\r\n'
      ],
      [MULTIPART, { a: null }, undefined],
      ['text/plain', 'hello', 'text/plain', 'hello'],
      ['text/plain', 5, undefined],
      ['text/*', 'hello', 'text/any', 'hello']
    ]
  const list = { type: 'array', items: {} }
  for (const [essence, value, contentType, text] of cases) {
    it(`is ${text === undefined ? 'impossible' : 'written'}: ${JSON.stringify(value)} as ${essence}`, async () => {
      const schema = essence.startsWith('text')
        ? { type: 'string' }
        : { type: 'object', properties: { b: list, c: list } }
      const encoded = await encode(essence, value, schema)
      expect(encoded).to.deep.equal(contentType === undefined ? undefined : { contentType, text })
    })
  }

  it('stays a value in JSON, also for a range of JSON types', async () => {
    expect(await encode('application/*+json', { a: 1 }, {})).to.deep.equal({
      contentType: 'application/vnd.any+json',
      text: '{"a":1}'
    })
  })

  it('is a real picture where a picture is expected', async () => {
    const encoded = await encode('image/*', '', { type: 'string', format: 'binary' })
    expect(encoded?.contentType).to.match(/^image\//)
    expect(encoded?.text).to.match(/^\x89PNG\r\n|^\xff\xd8\xff|^GIF89a|^RIFF|^<svg/)
  })

  it('has files of the documented types and sizes in a form, whatever the values are', async () => {
    const schema = {
      type: 'object',
      properties: {
        picture: { type: 'string', format: 'binary', maxLength: 50 },
        pages: { type: 'array', items: { contentMediaType: 'application/pdf' } },
        note: { type: 'object' }
      }
    }
    const types = { picture: ['image/png', 'image/gif'], pages: ['application/pdf'] }
    const encoded = await encode(MULTIPART, { picture: 'x', pages: ['x', 'x'], note: { a: 1 } }, schema, types)
    const parts = encoded?.text.split('--part').slice(1, -1) ?? []
    expect(parts).to.have.length(4)
    // Only the GIF is small enough.
    expect(parts[0]).to.match(/name="picture"; filename="[^"]+\.gif"\r\nContent-Type: image\/gif\r\n\r\nGIF89a/)
    for (const page of parts.slice(1, 3))
      expect(page).to.match(/name="pages"; filename="[^"]+\.pdf"\r\nContent-Type: application\/pdf\r\n\r\n%PDF-/)
    expect(parts[3]).to.match(/name="note"\r\nContent-Type: application\/json\r\n\r\n{"a":1}\r\n$/)
  })
})
