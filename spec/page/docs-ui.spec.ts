import { brotliDecompressSync } from 'node:zlib'
import { expect } from 'chai'
import compression from 'compression'
import cors from 'cors'
import express from 'express'
import { Router, SetupError } from 'fieldstone'
import helmet from 'helmet'
import { CONFIG } from '../support/described-route.js'
import { type RunningService, sendRaw, startServer, startService } from '../support/docs-service.js'

/** What the page knows about the service, read as a browser reads it. */
function readPageData(html: string): { documents: { path: string; href: string }[]; service: string } {
  const read = (name: string) =>
    (new RegExp(`data-${name}="([^"]*)"`).exec(html)?.[1] ?? '').replace(/&#(\d+);/g, (_, code) =>
      String.fromCharCode(Number(code))
    )
  return { documents: JSON.parse(read('documents')), service: read('service') }
}

describe('serveDocsUI', () => {
  const running: RunningService[] = []

  async function start(prefix: string, documents: readonly string[] = ['/openapi.json'], servers: string[] = []) {
    const service = await startService((router) => {
      for (const path of documents)
        router.serveOpenAPISpec(path, { ...CONFIG, servers: servers.map((url) => ({ url })) })
      router.serveDocsUI(prefix)
    })
    running.push(service)
    return service.origin
  }

  afterEach(async () => {
    for (const service of running.splice(0)) await service.close()
  })

  describe('redirects the prefix into the docs', () => {
    const cases: readonly { readonly prefix: string; readonly ask: string; readonly reach: string }[] = [
      { prefix: '/docs', ask: '/docs', reach: '/docs/' },
      { prefix: '/docs/', ask: '/docs', reach: '/docs/' },
      { prefix: '/docs', ask: '/docs?url=/openapi.json&a=b%20c', reach: '/docs/?url=/openapi.json&a=b%20c' },
      { prefix: '/docs', ask: '/docs?', reach: '/docs/?' },
      { prefix: '/docs', ask: '/docs?url=//evil.example', reach: '/docs/?url=//evil.example' },
      { prefix: '/internal/docs', ask: '/internal/docs', reach: '/internal/docs/' },
      { prefix: '/docs:v1', ask: '/docs:v1', reach: '/docs:v1/' },
      { prefix: '/hjälp', ask: '/hj%C3%A4lp', reach: '/hj%C3%A4lp/' }
    ]
    for (const { prefix, ask, reach } of cases) {
      it(`${prefix}: ${ask} leads to ${reach}, behind a proxy's path too`, async () => {
        const answer = await sendRaw(await start(prefix), ask)
        expect(answer.status).to.equal(308)
        const location = answer.headers.location ?? ''
        expect(new URL(location, `http://host${ask}`).href).to.equal(`http://host${reach}`)
        expect(new URL(location, `http://host/mounted${ask}`).href).to.equal(`http://host/mounted${reach}`)
      })
    }

    it('needs no redirect at the root', async () => {
      const answer = await sendRaw(await start('/'), '/')
      expect(answer.status).to.equal(200)
      expect(answer.headers['content-type']).to.equal('text/html; charset=utf-8')
    })
  })

  describe('the page', () => {
    it('is the same at {docs}/ and {docs}/index.html', async () => {
      const origin = await start('/docs')
      const [short, long] = await Promise.all([sendRaw(origin, '/docs/'), sendRaw(origin, '/docs/index.html?x=1')])
      expect(short.status).to.equal(200)
      expect(short.text).to.match(/^<!doctype html>/)
      expect(long.text).to.equal(short.text)
      expect(long.headers.etag).to.equal(short.headers.etag)
    })

    it('has a policy that allows this service alone, and no inline script or style', async () => {
      const page = await sendRaw(await start('/docs'), '/docs/')
      const policy = new Map(
        String(page.headers['content-security-policy'])
          .split('; ')
          .map((directive) => {
            const [name = '', ...sources] = directive.split(' ')
            return [name, sources.join(' ')]
          })
      )
      expect(Object.fromEntries(policy)).to.deep.equal({
        'default-src': "'none'",
        'script-src': "'self'",
        'style-src': "'self'",
        'img-src': "'self' data: blob:",
        'media-src': "'self' blob:",
        'connect-src': "'self'",
        'base-uri': "'none'",
        'form-action': "'none'",
        'frame-ancestors': "'none'"
      })
      expect(page.headers['x-content-type-options']).to.equal('nosniff')
      expect(page.headers['referrer-policy']).to.equal('no-referrer')
      for (const script of page.text.match(/<script[^>]*>[^<]*/g) ?? []) expect(script).to.match(/ src="[^"]+".*>$/)
      expect(page.text).not.to.match(/<style|\sstyle=|\son\w+=|javascript:|https?:/i)
    })

    it('names only files that are served', async () => {
      const origin = await start('/docs')
      const page = await sendRaw(origin, '/docs/')
      const names = [...page.text.matchAll(/ (?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')
      expect(names).to.have.length(7)
      for (const name of names) {
        const path = new URL(name, `${origin}/docs/`).pathname
        expect((await sendRaw(origin, path)).status, name).to.equal(200)
      }
    })

    const addresses: readonly { readonly prefix: string; readonly path: string; readonly reach: string }[] = [
      { prefix: '/docs', path: '/openapi.json', reach: '/openapi.json' },
      { prefix: '/docs/', path: '/v1/openapi.json', reach: '/v1/openapi.json' },
      { prefix: '/a/b/docs', path: '/openapi.json', reach: '/openapi.json' },
      { prefix: '/a/docs', path: '/a/docs.json', reach: '/a/docs.json' },
      { prefix: '/docs', path: '/docs/openapi.json', reach: '/docs/openapi.json' },
      { prefix: '/', path: '/openapi.json', reach: '/openapi.json' },
      { prefix: '/docs', path: '/spec:v1', reach: '/spec:v1' },
      { prefix: '/', path: '/spec:v1', reach: '/spec:v1' },
      { prefix: '/docs', path: '/a b.json', reach: '/a%20b.json' },
      { prefix: '/docs', path: '/a%20b%3F.json', reach: '/a%20b%3F.json' },
      { prefix: '/h%C3%A4/docs', path: '/spéc', reach: '/sp%C3%A9c' }
    ]
    for (const { prefix, path, reach } of addresses) {
      it(`${prefix} finds the document at ${path}, behind a proxy's path too`, async () => {
        const origin = await start(prefix, [path])
        const base = prefix.endsWith('/') ? prefix : `${prefix}/`
        const { documents, service } = readPageData((await sendRaw(origin, base)).text)
        expect(documents).to.have.length(1)
        expect(documents[0]?.path).to.equal(path)
        for (const mount of ['', '/mounted']) {
          const page = `http://host${mount}${base}`
          expect(new URL(documents[0]?.href ?? '', page).href).to.equal(`http://host${mount}${reach}`)
          expect(new URL(service, page).href).to.equal(`http://host${mount}/`)
        }
      })
    }

    it('escapes paths and servers', async () => {
      const path = `/"><script>alert('&quot;')</script>.json`
      const page = await sendRaw(await start('/docs', [path]), '/docs/')
      expect(page.text).not.to.include('<script>')
      expect(page.text).not.to.include(`alert('`)
      expect(readPageData(page.text).documents[0]?.path).to.equal(path)
    })

    it('knows documents that are served after it', async () => {
      const service = await startService((router) =>
        router.serveDocsUI('/docs').serveOpenAPISpec('/b.json', CONFIG).serveOpenAPISpec('/a.json', CONFIG)
      )
      running.push(service)
      const page = await sendRaw(service.origin, '/docs/')
      expect(readPageData(page.text).documents.map(({ path }) => path)).to.deep.equal(['/b.json', '/a.json'])
    })

    const servers: readonly { readonly server: string; readonly allowed: string }[] = [
      { server: '/v1', allowed: '' },
      { server: 'https://api.example.com/v1', allowed: ' https://api.example.com' },
      { server: 'http://[::1]:8080', allowed: ' http://[::1]:8080' },
      { server: 'https://x,y', allowed: '' },
      { server: 'data:text/plain,x', allowed: '' },
      { server: 'ws://api.example.com', allowed: '' }
    ]
    for (const { server, allowed } of servers) {
      it(`lets "Execute" reach the declared server ${server}: ${allowed === '' ? 'no' : 'yes'}`, async () => {
        const page = await sendRaw(await start('/docs', ['/openapi.json'], [server, server]), '/docs/')
        expect(page.headers['content-security-policy']).to.include(`; connect-src 'self'${allowed}; base-uri`)
      })
    }
  })

  describe('the assets', () => {
    const assets: readonly { readonly name: string; readonly type: string; readonly contains: string }[] = [
      { name: 'docs-ui.js', type: 'text/javascript; charset=utf-8', contains: 'SwaggerUIBundle' },
      { name: 'document-url.js', type: 'text/javascript; charset=utf-8', contains: 'export function' },
      { name: 'docs-ui.css', type: 'text/css; charset=utf-8', contains: '.docs-ui-notice' },
      { name: 'swagger-ui-bundle.js', type: 'text/javascript; charset=utf-8', contains: 'SwaggerUIBundle' },
      { name: 'swagger-ui-bundle.js.LICENSE.txt', type: 'text/plain; charset=utf-8', contains: '@license' },
      { name: 'swagger-ui.css', type: 'text/css; charset=utf-8', contains: '.swagger-ui' },
      { name: 'favicon.svg', type: 'image/svg+xml', contains: '<svg' },
      { name: 'favicon-16x16.png', type: 'image/png', contains: 'PNG' },
      { name: 'favicon-32x32.png', type: 'image/png', contains: 'PNG' }
    ]
    for (const { name, type, contains } of assets) {
      it(`${name} is served as ${type}, to be revalidated and never sniffed`, async () => {
        const origin = await start('/docs')
        const answer = await sendRaw(origin, `/docs/${name}`)
        expect(answer.status).to.equal(200)
        expect(answer.headers['content-type']).to.equal(type)
        expect(answer.headers['content-length']).to.equal(String(answer.bytes.length))
        expect(answer.headers['x-content-type-options']).to.equal('nosniff')
        expect(answer.headers['cache-control']).to.equal('no-cache')
        expect(answer.headers['content-security-policy']).to.match(/^default-src 'none'/)
        expect(answer.text).to.include(contains)
        const again = await sendRaw(origin, `/docs/${name}`, { 'if-none-match': answer.headers.etag ?? '' })
        expect(again.status).to.equal(304)
        expect(again.bytes).to.have.length(0)
      })
    }
  })

  describe('responds with 404 or 400 to everything else', () => {
    const paths = [
      '/docs/unknown.js',
      '/docs/index.htm',
      '/docs/INDEX.HTML',
      '/docs/index.html/',
      '/docs//index.html',
      '/docs/swagger-ui.css.map',
      '/docs/swagger-ui.css.br',
      '/docs/swagger-ui-bundle.js.gz',
      '/docs/swagger-ui.LICENSE.txt',
      '/docs/constructor',
      '/docs/__proto__',
      '/docs/toString',
      '/docs/.',
      '/docs/..',
      '/docs/../package.json',
      '/docs/../docs-ui.js',
      '/docs/../../embedded-file.js',
      '/docs/%2e%2e/package.json',
      '/docs/%2e%2e%2fdocs-ui.js',
      '/docs/..%2fdocs-ui.js',
      '/docs/..%5cdocs-ui.js',
      '/docs/..\\docs-ui.js',
      '/docs/%252e%252e%252fdocs-ui.js',
      '/docs/%c0%ae%c0%ae/docs-ui.js',
      '/docs/%c0%ae%c0%ae%c0%afdocs-ui.js',
      '/docs/%uff0e%uff0e/docs-ui.js',
      '/docs/index.html%00',
      '/docs/index.html%00.js',
      '/docs/index.html%20',
      '/docs/index.html;x=1',
      '/docs/index.html::$DATA',
      '/docs/%2fetc%2fpasswd',
      '/docs//etc/passwd',
      '/docs/file:%2f%2f%2fetc%2fpasswd',
      '/docs/C:%5cWindows%5cwin.ini',
      '/docs/%',
      '/docs/%zz',
      '/docs%2findex.html',
      '/docs%5cindex.html'
    ]
    for (const path of paths) {
      it(path, async () => {
        const answer = await sendRaw(await start('/docs'), path)
        expect(answer.status).to.be.oneOf([400, 404])
        expect(answer.text).not.to.match(/<script|swagger|root:|"dependencies"/)
      })
    }
  })

  it('responds to HEAD as to GET, without the body', async () => {
    const origin = await start('/docs')
    for (const path of ['/docs/', '/docs/index.html', '/docs/swagger-ui.css', '/docs']) {
      const [get, head] = await Promise.all([sendRaw(origin, path), sendRaw(origin, path, {}, 'HEAD')])
      expect(head.status).to.equal(get.status)
      expect(head.bytes).to.have.length(0)
      for (const name of ['content-type', 'content-length', 'etag', 'content-security-policy', 'location']) {
        expect(head.headers[name], `${path} ${name}`).to.equal(get.headers[name])
      }
    }
  })

  it('responds with 405 to other methods', async () => {
    const origin = await start('/docs')
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await sendRaw(origin, '/docs/index.html', {}, method)).status).to.equal(405)
    }
  })

  it('stays out of the document', async () => {
    const service = await startService((router) =>
      router.serveOpenAPISpec('/openapi.json', CONFIG).serveDocsUI('/docs')
    )
    running.push(service)
    expect(JSON.parse((await sendRaw(service.origin, '/openapi.json')).text))
      .to.have.property('paths')
      .deep.equal({})
  })

  it('keeps its policy and its encoding under the usual middleware', async () => {
    const service = await startService((router) => {
      router.connect(helmet(), cors({ origin: 'https://app.example' }), compression())
      router.serveDocsUI('/docs')
    })
    running.push(service)
    const headers = { 'accept-encoding': 'br, gzip' }
    const page = await sendRaw(service.origin, '/docs/', headers)
    expect(page.headers['content-security-policy']).to.match(
      /^default-src 'none'; script-src 'self'; style-src 'self';/
    )
    const bundle = await sendRaw(service.origin, '/docs/swagger-ui-bundle.js', headers)
    expect(bundle.headers['content-encoding']).to.equal('br')
    expect(brotliDecompressSync(bundle.bytes).toString()).to.include('SwaggerUIBundle')
    expect(bundle.headers.vary).to.match(/^Origin, Accept-Encoding$/)
  })

  it('serves texts compressed to a client that takes it, and images as they are', async () => {
    const service = await startService((router) => router.serveDocsUI('/docs'))
    running.push(service)
    const encodings: Record<string, unknown> = {}
    for (const name of [
      ...['docs-ui.js', 'document-url.js', 'docs-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt'],
      ...['swagger-ui.css', 'favicon.svg', 'favicon-16x16.png', 'favicon-32x32.png']
    ]) {
      const { headers } = await sendRaw(service.origin, `/docs/${name}`, { 'accept-encoding': 'br, gzip' })
      encodings[name] = [headers['content-type'], headers['content-encoding'], headers.vary]
    }
    const text = (type: string) => [`text/${type}; charset=utf-8`, 'br', 'Accept-Encoding']
    expect(encodings).to.deep.equal({
      'docs-ui.js': text('javascript'),
      'document-url.js': text('javascript'),
      'docs-ui.css': text('css'),
      'swagger-ui-bundle.js': text('javascript'),
      'swagger-ui-bundle.js.LICENSE.txt': text('plain'),
      'swagger-ui.css': text('css'),
      'favicon.svg': ['image/svg+xml', undefined, undefined],
      'favicon-16x16.png': ['image/png', undefined, undefined],
      'favicon-32x32.png': ['image/png', undefined, undefined]
    })
  })

  it('works where the service is mounted in Express', async () => {
    const router = new Router({ logger: false }).serveOpenAPISpec('/openapi.json', CONFIG).serveDocsUI('/docs')
    const service = await startServer(express().use('/shop', router.handler))
    running.push(service)
    const redirect = await sendRaw(service.origin, '/shop/docs?a=b')
    const page = new URL(redirect.headers.location ?? '', `${service.origin}/shop/docs`)
    expect(page.pathname + page.search).to.equal('/shop/docs/?a=b')
    const { documents } = readPageData((await sendRaw(service.origin, page.pathname)).text)
    expect(new URL(documents[0]?.href ?? '', page).pathname).to.equal('/shop/openapi.json')
  })

  it('cannot be registered twice at one path, and names itself', () => {
    const router = new Router({ logger: false })
    router.serveDocsUI('/docs')
    expect(() => router.serveDocsUI('/docs/')).to.throw(SetupError, /^ROUTE_DUPLICATE: .*serveDocsUI/)
  })

  it('lets a service at the root keep its own paths next to the docs', async () => {
    const service = await startService((router) => {
      router.serveDocsUI('/')
      router.get('/{name}', (_, res) => res.end('its own'))
    })
    running.push(service)
    expect((await sendRaw(service.origin, '/index.html')).headers['content-type']).to.match(/^text\/html/)
    expect((await sendRaw(service.origin, '/unknown.js')).text).to.equal('its own')
  })

  describe('rejects a prefix that is not a path of literal segments', () => {
    const prefixes: readonly unknown[] = [
      '',
      'docs',
      './docs',
      '//',
      '//docs',
      '/docs//',
      '/a//docs',
      '/docs/..',
      '/./docs',
      '/{tenant}/docs',
      '/docs/{file:*}',
      '/*',
      '/docs?x',
      '/docs#x',
      '/docs/%2e%2E',
      '/docs%',
      undefined,
      null,
      7
    ]
    for (const prefix of prefixes) {
      it(JSON.stringify(prefix) ?? 'undefined', () => {
        const router = new Router({ logger: false })
        expect(() => router.serveDocsUI(prefix as string))
          .to.throw(SetupError, /^PATH_INVALID: .*, serveDocsUI; .*\.$/)
          .with.property('code', 'PATH_INVALID')
        expect(router.routes).to.deep.equal([])
      })
    }
  })
})
