import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import {
  Body,
  type BodyOptions,
  Context,
  Controller,
  Ctx,
  Field,
  File,
  Files,
  type InjectRequest,
  Integer,
  Post,
  Record,
  type Service,
  UploadedFile
} from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'

class Contact {
  @Field({ minLength: 2 }) name!: string
  @Field(() => Integer, { optional: true }) age?: number
  @Field(() => [String], { optional: true }) tags?: string[]
}

class Upload {
  @Field() title!: string
  @File({ maxSize: 1000, contentTypes: ['image/png', 'image/jpeg'], description: 'The picture' }) picture!: UploadedFile
  @Files({ optional: true, maxItems: 3 }) more?: UploadedFile[]
}

@Record({ unknownFields: 'reject' })
class Closed {
  @Field() name!: string
}

const FORM = 'application/x-www-form-urlencoded'
const BOTH: BodyOptions = { consumes: ['application/json', FORM] }

@Controller()
class Bodies {
  @Post('/json')
  json(@Body() contact: Contact) {
    return contact
  }

  @Post('/both')
  both(@Body(Contact, BOTH) contact: Contact) {
    return { isContact: contact instanceof Contact, ...contact }
  }

  @Post('/any-json')
  anyJson(@Body({ consumes: ['application/merge-patch+json', 'application/*+json'] }) contact: Contact) {
    return contact
  }

  @Post('/form', { consumes: FORM, requestBody: Contact })
  async form(@Ctx() ctx: Context) {
    return ctx.bindValidated(Contact)
  }

  @Post('/closed')
  closed(@Body({ consumes: ['multipart/form-data', FORM] }) closed: Closed) {
    return closed
  }

  @Post('/upload')
  upload(@Body() upload: Upload) {
    return [upload.title, upload.picture.size, upload.more?.length ?? 0]
  }

  @Post('/text')
  text(@Body(String, { consumes: ['text/plain', 'text/markdown'] }) text: string) {
    return { text }
  }

  @Post('/time')
  time(@Body(Date, { consumes: 'text/plain' }) time: Date) {
    return time.getTime()
  }

  @Post('/bytes')
  bytes(@Body() bytes: Buffer) {
    return [Buffer.isBuffer(bytes), bytes.toString('hex')]
  }

  @Post('/image')
  image(@Body(Buffer, { consumes: 'image/*' }) bytes: Buffer) {
    return bytes.length
  }
}

