import { expect } from 'chai'
import { bare, json, openApi, parameter, type Responded } from '../support/services.js'
import { sound, type Valid } from '../support/sound.js'
import { expectFindings, expectSound, verified } from '../support/verified.js'

const BINARY = { schema: { type: 'string', format: 'binary' } }
const ID = parameter('path', 'id', { type: 'integer', minimum: 1 })

interface Picture {
  readonly type: string
  readonly bytes: Buffer
}

/** A service that keeps a picture of each room; a mistake is what it keeps. */
function rooms(kept: (picture: Picture) => Picture | undefined = (picture) => picture) {
  const content = { 'image/png': BINARY, 'image/gif': BINARY }
  const document = openApi({
    '/rooms': {
      post: {
        operationId: 'addRoom',
        responses: { 201: json({ type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }) }
      }
    },
    '/rooms/{id}/picture': {
      parameters: [ID],
      get: { operationId: 'readPicture', responses: { 200: { description: 'It', content }, ...bare(400, 404) } },
      put: { operationId: 'setPicture', requestBody: { required: true, content }, responses: bare(204, 400, 404) }
    }
  })
  let last = 1
  const pictures = new Map<number, Picture | undefined>()
  const service = sound(document, {
    addRoom: () => {
      pictures.set(++last, undefined)
      return { status: 201, body: { id: last } }
    },
    readPicture: ({ params: { id } }: Valid): Responded => {
      const picture = pictures.get(id as never)
      if (picture === undefined) return { status: 404 }
      return { status: 200, body: picture.bytes, headers: { 'content-type': picture.type } }
    },
    setPicture: ({ params: { id }, body, headers }: Valid): Responded => {
      if (!pictures.has(id as never)) return { status: 404 }
      pictures.set(id as never, kept({ type: (headers['content-type'] ?? '').toLowerCase(), bytes: body }))
      return { status: 204 }
    }
  })
  const reset = () => {
    last = 1
    pictures.clear()
    pictures.set(1, { type: 'image/png', bytes: Buffer.from('png') })
  }
  reset()
  return { ...service, reset }
}

describe('verify uploads a file, and reads it', () => {
  it('and finds nothing where it is what was sent', async () => {
    await expectSound(rooms())
  })

  it('and finds that it has other bytes', async () => {
    await expectFindings(
      rooms(({ type, bytes }) => ({ type, bytes: bytes.subarray(0, 8) })),
      ['changed-value readPicture bytes: setPicture 204, readPicture 200']
    )
  })

  it('and finds that it is read as text', async () => {
    await expectFindings(
      rooms(({ type, bytes }) => ({ type, bytes: Buffer.from(bytes.toString()) })),
      ['changed-value readPicture bytes: setPicture 204, readPicture 200']
    )
  })

  it('and finds that it has another media type', async () => {
    await expectFindings(
      rooms(({ bytes }) => ({ type: 'image/png', bytes })),
      ['changed-value readPicture media type: setPicture 204, readPicture 200']
    )
  })

  it('and says that it could not where it is not kept', async () => {
    const { untriedSequences } = await verified(rooms(() => undefined))
    expect(untriedSequences.filter((text) => text.endsWith('no file that was uploaded could be read'))).to.have.length(
      1
    )
  })
})
