import type { Random } from '../random.js'
import { type Body, formBody, latin1, multipartBody, orderBody, strictBody } from './bodies.js'

/** What a request to a route of the target is made of. */
export interface Sample {
  readonly method: string
  readonly target: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: Body
}

type Make = (random: Random) => Sample

const get =
  (target: string, headers?: Sample['headers']): Make =>
  () => ({ method: 'GET', target, headers })

const BASIC = `Basic ${Buffer.from('ada:pässword').toString('base64')}`
const octets = (random: Random): Body => ({
  contentType: random.pick(['application/octet-stream', 'text/plain', 'image/png', 'application/json']),
  text: random.bytes(
    random.weighted([
      [10, random.int(300)],
      [2, 4_096],
      [2, 4_097],
      [1, 20_000]
    ])
  )
})

/** The routes of the target by weight, each as a valid request. */
export const CATALOGUE: readonly (readonly [weight: number, make: Make])[] = [
  [
    4,
    (random) => ({ method: 'GET', target: `/bound/items/${random.pick(['1', '7', '1001', '-0', '1.5', 'x', '9e9'])}` })
  ],
  [
    4,
    (random) => ({
      method: 'GET',
      target: `/bound/search?q=${random.text(random.between(0, 25))}&page=${random.pick(['0', '1', '-1', 'a', '', '1&page=2'])}`,
      headers: [
        ['x-client', random.text(random.between(1, 25))],
        ['Cookie', `theme=${random.pick(['dark', 'light', 'blue', '"dark"', '%'])}`]
      ]
    })
  ],
  [5, (random) => ({ method: 'POST', target: '/bound/orders', body: orderBody(random) })],
  [
    3,
    (random) => ({
      method: 'POST',
      target: '/explicit',
      body: random.chance(0.2) ? formBody(random) : orderBody(random)
    })
  ],
  [2, (random) => ({ method: 'PUT', target: '/bound/strict', body: strictBody(random) })],
  [4, (random) => ({ method: 'PATCH', target: '/bound/login', body: formBody(random) })],
  [4, (random) => ({ method: 'POST', target: '/bound/uploads', body: multipartBody(random) })],
  [3, (random) => ({ method: 'POST', target: '/parts', body: multipartBody(random) })],
  [
    3,
    (random) => ({ method: 'POST', target: random.pick(['/bytes', '/text', '/piped', '/node']), body: octets(random) })
  ],
  [3, (random) => ({ method: 'POST', target: '/unread', body: octets(random) })],
  [2, (random) => ({ method: 'POST', target: '/nowhere', body: octets(random) })],
  [3, get('/')],
  [
    3,
    (random) => ({
      method: 'GET',
      target: `/query?${random.pick(['a=1', 'a=%20&a=2', 'y', '%', '=&&=', 'a=%C3%28', '__proto__=1'])}`
    })
  ],
  [
    2,
    (random) => ({
      method: 'GET',
      target: `/path/${random.pick(['a', '%41', 'a%2Fb', '%25'])}/${random.pick(['', 'b/c', '..', '%2e%2e/x', '//'])}`
    })
  ],
  [1, (random) => ({ method: 'GET', target: `/number/${random.pick(['1', '0'.repeat(300), 'a'])}` })],
  [3, get('/livez')],
  [1, get('/readyz')],
  [0.3, get('/metrics')],
  [0.4, get('/openapi.json')],
  [0.4, (random) => ({ method: 'GET', target: random.pick(['/docs', '/docs/', '/docs/index.html', '/docs/../x']) })],
  [
    5,
    (random) => ({
      method: random.pick(['GET', 'GET', 'HEAD']),
      target: `/files/${random.pick(['', 'long.txt', 'long.txt', 'sub/data.json', 'sub', '.secret', '../main.js', '%2e%2e/x', 'sub%2Fdata.json'])}`,
      headers: conditions(random)
    })
  ],
  [2, (random) => ({ method: 'GET', target: '/download', headers: conditions(random) })],
  [2, get('/text', [['Accept-Encoding', 'gzip, br']])],
  [1, get('/nothing')],
  [1, get('/redirect?x=%0d%0a')],
  [2, (random) => ({ method: 'GET', target: '/accepts', headers: [['Accept', random.pick(ACCEPTS)]] })],
  [1, (random) => ({ method: 'GET', target: '/cookie', headers: [['Cookie', random.pick(COOKIES)]] })],
  [2, get('/streamed')],
  [1, get('/measured')],
  [1, get('/events', [['Accept', 'text/event-stream']])],
  [1, get('/later')],
  [1, get('/handed')],
  [0.5, get('/failing')],
  [0.5, get('/rejecting')],
  [0.3, get('/unsendable')],
  [0.5, get('/twice')],
  [0.2, get('/stuck')],
  [0.5, get('/half')],
  [0.3, get('/cut')],
  [1, get('/session', [['Cookie', 'connect.sid=s%3Aabc.def']])],
  [1, get('/secure/header', [['X-Api-Key', 'k1']])],
  [1, get('/secure/query?key=k1')],
  [1, get('/secure/cookie', [['Cookie', 'key=k1']])],
  [1, get('/secure/basic', [['Authorization', BASIC]])],
  [
    1,
    (random) => ({ method: 'GET', target: '/secure/bearer', headers: [['Authorization', random.pick(CREDENTIALS)]] })
  ],
  [1, get('/secure/login', [['Authorization', 'Bearer t1']])],
  [1, get('/secure/identity', [['Authorization', 'Bearer t1']])],
  [1, () => ({ method: 'POST', target: '/secure/scoped', headers: [['Authorization', 'Bearer t2']] })],
  [
    1,
    (random) => ({ method: 'GET', target: '/secure/either', headers: [['Authorization', random.pick(CREDENTIALS)]] })
  ],
  [
    1,
    get('/secure/both', [
      ['Authorization', 'Bearer t1'],
      ['X-Api-Key', 'k1']
    ])
  ],
  [1, () => ({ method: 'OPTIONS', target: '*' })],
  [
    1,
    (random) => ({
      method: 'OPTIONS',
      target: random.pick(['/bytes', '/nowhere', '/bound/orders']),
      headers: [
        ['Origin', 'https://a.example'],
        ['Access-Control-Request-Method', random.pick(['POST', 'PUT', '\t', 'x y'])]
      ]
    })
  ]
]

