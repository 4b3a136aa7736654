import { connect } from 'node:http2'
import { expect } from 'chai'
import {
  type ApplicationOptions,
  Body,
  type BodyOptions,
  body,
  type Context,
  Controller,
  Field,
  File,
  Integer,
  Patch,
  Post,
  Put,
  type RouteOptions,
  type Service,
  type UploadedFile
} from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { exchange } from '../support/one-handler.js'
import { complaintsAbout } from '../support/openapi-validator.js'

const FORM = 'application/x-www-form-urlencoded'
const VENDOR = 'application/vnd.library.book+json'

class NewBook {
  @Field({ minLength: 2 }) title!: string
}

class BookForm {
  @Field() name!: string
  @Field(() => Integer) pages!: number
}

class LibraryBook {
  @Field() shelf!: string
}

class Change {
  @Field({ optional: true, minLength: 2 }) title?: string
}

class Upload {
  @Field({ optional: true }) note?: string
  @File({ optional: true }) file?: UploadedFile
}

const CONTENT = { 'application/json': NewBook, [FORM]: BookForm, [VENDOR]: LibraryBook } as const

/** What a handler got: its class and its fields. */
const shown = (value: unknown) => {
  if (value === undefined) return { got: 'undefined' }
  if (Buffer.isBuffer(value)) return { got: `${value.length} bytes` }
  return typeof value === 'object' ? { got: value?.constructor.name, ...value } : { got: value }
}

class Request {
  @Body({ content: CONTENT }) book!: NewBook | BookForm | LibraryBook
}

class OptionalRequest {
  @Body(Change, { required: false, description: 'What to change' }) change?: Change
}

const OPTIONAL: BodyOptions = { required: false, description: 'What to change' }

@Controller()
class Bodies {
  @Post('/several/parameters')
  parameters(@Body({ content: CONTENT }) book: NewBook | BookForm | LibraryBook) {
    return shown(book)
  }

  @Post('/several/inputs', body({ content: CONTENT }))
  inputs(book: NewBook | BookForm | LibraryBook) {
    return shown(book)
  }

  @Post('/several/request', { request: Request })
  request({ book }: Request) {
    return shown(book)
  }

  @Patch('/optional/parameters')
  optional(@Body({ required: false, description: 'What to change' }) change?: Change) {
    return shown(change)
  }

  @Patch('/optional/inputs', body(Change, { required: false, description: 'What to change' }))
  optionalInput(change: Change | undefined) {
    return shown(change)
  }

  @Patch('/optional/request', { request: OptionalRequest })
  optionalRequest({ change }: OptionalRequest) {
    return shown(change)
  }

  @Put('/bytes', body(Buffer, { required: false }))
  bytes(bytes?: Buffer) {
    return shown(bytes)
  }

  @Put('/text', body(String, { required: false, consumes: 'text/plain' }))
  text(text?: string) {
    return shown(text)
  }

  @Put('/form', body(BookForm, { required: false, consumes: FORM }))
  form(form?: BookForm) {
    return shown(form)
  }

  @Put('/upload', body(Upload, { required: false }))
  upload(upload?: Upload) {
    return { got: upload === undefined ? 'undefined' : 'a form' }
  }

  @Put('/ranges', body({ content: { 'application/*': String, 'application/*+json': LibraryBook, [VENDOR]: NewBook } }))
  ranges(given: LibraryBook | string | NewBook) {
    return shown(given)
  }
}

const routes: ApplicationOptions['routes'] = (router) => {
  const show = (ctx: Context) => shown(ctx.body())
  router.postFunc('/several/router', show, { requestBody: { content: CONTENT } })
  router.patchFunc('/optional/router', show, { requestBody: { type: Change, ...OPTIONAL } })
}

