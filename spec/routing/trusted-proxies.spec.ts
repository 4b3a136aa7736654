import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { BootstrapError, Router, SetupError, type TrustProxy } from 'fieldstone'
import { SpecFolder } from '../support/files.js'
import { exchange, oneHandler } from '../support/one-handler.js'
import { ServedRouters, told } from '../support/served-router.js'

const servers = new ServedRouters()

interface Sent {
  readonly peer?: string
  readonly headers?: Record<string, string>
}

/** What the context says of where a request came from. */
async function originOf(
  trustProxy: TrustProxy | undefined,
  { peer = '10.0.0.1', headers = {} }: Sent
): Promise<{ ip: string; protocol: string; host: string }> {
  const service = await oneHandler(({ ip, protocol, host }) => ({ ip, protocol, host }), { trustProxy })
  const sent = { host: 'inner:8080', ...headers }
  return (await service.inject({ url: '/', headers: sent, remoteAddress: peer })).json()
}

const FORWARDED = {
  'x-forwarded-for': '203.0.113.7, 198.51.100.2',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'api.example'
}

/** Serves the origin of requests, and sends one by a real socket. */
async function overHttp(trustProxy: TrustProxy | undefined, lines: readonly string[]) {
  const { port, log } = await servers.serve(
    (router) => router.getFunc('/', ({ ip, protocol, host }) => ({ ip, protocol, host })),
    { trustProxy }
  )
  const response = await exchange(
    port,
    `GET / HTTP/1.1\r\nHost: inner\r\nConnection: close\r\n${lines.join('\r\n')}\r\n\r\n`
  )
  return { body: JSON.parse(response.split('\r\n\r\n')[1] ?? ''), log }
}