export const CREDENTIALS = [
  'Bearer t1',
  'Bearer t2',
  'bearer t1',
  'Bearer',
  'Bearer t1 t2',
  'Bearer  t1',
  BASIC,
  'Basic',
  'Basic !!!',
  `Basic ${Buffer.from('nocolon').toString('base64')}`,
  'Basic gICAgDqA',
  'Digest username="a"',
  ','
].map(latin1)

export const ACCEPTS = [
  '*/*',
  'text/plain;q=0.5, application/json',
  'application/json;q=0',
  'text/*;q=1.5',
  ';q=',
  'a/b/c',
  `${'text/plain,'.repeat(300)}`,
  'text/plain;q=0.0001',
  ''
]

export const COOKIES = [
  'theme=dark',
  'theme',
  '=x',
  'theme="a;b"',
  ';;;',
  'a=1; a=2',
  '__proto__=1',
  `a=${'x'.repeat(4_000)}`,
  'a=%E4'
]

const RANGES = [
  'bytes=0-9',
  'bytes=-5',
  'bytes=4990-',
  'bytes=9999-',
  'bytes=5-2',
  'bytes=0-0,2-3',
  'bytes=',
  'items=0-1',
  'bytes=0-99999999999999999999',
  `bytes=${'0-1,'.repeat(400)}`
]
const TIMES = ['Thu, 01 Jan 1970 00:00:00 GMT', 'Wed, 01 Jan 2099 00:00:00 GMT', 'yesterday', '']
const TAGS = ['*', '"x"', 'W/"x"', '"a", "b"', '"', '']

function conditions(random: Random): [string, string][] {
  const headers: [string, string][] = []
  if (random.chance(0.5)) headers.push(['Range', random.pick(RANGES)])
  if (random.chance(0.15)) headers.push(['If-Range', random.pick([...TAGS, ...TIMES])])
  for (const name of ['If-Match', 'If-None-Match']) if (random.chance(0.1)) headers.push([name, random.pick(TAGS)])
  for (const name of ['If-Modified-Since', 'If-Unmodified-Since']) {
    if (random.chance(0.1)) headers.push([name, random.pick(TIMES)])
  }
  return headers
}