describe('Request bodies', () => {
  let service: Service
  let url: string
  let port: number

  before(async () => {
    service = await serviceOf([Bodies], { routes })
    const listening = await service.listen({ port: 0, host: '127.0.0.1' })
    url = listening.url
    port = listening.port
  })

  const closing: (() => Promise<unknown>)[] = []

  after(async () => {
    for (const close of [...closing, () => service.close()]) await close()
  })

  const send = async (method: string, path: string, type: string | undefined, text?: string | Buffer) => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
    const response = await fetch(url + path, {
      method,
      headers,
      ...(text !== undefined && { body: new Uint8Array(Buffer.from(text)) })
    })
    return { status: response.status, ...((await response.json()) as object) } as { status: number; got?: string }
  }

  describe('of several media types', () => {
    const forms = ['/several/parameters', '/several/inputs', '/several/request', '/several/router']

    for (const path of forms) {
      it(`have a type for each, which the content type of the request chooses: ${path}`, async () => {
        expect(await send('POST', path, 'application/json', '{"title":"Emma"}')).to.deep.equal({
          ...{ status: 200, got: 'NewBook', title: 'Emma' }
        })
        expect(await send('POST', path, FORM, 'name=Emma&pages=474')).to.deep.equal({
          ...{ status: 200, got: 'BookForm', name: 'Emma', pages: 474 }
        })
        expect(await send('POST', path, `${VENDOR}; charset=utf-8`, '{"shelf":"A"}')).to.deep.equal({
          ...{ status: 200, got: 'LibraryBook', shelf: 'A' }
        })
        expect((await send('POST', path, VENDOR, '{"title":"Emma"}')).status).to.equal(400)
        expect((await send('POST', path, 'application/json', '{"title":"E"}')).status).to.equal(400)
        expect((await send('POST', path, 'text/plain', '{"title":"Emma"}')).status).to.equal(415)
        expect((await send('POST', path, 'application/json')).status).to.equal(400)
      })
    }

    it('are in the document one by one', async () => {
      const content = {
        'application/json': { schema: { $ref: '#/components/schemas/NewBook' } },
        [FORM]: { schema: { $ref: '#/components/schemas/BookForm' } },
        [VENDOR]: { schema: { $ref: '#/components/schemas/LibraryBook' } }
      }
      for (const path of forms) {
        expect(service.document.paths[path]?.post?.requestBody, path).to.deep.equal({ required: true, content })
      }
      expect(await complaintsAbout(service.document)).to.deep.equal([])
      const newer = await serviceOf([Bodies], { routes, openapi: '3.1' })
      expect(await complaintsAbout(newer.document)).to.deep.equal([])
      await newer.close()
    })

    it('may be ranges, of which the most specific one is for a media type', async () => {
      expect(await send('PUT', '/ranges', VENDOR, '{"title":"Emma"}')).to.include({ got: 'NewBook' })
      expect(await send('PUT', '/ranges', 'application/hal+json', '{"shelf":"A"}')).to.include({ got: 'LibraryBook' })
      expect(await send('PUT', '/ranges', 'application/vnd.x', 'text')).to.include({ got: 'text' })
      // Neither is the name of a media type.
      for (const name of ['application/*+json', 'application/*', 'application/']) {
        expect(await send('PUT', '/ranges', name, '{"shelf":"A"}')).to.include({ status: 415 })
      }
    })

    it('are setup errors where they do not fit, or are declared twice', async () => {
      const errorsOf = async (given: unknown) => {
        @Controller()
        class Wrong {
          @Post('/', body(given as BodyOptions))
          post(value: unknown) {
            return value
          }
        }
        return (await setupErrorsOf([Wrong])).map(({ message }) => message).join()
      }
      expect(await errorsOf({ content: {} })).to.match(/its content names no media type, Wrong.post, request body/)
      expect(await errorsOf({ content: CONTENT, consumes: FORM })).to.match(/it has content beside consumes/)
      expect(await errorsOf({ content: { json: NewBook } })).to.match(/content names "json", which is not a media type/)
      expect(await errorsOf({ content: { [FORM]: [NewBook] } })).to.match(
        /a body of type application\/x-www-form-urlencoded carries one record/
      )
      expect(await errorsOf({ content: { 'application/json': undefined } })).to.match(
        /Wrong.post, request body, application\/json/
      )
      expect(await errorsOf({ required: 'no' })).to.match(/required/)
      expect(await errorsOf({ description: 3, content: CONTENT })).to.match(/its description is not a text/)
      const twice = { content: { 'application/json': NewBook, 'Application/JSON': Change } }
      expect(await errorsOf(twice)).to.match(/its content has application\/json twice, Wrong.post, request body/)
      const routed = async (requestBody: unknown, more: RouteOptions = {}) => {
        const wrong: ApplicationOptions['routes'] = (router) =>
          router.postFunc('/a', () => undefined, { ...more, requestBody })
        return (await setupErrorsOf([Bodies], { routes: wrong })).map(({ message }) => message).join()
      }
      expect(await routed({ description: 'x' })).to.match(/requestBody has neither a type nor content/)
      expect(await routed({ type: NewBook, content: CONTENT })).to.match(/it has content beside a type/)
      expect(await routed({ type: NewBook, consumes: FORM }, { consumes: FORM })).to.match(/keep one of them/)
      expect(await routed({ type: NewBook, descriptions: 'x' })).to.match(/OPTION_UNKNOWN.*descriptions/)
      expect(await routed({ type: 'object', properties: {} })).to.match(/the type is a JSON Schema/)
      expect(await routed({ type: Upload, required: false })).to.match(/a record with files is required/)
    })
  })

  describe('that a request may leave out', () => {
    const forms = ['/optional/parameters', '/optional/inputs', '/optional/request', '/optional/router']

    for (const path of forms) {
      it(`give undefined, and are checked where they come: ${path}`, async () => {
        expect(await send('PATCH', path, undefined)).to.deep.equal({ status: 200, got: 'undefined' })
        expect(await send('PATCH', path, 'application/json', '{}')).to.deep.equal({ status: 200, got: 'Change' })
        expect(await send('PATCH', path, 'application/json', '{"title":"Emma"}')).to.include({ title: 'Emma' })
        expect((await send('PATCH', path, 'application/json', '{"title":"E"}')).status).to.equal(400)
        expect((await send('PATCH', path, 'application/json', 'null')).status).to.equal(400)
        expect((await send('PATCH', path, 'application/json', ' ')).status).to.equal(400)
        expect((await send('PATCH', path, 'text/plain', '{}')).status).to.equal(415)
        expect((await send('PATCH', path, undefined, '{}')).status).to.equal(415)
        expect(service.document.paths[path]?.patch?.requestBody).to.deep.equal({
          description: 'What to change',
          required: false,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Change' } } }
        })
      })
    }

    const types: readonly (readonly [path: string, type: string])[] = [
      ['/bytes', 'application/octet-stream'],
      ['/text', 'text/plain'],
      ['/form', FORM],
      ['/upload', 'multipart/form-data; boundary=x']
    ]

    for (const [path, type] of types) {
      it(`are absent where the content has no bytes, however its head says so: ${type}`, async () => {
        const line = `PUT ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`
        const absent = ['', `Content-Type: ${type}\r\n`, `Content-Type: ${type}\r\nContent-Length: 0\r\n`]
        for (const head of [...absent, 'Content-Length: 0\r\n', 'Content-Type: image/png\r\nContent-Length: 0\r\n']) {
          expect(await exchange(port, `${line}${head}\r\n`), head).to.match(/^HTTP\/1.1 200 [\s\S]*"undefined"/)
        }
        for (const head of [`Content-Type: ${type}\r\n`, path === '/upload' ? `Content-Type: ${type}\r\n` : '']) {
          const chunked = `${line}${head}Transfer-Encoding: chunked\r\n\r\n`
          expect(await exchange(port, chunked, '0\r\n\r\n'), head).to.match(/^HTTP\/1.1 200 [\s\S]*"undefined"/)
        }
        const coded = `${line.replace(`PUT ${path}`, 'PATCH /optional/inputs')}Content-Type: application/json\r\nContent-Encoding: gzip\r\n`
        expect(await exchange(port, `${coded}Content-Length: 0\r\n\r\n`)).to.match(/^HTTP\/1.1 200 [\s\S]*"undefined"/)
        const other = `${line}Content-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`
        expect(await exchange(port, other)).to.match(/^HTTP\/1.1 415 /)
      })
    }

    it('come in chunks, and as a form with files', async () => {
      const form = '--x\r\nContent-Disposition: form-data; name="note"\r\n\r\nhi\r\n--x--\r\n'
      const head =
        'PUT /upload HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=x\r\n'
      const chunk = `${form.length.toString(16)}\r\n${form}\r\n0\r\n\r\n`
      expect(await exchange(port, `${head}Transfer-Encoding: chunked\r\n\r\n`, chunk)).to.match(/"a form"/)
      expect(await exchange(port, `${head}Content-Length: ${form.length}\r\n\r\n`, form)).to.match(/"a form"/)
      expect(await exchange(port, `${head}Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`)).to.match(/ 400 /)
    })

    it('are absent over HTTP/2 where the stream ends, with its head or after it', async () => {
      const http2 = await serviceOf([Bodies], { routes })
      const listening = await http2.listen({ port: 0, host: '127.0.0.1', http2: true })
      const client = connect(listening.url)
      closing.push(
        async () => client.destroy(),
        () => http2.close()
      )
      const patch = (type: string | undefined, endStream: boolean, text = '') =>
        new Promise<string>((resolve, reject) => {
          const headers = { ':method': 'PATCH', ':path': '/optional/parameters', ...(type && { 'content-type': type }) }
          const stream = client.request(headers, { endStream })
          let received = ''
          stream.setEncoding('utf8')
          stream.on('data', (piece: string) => {
            received += piece
          })
          stream.on('end', () => resolve(received)).on('error', reject)
          if (!endStream) stream.end(text)
        })
      for (const type of [undefined, 'application/json']) {
        expect(await patch(type, true)).to.equal('{"got":"undefined"}')
        expect(await patch(type, false)).to.equal('{"got":"undefined"}')
      }
      expect(await patch('application/json', false, '{"title":"Emma"}')).to.equal('{"got":"Change","title":"Emma"}')
    })

    it('are read by ctx.body in the router’s own form, and by nothing that could not be undefined', async () => {
      const seen: string[] = []
      const keep = (error: unknown) => seen.push((error as Error).message)
      const own = await serviceOf([Bodies], {
        routes: (router) => {
          router.postFunc('/bind', (ctx) => ctx.bindValidated(Change).then(shown, keep), {
            requestBody: { type: Change, required: false }
          })
          router.postFunc('/several', (ctx) => ctx.bindValidated(NewBook).then(shown, keep), {
            requestBody: { content: CONTENT }
          })
          const tried = (ctx: Context) => {
            try {
              return shown(ctx.body())
            } catch (error) {
              return keep(error)
            }
          }
          router.postFunc('/none', tried)
          router.postFunc('/bytes', tried, { requestBody: Buffer })
          router.postFunc('/early', () => 'none', {
            requestBody: NewBook,
            middleware: [
              (ctx, next) => {
                tried(ctx)
                return next()
              }
            ]
          })
          router.postFunc(
            '/one',
            async (ctx) => [shown(ctx.body<NewBook>()), (await ctx.bindValidated(NewBook)) === ctx.body()],
            {
              requestBody: NewBook
            }
          )
        }
      })
      const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"title":"Emma"}' }
      await own.inject({ url: '/bind', ...json })
      await own.inject({ url: '/several', ...json })
      await own.inject({ url: '/none', ...json })
      expect(seen[0]).to.match(/declares a body that has several types, or may be absent: read it by ctx.body\(\)$/)
      expect(seen[1]).to.equal(seen[0]?.replace(/:\d+ declares/, (seen[1] as string).match(/:\d+ declares/)?.[0] ?? ''))
      expect((await own.inject({ url: '/early', ...json })).json()).to.equal('none')
      expect(seen[3]).to.match(/before it is read: it is read when the middleware has called next$/)
      const bytes = { ...json, headers: { 'content-type': 'application/octet-stream' } }
      await own.inject({ url: '/bytes', ...bytes })
      expect(seen[4]).to.match(/bytes and files are left to the handler: use ctx.bodyBytes\(\) or ctx.bindValidated/)
      expect(seen[2]).to.match(/reads the body by ctx.body\(\), which is not declared: add `requestBody`/)
      expect((await own.inject({ url: '/one', ...json })).json()).to.deep.equal([
        { got: 'NewBook', title: 'Emma' },
        true
      ])
      await own.close()
    })
  })
})