describe('trustProxy', () => {
  afterEach(() => servers.close())

  for (const off of [undefined, false] as const) {
    it(`trusts no header when it is ${off}`, async () => {
      expect(await originOf(off, { headers: FORWARDED })).to.deep.equal({
        ip: '10.0.0.1',
        protocol: 'http',
        host: 'inner:8080'
      })
    })
  }

  const trusted: readonly [setting: TrustProxy, ip: string][] = [
    [{ hops: 1, from: 'any' }, '198.51.100.2'],
    [{ hops: 2, from: 'any' }, '203.0.113.7'],
    [{ hops: 9, from: 'any' }, '203.0.113.7'],
    [{ hops: 1, from: 'uniquelocal' }, '198.51.100.2'],
    [{ hops: 2, from: 'uniquelocal' }, '198.51.100.2'],
    [{ hops: 2, from: ['uniquelocal', '198.51.100.2'] }, '203.0.113.7'],
    [{ hops: 1, from: 'uniquelocal, 198.51.100.2' }, '198.51.100.2'],
    ['10.0.0.1', '198.51.100.2'],
    ['10.0.0.0/8', '198.51.100.2'],
    ['uniquelocal', '198.51.100.2'],
    ['10.0.0.0/8, 198.51.100.0/24', '203.0.113.7'],
    [['loopback', '10.0.0.0/255.0.0.0', '198.51.100.2'], '203.0.113.7']
  ]
  for (const [setting, ip] of trusted) {
    it(`reads what is forwarded, by ${JSON.stringify(setting)}`, async () => {
      expect(await originOf(setting, { headers: FORWARDED })).to.deep.equal({
        ip,
        protocol: 'https',
        host: 'api.example'
      })
    })
  }

  const untrusted: readonly [setting: TrustProxy, peer: string][] = [
    ['10.0.0.2', '10.0.0.1'],
    ['loopback', '10.0.0.1'],
    [['192.168.0.0/16', '::1'], '203.0.113.9'],
    [{ hops: 1, from: '10.0.0.2' }, '10.0.0.1'],
    [{ hops: 3, from: ['loopback', '198.51.100.2'] }, '10.0.0.1'],
    [{ hops: 1, from: 'uniquelocal' }, '203.0.113.9'],
    [{ hops: 1, from: 'uniquelocal' }, '2001:db8::1'],
    [() => false, '10.0.0.1']
  ]
  for (const [setting, peer] of untrusted) {
    it(`trusts nothing of what ${peer} forwards, by ${JSON.stringify(setting) ?? 'a function'}`, async () => {
      expect(await originOf(setting, { peer, headers: FORWARDED })).to.deep.equal({
        ip: peer,
        protocol: 'http',
        host: 'inner:8080'
      })
    })
  }

  it('calls a function with each hop, from the connection outwards', async () => {
    const calls: [string, number][] = []
    const trustProxy = (address: string, hop: number) => {
      calls.push([address, hop])
      return hop < 2
    }
    const headers = { ...FORWARDED, 'x-forwarded-for': '192.0.2.1, 203.0.113.7, [::FFFF:198.51.100.2]:99' }
    expect((await originOf(trustProxy, { peer: '::ffff:10.0.0.1', headers })).ip).to.equal('203.0.113.7')
    expect(calls).to.deep.equal([
      ['10.0.0.1', 0],
      ['198.51.100.2', 1],
      ['203.0.113.7', 2]
    ])
  })

  for (const [what, check] of [
    ['a promise', async () => false],
    ['a promise that rejects', () => Promise.reject(new Error('lost'))],
    ['1', () => 1],
    ['nothing', () => undefined]
  ] as const) {
    it(`accepts only true and false from a function: ${what} is a 500`, async () => {
      const { body, log } = await overHttp(check as unknown as TrustProxy, ['X-Forwarded-For: 203.0.113.7'])
      expect(body.status).to.equal(500)
      expect(String(told(log)[0]?.fields.err)).to.match(/trustProxy must return true or false/)
    })
  }

  it('trusts a connection without an address, such as a Unix socket, only from anywhere', async () => {
    const folder = new SpecFolder()
    const ips: unknown[] = []
    for (const trustProxy of [{ hops: 1, from: 'any' }, '10.0.0.0/8', { hops: 1, from: 'uniquelocal' }]) {
      const service = await oneHandler((ctx) => ctx.text(200, ctx.ip), { trustProxy })
      const server = createServer(service.handler).listen(join(folder.path, 'socket'))
      await once(server, 'listening')
      const headers = { 'x-forwarded-for': '203.0.113.7', connection: 'close' }
      const client = request({ socketPath: join(folder.path, 'socket'), headers }).end()
      const [response] = await once(client, 'response')
      ips.push(await text(response))
      await new Promise((resolve) => server.close(resolve))
    }
    folder.remove()
    expect(ips).to.deep.equal(['203.0.113.7', '', ''])
  })

  const values: readonly [what: string, sent: Sent, expected: object][] = [
    ['the peer if nothing is forwarded', {}, { ip: '10.0.0.1', protocol: 'http', host: 'inner:8080' }],
    [
      'what the nearest proxy has added, not what the client wrote before it',
      { headers: { 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'evil.example, api.example:444' } },
      { protocol: 'http', host: 'api.example:444' }
    ],
    ['a protocol in any case', { headers: { 'x-forwarded-proto': ' HTTPS ' } }, { protocol: 'https' }],
    ['no other protocol than http and https', { headers: { 'x-forwarded-proto': 'javascript' } }, { protocol: 'http' }],
    ['no empty protocol', { headers: { 'x-forwarded-proto': 'https,' } }, { protocol: 'http' }],
    ['no host that is invalid', { headers: { 'x-forwarded-host': 'a/b?c' } }, { host: 'inner:8080' }],
    ['no host with a user', { headers: { 'x-forwarded-host': 'a@evil.example' } }, { host: 'inner:8080' }],
    ['no host that is empty', { headers: { 'x-forwarded-host': '' } }, { host: 'inner:8080' }],
    ['no host that is a port alone', { headers: { 'x-forwarded-host': ':443' } }, { host: 'inner:8080' }],
    [
      'a host that is an IPv6 address',
      { headers: { 'x-forwarded-host': '[2001:db8::1]:444' } },
      { host: '[2001:db8::1]:444' }
    ],
    ['no address that is invalid', { headers: { 'x-forwarded-for': 'unknown' } }, { ip: '10.0.0.1' }],
    [
      'no address before an invalid one',
      { headers: { 'x-forwarded-for': '203.0.113.7, _hidden' } },
      { ip: '10.0.0.1' }
    ],
    ['no address from an empty list', { headers: { 'x-forwarded-for': ' , ,' } }, { ip: '10.0.0.1' }],
    [
      'an address among empty elements and spaces',
      { headers: { 'x-forwarded-for': ',, \t 203.0.113.7 \t ,,' } },
      { ip: '203.0.113.7' }
    ],
    [
      'the nearest of many addresses',
      { headers: { 'x-forwarded-for': `${'192.0.2.1,'.repeat(1_000)}203.0.113.7` } },
      { ip: '203.0.113.7' }
    ],
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
    [
      'an IPv6 address without its brackets',
      { headers: { 'x-forwarded-for': '[2001:db8::1]' } },
      { ip: '2001:db8::1' }
    ],
    ['no address with half a bracket', { headers: { 'x-forwarded-for': '[2001:db8::1' } }, { ip: '10.0.0.1' }],
    ['no address with an invalid port', { headers: { 'x-forwarded-for': '203.0.113.7:x' } }, { ip: '10.0.0.1' }],
    ['no number for an address', { headers: { 'x-forwarded-for': '3405803783' } }, { ip: '10.0.0.1' }],
    ['an IPv4 address in its own form', { peer: '::ffff:10.0.0.1' }, { ip: '10.0.0.1' }],
    [
      'an IPv4 address in its own form, however its IPv6 form is written',
      { headers: { 'x-forwarded-for': '0:0:0:0:0:FFFF:cb00:7107' } },
      { ip: '203.0.113.7' }
    ],
    [
      'an IPv6 address that only looks like an IPv4 one as it is',
      { headers: { 'x-forwarded-for': '2001:db8::ffff:203.0.113.7' } },
      { ip: '2001:db8::ffff:203.0.113.7' }
    ],
    [
      'nothing from Forwarded, which a trusted proxy may not have written',
      { headers: { forwarded: 'for=203.0.113.7;proto=https;host=evil.example' } },
      { ip: '10.0.0.1', protocol: 'http', host: 'inner:8080' }
    ]
  ]
  for (const [what, sent, expected] of values) {
    it(`reads ${what}`, async () => {
      expect(await originOf({ hops: 1, from: 'any' }, sent)).to.include(expected)
    })
  }

  it('trusts an IPv4 proxy that is connected in IPv6 form', async () => {
    for (const peer of ['::ffff:10.0.0.1', '::FFFF:a00:1']) {
      expect((await originOf('10.0.0.0/8', { peer, headers: FORWARDED })).ip).to.equal('198.51.100.2')
      expect((await originOf({ hops: 1, from: '10.0.0.0/8' }, { peer, headers: FORWARDED })).ip).to.equal(
        '198.51.100.2'
      )
    }
  })

  it('recognizes a trusted proxy in the list by any form of its address, with a port too', async () => {
    for (const proxy of ['10.0.0.2', '10.0.0.2:80', '::ffff:10.0.0.2', '[::ffff:a00:2]:80']) {
      const headers = { 'x-forwarded-for': `192.0.2.1, 203.0.113.7, ${proxy}` }
      expect((await originOf('10.0.0.0/8', { headers })).ip, proxy).to.equal('203.0.113.7')
    }
  })

  it('counts no hop that is not a proxy: a client that avoids the outer proxy chooses nothing', async () => {
    const setting = { hops: 2, from: ['10.0.0.0/8', '198.51.100.2'] }
    // The client is connected to the inner proxy, past the outer one, and has written the first address itself.
    expect((await originOf(setting, { headers: { 'x-forwarded-for': '192.0.2.66, 203.0.113.7' } })).ip).to.equal(
      '203.0.113.7'
    )
  })

  const rejected: readonly [setting: unknown, message: RegExp][] = [
    [
      true,
      /^APPLICATION_INVALID: trustProxy is true, so each client .*write .*'uniquelocal'.*\{ hops: 1, from: 'any' \}/
    ],
    [1, /^APPLICATION_INVALID: trustProxy is 1, so a client .*write .*\{ hops: 1, from: 'uniquelocal' \}.*from: 'any'/],
    [3, /^APPLICATION_INVALID: trustProxy is 3, .*\{ hops: 3, from: 'uniquelocal' \}/],
    [0, /^APPLICATION_INVALID: trustProxy is 0, .*write false/],
    [-1, /^APPLICATION_INVALID: trustProxy is -1/],
    [1.5, /^APPLICATION_INVALID: trustProxy is 1.5/],
    ['', /^APPLICATION_INVALID: trustProxy has no address.*'10\.0\.0\.0\/8'/],
    [' , ', /^APPLICATION_INVALID: trustProxy has no address/],
    [[], /^APPLICATION_INVALID: trustProxy has no address/],
    [[1], /^APPLICATION_INVALID: trustProxy has no address/],
    [['10.0.0.0/99'], /^APPLICATION_INVALID: trustProxy: .*10\.0\.0\.0\/99/],
    ['0.0.0.0/0', /^APPLICATION_INVALID: trustProxy: /],
    ['::/0', /^APPLICATION_INVALID: trustProxy: /],
    ['1', /^APPLICATION_INVALID: trustProxy: '1' is neither an address/],
    ['true', /^APPLICATION_INVALID: trustProxy: 'true' is neither an address/],
    ['any', /^APPLICATION_INVALID: trustProxy: 'any' is neither an address.*\{ hops: 1, from: 'any' \}/],
    ['proxy.example', /^APPLICATION_INVALID: trustProxy: 'proxy.example' is neither an address/],
    [null, /^APPLICATION_INVALID: trustProxy is null/],
    [Symbol('x'), /^APPLICATION_INVALID: trustProxy is a symbol/],
    [{}, /^APPLICATION_INVALID: the hops of trustProxy are undefined/],
    [{ hops: 1 }, /^APPLICATION_INVALID: trustProxy counts hops from anywhere.*add from:.*from: 'any'/],
    [{ hops: 0, from: 'any' }, /^APPLICATION_INVALID: the hops of trustProxy are 0/],
    [{ hops: '1', from: 'any' }, /^APPLICATION_INVALID: the hops of trustProxy are 1/],
    [{ hops: 1, from: true }, /^APPLICATION_INVALID: the `from` of trustProxy has no address/],
    [{ hops: 1, from: [] }, /^APPLICATION_INVALID: the `from` of trustProxy has no address/],
    [{ hops: 1, from: ['any'] }, /^APPLICATION_INVALID: the `from` of trustProxy: 'any' is neither an address/],
    [{ hops: 1, from: 'uniquelocale' }, /^APPLICATION_INVALID: the `from` of trustProxy: 'uniquelocale'/]
  ]
  for (const [setting, message] of rejected) {
    it(`cannot be ${typeof setting === 'symbol' ? 'a symbol' : JSON.stringify(setting)}`, () => {
      expect(() => new Router({ trustProxy: setting as TrustProxy })).to.throw(SetupError, message)
    })
  }

  it('rejects a misspelt name in the hops', () => {
    const setting = { hops: 1, form: 'uniquelocal' } as unknown as TrustProxy
    expect(() => new Router({ trustProxy: setting })).to.throw(
      BootstrapError,
      /OPTION_UNKNOWN: .*'form' \(did you mean 'from'/
    )
  })

  describe('over a real connection', () => {
    const attempts: readonly (readonly string[])[] = [
      ['X-Forwarded-For: 203.0.113.7', 'X-Forwarded-Proto: https', 'X-Forwarded-Host: api.example'],
      [
        'X-Forwarded-For: 203.0.113.7, 10.0.0.1',
        'X-Forwarded-Proto: https,https',
        'X-Forwarded-Host: a.example,b.example'
      ],
      [
        'X-Forwarded-For: 10.0.0.1',
        'X-Forwarded-For: 192.168.0.1',
        'X-Forwarded-Proto: http',
        'X-Forwarded-Proto: https'
      ],
      ['Forwarded: for=10.0.0.1;proto=https;host=api.example'],
      ['Forwarded: for="[2001:db8::1]:80", for=10.0.0.1', 'X-Real-IP: 10.0.0.1', 'X-Forwarded-Ssl: on']
    ]
    const settings: readonly (TrustProxy | undefined)[] = [
      undefined,
      'uniquelocal',
      { hops: 1, from: 'uniquelocal' },
      { hops: 5, from: ['10.0.0.0/8', 'linklocal', '::ffff:192.168.0.1'] },
      (address) => address.startsWith('10.')
    ]
    for (const setting of settings) {
      it(`a direct client chooses no address, protocol or host: ${JSON.stringify(setting) ?? String(setting)}`, async () => {
        for (const lines of attempts) {
          const { body } = await overHttp(setting, lines)
          expect(body, lines.join()).to.deep.equal({ ip: '127.0.0.1', protocol: 'http', host: 'inner' })
        }
      })
    }

    it('the host of a target in absolute form counts, not the Host beside it', async () => {
      const { port } = await servers.serve((router) => router.getFunc('/', ({ host }) => ({ host })))
      const response = await exchange(
        port,
        'GET http://other.example:81/ HTTP/1.1\r\nHost: inner\r\nConnection: close\r\n\r\n'
      )
      expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).to.deep.equal({ host: 'other.example:81' })
    })

    it('the last line counts of a header that a trusted proxy sends several times', async () => {
      const lines = ['X-Forwarded-For: 192.0.2.1', 'X-Forwarded-For: 203.0.113.7', 'X-Forwarded-Proto: http']
      const { body } = await overHttp('loopback', [...lines, 'X-Forwarded-Proto: https'])
      expect(body).to.include({ ip: '203.0.113.7', protocol: 'https' })
    })

    for (const setting of ['loopback', { hops: 1, from: 'loopback' }, { hops: 1, from: 'any' }] as const) {
      it(`a trusted proxy sets them: ${JSON.stringify(setting)}`, async () => {
        const { body } = await overHttp(setting, attempts[0] as string[])
        expect(body).to.deep.equal({ ip: '203.0.113.7', protocol: 'https', host: 'api.example' })
      })
    }
  })
})
