import { once } from 'node:events'
import { connect } from 'node:http2'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { Application, bootstrap, MutualTLSScheme, mutualTLSScheme, type Service } from 'fieldstone'
import { TLS } from '../support/test-certificate.js'

class Partners extends MutualTLSScheme<string> {
  authenticate({ subject }: { subject: { CN?: string | string[] } }) {
    return subject.CN === 'localhost' ? `partner ${subject.CN}` : undefined
  }
}

const SCHEMES = {
  'a function': mutualTLSScheme({
    authenticate: ({ subject }) => (subject.CN === 'localhost' ? `partner ${subject.CN}` : undefined)
  }),
  'a class': Partners
}

for (const [form, certificate] of Object.entries(SCHEMES)) {
  for (const http2 of [false, true]) {
    describe(`Certificates of clients, by ${form}, over HTTP/${http2 ? 2 : 1.1}`, () => {
      let service: Service
      let url: string

      const application = new Application({
        title: 'Partners',
        version: '1',
        openapi: '3.1',
        logger: false,
        securitySchemes: { certificate },
        routes: (router) => {
          router.getFunc('/public', (ctx) => ctx.text(200, 'public'))
          router.getFunc('/mine', (ctx) => ctx.text(200, String(ctx.principal())), { security: ['certificate'] })
        }
      })

      async function listening(ca: string | undefined): Promise<void> {
        service = await bootstrap(application)
        const tls = { ...TLS, requestCert: true, rejectUnauthorized: false, ...(ca !== undefined && { ca }) }
        url = (await service.listen({ port: 0, host: '127.0.0.1', signals: false, tls, http2 })).url
      }
      afterEach(() => service.close())

      async function get(path: string, client: object): Promise<[status: number | undefined, body: string]> {
        if (!http2) {
          const sent = request(new URL(path, url), { rejectUnauthorized: false, agent: false, ...client }).end()
          const [response] = await once(sent, 'response')
          return [response.statusCode, await text(response)]
        }
        const session = connect(url, { rejectUnauthorized: false, ...client })
        const stream = session.request({ ':path': path })
        const [headers] = await once(stream, 'response')
        const body = await text(stream)
        session.close()
        return [headers[':status'], body]
      }

      it('give the principal of one that is verified', async () => {
        await listening(TLS.cert)
        expect(await get('/mine', TLS)).to.deep.equal([200, 'partner localhost'])
      })

      it('are needed where an operation requires them', async () => {
        await listening(TLS.cert)
        expect((await get('/mine', {}))[0]).to.equal(401)
        expect((await get('/public', {}))[0]).to.equal(200)
      })

      it('are worth nothing unless an authority that the server trusts has signed them', async () => {
        await listening(undefined)
        expect((await get('/mine', TLS))[0]).to.equal(401)
      })
    })
  }
}

describe('Certificates of clients without TLS', () => {
  it('are never shown', async () => {
    const service = await bootstrap(
      new Application({
        title: 'a',
        version: '1',
        openapi: '3.1',
        logger: false,
        securitySchemes: { certificate: mutualTLSScheme({ authenticate: () => 'anyone' }) },
        security: ['certificate'],
        routes: (router) => router.getFunc('/mine', (ctx) => ctx.text(200, 'in'))
      })
    )
    const response = await service.inject('/mine')
    expect(response.statusCode).to.equal(401)
    expect(response.headers['www-authenticate']).to.equal('MutualTLS realm="certificate"')
    expect((await service.fetch(new Request('https://localhost/mine'))).status).to.equal(401)
  })
})
