import type { IncomingMessage } from 'node:http'
import { expect } from 'chai'
import { SetupError } from '../../src/errors.js'
import { compileOrigin, type TrustProxy } from '../../src/http/request-origin.js'
import { exchange } from '../support/one-handler.js'
import { ServedRouters } from '../support/served-router.js'

const servers = new ServedRouters()

interface Asked {
  readonly peer?: string
  readonly encrypted?: boolean
  readonly headers?: Record<string, string>
}

function originOf(trustProxy: TrustProxy | undefined, { peer = '10.0.0.1', encrypted = false, headers = {} }: Asked) {
  const req = { socket: { remoteAddress: peer, encrypted }, headers: { host: 'inner:8080', ...headers } }
  return compileOrigin(trustProxy)(req as unknown as IncomingMessage)
}

const FORWARDED = {
  'x-forwarded-for': '203.0.113.7, 198.51.100.2',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'api.example'
}

describe('trustProxy', () => {
  afterEach(() => servers.close())

  for (const off of [undefined, false, 0] as const) {
    it(`believes no header when it is ${off}`, () => {
      expect(originOf(off, { headers: FORWARDED })).to.deep.equal({
        ip: '10.0.0.1',
        protocol: 'http',
        host: 'inner:8080'
      })
      expect(originOf(off, { encrypted: true }).protocol).to.equal('https')
    })
  }

  const trusted: readonly [setting: TrustProxy, ip: string][] = [
    [true, '203.0.113.7'],
    [1, '198.51.100.2'],
    [2, '203.0.113.7'],
    [9, '203.0.113.7'],
    ['10.0.0.1', '198.51.100.2'],
    ['10.0.0.0/8', '198.51.100.2'],
    ['uniquelocal', '198.51.100.2'],
    ['10.0.0.0/8, 198.51.100.0/24', '203.0.113.7'],
    [['loopback', '10.0.0.0/255.0.0.0', '198.51.100.2'], '203.0.113.7']
  ]
  for (const [setting, ip] of trusted) {
    it(`takes what is forwarded, by ${JSON.stringify(setting)}`, () => {
      expect(originOf(setting, { headers: FORWARDED })).to.deep.equal({ ip, protocol: 'https', host: 'api.example' })
    })
  }

  const untrusted: readonly [setting: TrustProxy, peer: string][] = [
    ['10.0.0.2', '10.0.0.1'],
    ['loopback', '10.0.0.1'],
    [['192.168.0.0/16', '::1'], '203.0.113.9'],
    ['10.0.0.0/8', '']
  ]
  for (const [setting, peer] of untrusted) {
    it(`believes nothing of what ${peer || 'nobody'} forwards, by ${JSON.stringify(setting)}`, () => {
      expect(originOf(setting, { peer, headers: FORWARDED })).to.deep.equal({
        ip: peer,
        protocol: 'http',
        host: 'inner:8080'
      })
    })
  }

  const values: readonly [what: string, asked: Asked, expected: object][] = [
    ['the peer where nothing is forwarded', {}, { ip: '10.0.0.1', protocol: 'http', host: 'inner:8080' }],
    [
      'what the nearest proxy has added, not what the client wrote before it',
      { headers: { 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'evil.example, api.example:444' } },
      { protocol: 'http', host: 'api.example:444' }
    ],
    ['no other protocol than http and https', { headers: { 'x-forwarded-proto': 'javascript' } }, { protocol: 'http' }],
    ['no host that is none', { headers: { 'x-forwarded-host': 'a/b?c' } }, { host: 'inner:8080' }],
    ['no host that is empty', { headers: { 'x-forwarded-host': '' } }, { host: 'inner:8080' }],
    ['no address that is none', { headers: { 'x-forwarded-for': 'unknown' } }, { ip: '10.0.0.1' }],
    [
      'an address without the port that some proxies add',
      { headers: { 'x-forwarded-for': '203.0.113.7:4711' } },
      { ip: '203.0.113.7' }
    ],
    [
      'an IPv6 address without its brackets and port',
      { headers: { 'x-forwarded-for': '[2001:db8::1]:4711' } },
      { ip: '2001:db8::1' }
    ],
    ['an IPv4 address in its own form', { peer: '::ffff:10.0.0.1' }, { ip: '10.0.0.1' }],
    ['the authority of HTTP/2', { headers: { ':authority': 'h2.example' } }, { host: 'h2.example' }]
  ]
  for (const [what, asked, expected] of values) {
    it(`takes ${what}`, () => {
      expect(originOf(true, asked)).to.include(expected)
    })
  }

  it('trusts an IPv4 proxy that is connected in IPv6 form', () => {
    expect(originOf('10.0.0.0/8', { peer: '::ffff:10.0.0.1', headers: FORWARDED }).ip).to.equal('198.51.100.2')
  })

  for (const setting of [-1, 1.5, '', ' , ', [], ['10.0.0.0/99'], 'proxy.example', {}, [1], null] as unknown[]) {
    it(`cannot be ${JSON.stringify(setting)}`, () => {
      expect(() => compileOrigin(setting as TrustProxy)).to.throw(SetupError, /^APPLICATION_INVALID: trustProxy/)
    })
  }

  for (const [trustProxy, expected] of [
    [undefined, { ip: '127.0.0.1', protocol: 'http', host: 'inner' }],
    ['loopback', { ip: '203.0.113.7', protocol: 'https', host: 'api.example' }]
  ] as const) {
    it(`holds for ctx.ip, ctx.protocol and ctx.host over HTTP: ${trustProxy ?? 'off'}`, async () => {
      const { port } = await servers.serve(
        (router) => router.getFunc('/', ({ ip, protocol, host }) => ({ ip, protocol, host })),
        { trustProxy }
      )
      const head = 'GET / HTTP/1.1\r\nHost: inner\r\nConnection: close\r\nX-Forwarded-For: 203.0.113.7\r\n'
      const answer = await exchange(port, `${head}X-Forwarded-Proto: https\r\nX-Forwarded-Host: api.example\r\n\r\n`)
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).to.deep.equal(expected)
    })
  }
})