describe('bodies of declared media types', () => {
  let service: Service
  before(async () => {
    service = await serviceOf([Bodies])
  })

  const send = async (url: string, type: string | undefined, body: InjectRequest['body'], more = {}) => {
    const headers = { ...(type === undefined ? {} : { 'content-type': type }), ...more }
    const { statusCode, body: text } = await service.inject({ method: 'POST', url, headers, body })
    return [statusCode, JSON.parse(text)]
  }

  const taken: readonly [url: string, type: string, body: string | Buffer, answer: unknown][] = [
    ['/json', 'application/json', '{"name":"Ada"}', { name: 'Ada' }],
    ['/json', 'application/json; charset=utf-8', '{"name":"Ada"}', { name: 'Ada' }],
    ['/both', 'application/json', '{"name":"Ada","age":5}', { isContact: true, name: 'Ada', age: 5 }],
    ['/both', FORM, 'name=Ada&age=5&tags=a&tags=b', { isContact: true, name: 'Ada', age: 5, tags: ['a', 'b'] }],
    ['/any-json', 'application/vnd.api+json', '{"name":"Ada"}', { name: 'Ada' }],
    ['/form', FORM, 'name=Ada', { name: 'Ada' }],
    ['/closed', FORM, 'name=Ada', { name: 'Ada' }],
    ['/text', 'text/plain', 'Grüße', { text: 'Grüße' }],
    ['/text', 'text/markdown; charset=UTF-8', '"5"', { text: '"5"' }],
    ['/time', 'text/plain', '1970-01-01T00:00:01Z', 1000],
    ['/bytes', 'application/octet-stream', Buffer.from([0, 255]), [true, '00ff']],
    ['/image', 'image/png', Buffer.alloc(3), 3]
  ]
  for (const [url, type, body, answer] of taken) {
    it(`are accepted: ${type} at ${url}`, async () => {
      expect(await send(url, type, body)).to.deep.equal([200, answer])
    })
  }

  const refused: readonly [url: string, type: string | undefined, body: string, status: number][] = [
    ['/json', FORM, 'name=Ada', 415],
    ['/json', 'application/vnd.api+json', '{"name":"Ada"}', 415],
    ['/json', undefined, '{"name":"Ada"}', 415],
    ['/any-json', 'application/json', '{"name":"Ada"}', 415],
    ['/form', 'application/json', '{"name":"Ada"}', 415],
    ['/upload', FORM, 'title=x', 415],
    ['/text', 'text/html', 'x', 415],
    ['/text', 'text/plain; charset=latin1', 'x', 415],
    ['/bytes', 'image/png', 'x', 415],
    ['/image', 'imagery/png', 'x', 415],
    ['/both', FORM, 'name=A', 400],
    ['/both', FORM, 'name=Ada&age=1e3', 400],
    ['/both', FORM, 'name=Ada&name=Bob', 400],
    ['/both', FORM, '', 400],
    ['/both', 'application/json', '{"name":"Ada","age":"5"}', 400],
    ['/closed', FORM, 'name=Ada&x=1', 400],
    ['/text', 'text/plain', '', 400],
    ['/time', 'text/plain', 'today', 400],
    ['/bytes', 'application/octet-stream', '', 400]
  ]
  for (const [url, type, body, status] of refused) {
    it(`are a ${status}: ${type} at ${url}, ${JSON.stringify(body)}`, async () => {
      expect((await send(url, type, body))[0]).to.equal(status)
    })
  }

  it('are a 400 for text that is not UTF-8', async () => {
    expect((await send('/text', 'text/plain', Buffer.from([0xff])))[0]).to.equal(400)
  })

  it('are accepted in content codings', async () => {
    const body = gzipSync('name=Ada')
    expect(await send('/both', FORM, body, { 'content-encoding': 'gzip' })).to.deep.equal([
      200,
      { isContact: true, name: 'Ada' }
    ])
  })

  it('are forms with files, made by any client', async () => {
    const form = new FormData()
    form.append('title', 'Grüße')
    form.append('picture', new Blob(['png'], { type: 'image/png' }), 'a.png')
    form.append('more', new Blob(['1']), 'one')
    form.append('more', new Blob(['2']), 'two')
    const request = new Request('http://x/', { method: 'POST', body: form })
    const body = Buffer.from(await request.arrayBuffer())
    expect(await send('/upload', request.headers.get('content-type')!, body)).to.deep.equal([200, ['Grüße', 3, 2]])
  })

  it('may reject the undeclared parts of a form', async () => {
    const form = new FormData()
    form.append('name', 'Ada')
    form.append('x', new Blob(['1']), 'one')
    const request = new Request('http://x/', { method: 'POST', body: form })
    const body = Buffer.from(await request.arrayBuffer())
    const [status, { errors }] = await send('/closed', request.headers.get('content-type')!, body)
    expect([status, errors[0].path, errors[0].rule]).to.deep.equal([400, 'x', 'additionalProperties'])
  })

  it('are in the document, each media type with the one schema', () => {
    const content = (path: string) => service.document.paths[path]?.post?.requestBody?.content
    const contact = { schema: { $ref: '#/components/schemas/Contact' } }
    const form = { ...contact, encoding: { tags: { style: 'form', explode: true } } }
    expect(content('/json')).to.deep.equal({ 'application/json': contact })
    expect(content('/both')).to.deep.equal({ 'application/json': contact, [FORM]: form })
    expect(content('/form')).to.deep.equal({ [FORM]: form })
    expect(content('/text')).to.deep.equal({
      'text/plain': { schema: { type: 'string' } },
      'text/markdown': { schema: { type: 'string' } }
    })
    expect(content('/bytes')).to.deep.equal({
      'application/octet-stream': { schema: { type: 'string', format: 'binary' } }
    })
    expect(content('/upload')).to.deep.equal({
      'multipart/form-data': {
        schema: { $ref: '#/components/schemas/Upload' },
        encoding: { picture: { contentType: 'image/png, image/jpeg' } }
      }
    })
    expect(service.document.components?.schemas?.Upload).to.deep.equal({
      type: 'object',
      properties: {
        title: { type: 'string' },
        picture: { type: 'string', format: 'binary', maxLength: 1000, description: 'The picture' },
        more: { type: 'array', items: { type: 'string', format: 'binary' }, maxItems: 3 }
      },
      required: ['title', 'picture']
    })
    expect(Object.keys(service.document.paths['/text']?.post?.responses ?? {})).to.include.members([
      '400',
      '413',
      '415'
    ])
  })

  describe('are setup errors', () => {
    class Nested {
      @Field(() => Contact) contact!: Contact
    }
    const wrong: readonly [what: string, type: unknown, consumes: unknown, message: RegExp][] = [
      ['where a form would carry a record in a record', Nested, FORM, /cannot carry the field 'contact'/],
      ['where a form would carry a list', [Contact], 'multipart/form-data', /carries one record/],
      ['where JSON would carry files', Upload, 'application/json', /cannot carry files/],
      ['where JSON would carry bytes', Buffer, 'application/json', /cannot carry files/],
      ['where a urlencoded form would carry files', Upload, FORM, /cannot carry the field 'picture'/],
      ['where text would carry a record', Contact, 'text/plain', /cannot carry this type/],
      ['for an empty list', Contact, [], /empty list/],
      ['for a text that is not a media type', Contact, 'json', /not a media type/],
      ['for a media type with parameters', Contact, 'application/json; charset=utf-8', /not a media type/]
    ]
    for (const [what, type, consumes, message] of wrong) {
      it(what, async () => {
        @Controller()
        class Wrong {
          @Post('/')
          post(@Body(type, { consumes } as BodyOptions) body: unknown) {
            return body
          }
        }
        const errors = await setupErrorsOf([Wrong])
        expect(errors.map(({ code }) => code)).to.include('ROUTE_OPTIONS_INVALID')
        expect(errors.map((error) => error.message).join()).to.match(message)
      })
    }

    it('for files with wrong limits', async () => {
      class WrongFile {
        @File({ maxSize: 0 }) file!: UploadedFile
      }
      class WrongTypes {
        @File({ contentTypes: ['png'] }) file!: UploadedFile
      }
      @Controller()
      class Wrong {
        @Post('/a')
        a(@Body() body: WrongFile) {
          return body
        }

        @Post('/b')
        b(@Body() body: WrongTypes) {
          return body
        }
      }
      const errors = await setupErrorsOf([Wrong])
      expect(errors.map((error) => error.message).join()).to.match(/maxSize is 0[\s\S]*not a list of media types/)
    })
  })
})
