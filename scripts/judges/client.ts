// Calls every operation of the harbor of `spec/harbor` by a client whose types openapi-typescript generated from its document:
// each value that is sent or read has the declared type, which the compiler checks by its strictest settings. Writes the
// operations that it called.
// Usage: node client.js <address> <credentials by scheme, as JSON>
import assert from 'node:assert/strict'
import createClient, { type Middleware } from 'openapi-fetch'
import type { components, paths } from './document.js'

type Schemas = components['schemas']

const [baseUrl = '', given = '{}'] = process.argv.slice(2)
const credentials = JSON.parse(given) as Record<'basic' | Exclude<Scheme, 'basic'>, string>
type Scheme = 'bearer' | 'basic' | 'headerKey' | 'queryKey' | 'cookieKey' | 'login' | 'identity'

const bearer = { authorization: `Bearer ${credentials.bearer}` }
const basic = { authorization: `Basic ${Buffer.from(credentials.basic).toString('base64')}` }

const called = new Set<string>()
const watch: Middleware = {
  onRequest({ request, schemaPath }) {
    called.add(`${request.method} ${schemaPath}`)
  }
}
const client = createClient<paths>({ baseUrl })
client.use(watch)

/** The value of a success. */
function of<T>({ data, response }: { data?: T; response: Response }): T {
  assert.ok(response.ok, `${response.url}: ${response.status}`)
  assert.ok(data !== undefined, `${response.url}: no data`)
  return data
}

function isStatus(status: number, { response }: { response: Response }): void {
  assert.equal(response.status, status, response.url)
}

const shipId = '0b1f6f4e-8f4d-4a5c-9d3e-5a1c2b3d4e5f'
const ticketId = 'a9f5b0c2-3d4e-4f60-8a7b-1c2d3e4f5a6b'
const ship: Schemas['NewShip'] = { name: 'Beta', flag: 'dk', tonnage: 7, built: null, crew: { sailor: 2 } }
const manifest: Schemas['ManifestInput'] = {
  items: [
    { kind: 'container', number: 'MSKU1234567' },
    { kind: 'bulk', material: 'sand', weight: 1.5 }
  ],
  remarks: ['wet', null],
  range: [-2, 8],
  extra: { any: ['thing'] }
}

// Ships: a resource, with a token.
const page = of(await client.GET('/v1/ships', { headers: bearer, params: { query: { flag: 'dk', limit: 1 } } }))
const [first]: Schemas['Ship'][] = page.items
const named: string | undefined = first?.name
assert.deepEqual([named, page.total], ['Aurora', 1])
const added = await client.POST('/v1/ships', { headers: bearer, body: ship })
isStatus(201, added)
const { id, crew, seenAt }: { id: string; crew: { [rank: string]: number }; seenAt?: string } = of(added)
assert.deepEqual([crew, seenAt], [{ sailor: 2 }, undefined])
const path = { shipId: id }
const changed = of(
  await client.PATCH('/v1/ships/{shipId}', { headers: bearer, params: { path }, body: { tonnage: 8 } })
)
assert.equal(changed.tonnage, 8)
of(await client.PUT('/v1/ships/{shipId}', { headers: bearer, params: { path }, body: ship }))
const shown = await client.GET('/v1/ships/{shipId}', { headers: bearer, params: { path } })
assert.equal(of(shown).built, null)
const known = { path, header: { 'if-none-match': shown.response.headers.get('etag') ?? '' } }
isStatus(304, await client.GET('/v1/ships/{shipId}', { headers: bearer, params: known }))
isStatus(204, await client.HEAD('/v1/ships/{shipId}/papers', { headers: bearer, params: { path } }))
const handed = await client.POST('/v1/ships/{shipId}/manifests', { headers: bearer, params: { path }, body: manifest })
const { manifest: kept, number } = of(handed)
assert.equal(number, 1)
for (const item of kept.items) {
  // Narrowed by the discriminator; the default is always there in a response.
  const text: string = item.kind === 'container' ? `${item.number} ${item.cooled ? 'cooled' : 'warm'}` : item.material
  assert.ok(['MSKU1234567 warm', 'sand'].includes(text))
}
for (const [when, status] of [
  ['now', 200],
  ['tide', 202],
  ['never', 403],
  ['moored', 409]
] as const) {
  const params = { path, query: { when } }
  isStatus(status, await client.POST('/v1/ships/{shipId}/departure', { headers: bearer, params }))
}
isStatus(204, await client.DELETE('/v1/ships/{shipId}', { headers: bearer, params: { path } }))
const gone = await client.GET('/v1/ships/{shipId}', { headers: bearer, params: { path } })
isStatus(404, gone)
const problem: object | undefined = gone.error
assert.ok(problem !== undefined)

// The office: forms, files, texts and bytes, and the other schemes.
const papers = await client.POST('/v1/office/papers', {
  headers: { authorization: `Bearer ${credentials.login}` },
  body: { title: 'Bill', pages: 2, scan: '' },
  bodySerializer({ title, pages }) {
    const form = new FormData()
    form.set('title', title)
    form.set('pages', String(pages))
    form.set('scan', new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'scan.pdf')
    return form
  }
})
assert.deepEqual(of(papers), { title: 'Bill', size: 8, photos: 0 })
const person: Schemas['RegistrationInput'] = { name: 'Ada', age: 36, flags: ['dk', 'pa'] }
const registered = await client.POST('/v1/office/registrations', {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: person,
  // By itself it writes a list as one text with commas, whatever `encoding` says.
  bodySerializer: ({ name, age, flags }) =>
    new URLSearchParams([['name', name], ['age', String(age)], ...flags.map((flag) => ['flags', flag])])
})
assert.deepEqual(of(registered), { ...person, newsletter: false })
isStatus(201, await client.POST('/v1/office/registrations', { body: person }))
const notice = await client.PUT('/v1/office/notice', {
  headers: { cookie: `harbor_session=${credentials.cookieKey}`, 'content-type': 'text/plain' },
  body: 'Mind the step.',
  bodySerializer: (text) => text
})
isStatus(204, notice)
const read: string = of(await client.GET('/v1/office/notice', { parseAs: 'text' }))
assert.equal(read, 'Mind the step.')
const stamp = await client.PUT('/v1/office/stamp', {
  headers: { authorization: `Bearer ${credentials.identity}`, 'content-type': 'image/png' },
  body: '',
  bodySerializer: () => new Blob([Uint8Array.of(1, 2, 3)])
})
isStatus(204, stamp)
const bytes: ArrayBuffer = of(await client.GET('/v1/office/stamp', { headers: basic, parseAs: 'arrayBuffer' }))
assert.equal(bytes.byteLength, 3)
const hello = await client.GET('/v1/office/greeting', {
  headers: { 'x-harbor-key': credentials.headerKey },
  parseAs: 'text'
})
assert.equal(of(hello), '<p>Hello master</p>')
assert.equal(of(await client.GET('/v1/office/greeting', { parseAs: 'text' })), '<p>Hello</p>')
const price: number = of(await client.GET('/v1/office/quote')).price
assert.equal(price, 99.5)
const tariffs: { [name: string]: Schemas['Quote'] | null } = of(await client.GET('/v1/office/tariffs'))
const prices: (number | undefined)[] = Object.values(tariffs).map((tariff) => tariff?.price)
assert.deepEqual(prices, [99.5, undefined])
for (const body of [['a', 'b'], true, { kind: 'bulk', material: 'sand', weight: 0.5 } as const]) {
  assert.deepEqual(of(await client.POST('/v1/office/oddments', { headers: bearer, body })), body)
}
const pilots = await client.POST('/v1/office/pilots', {
  headers: bearer,
  params: { query: { dry: true } },
  body: [{ email: 'ada@example.com' }]
})
assert.equal(of(pilots)[0]?.email, 'ada@example.com')

// The desk: who asks, bodies of two types and none at all.
const badge: Schemas['Badge'] = of(await client.GET('/v1/desk/me', { headers: bearer }))
assert.equal(badge.name, 'master')
const slice = await client.GET('/v1/desk/slice', { params: { query: { page: 2 }, header: { 'x-agent': 'Bo' } } })
assert.deepEqual(of(slice), { from: 10, to: 20, agent: 'Bo' })
assert.equal(of(await client.POST('/v1/desk/orders', { body: { thing: 'rope' } })).count, 1)
const telex = await client.POST('/v1/desk/orders', {
  headers: { 'content-type': 'application/vnd.harbor.telex+json' },
  body: { line: 'nail*7' }
})
const { thing, count }: Schemas['Order'] = of(telex)
assert.deepEqual([thing, count], ['nail', 7])
isStatus(409, await client.POST('/v1/desk/orders', { body: { thing: 'rope' }, params: { query: { stock: 'empty' } } }))
const cookie = { cookie: `harbor_session=${credentials.cookieKey}` }
const closed: boolean = of(await client.PATCH('/v1/desk/opening', { headers: cookie })).isOpen
assert.deepEqual(
  [closed, of(await client.PATCH('/v1/desk/opening', { headers: cookie, body: { isOpen: true } }))],
  [false, { isOpen: true }]
)

// The watch: streams are texts, whose items have types in the document.
const arrivals = eventsOf(of(await client.GET('/v1/watch/arrivals', { parseAs: 'text' })))
const arrival = JSON.parse(arrivals[0]?.data ?? '') as Schemas['Arrival']
assert.equal(arrival.ship, 'Aurora')
const all = eventsOf(of(await client.GET('/v1/watch/all', { parseAs: 'text', params: { query: { force: 9 } } })))
assert.deepEqual([...new Set(all.map(({ event }) => event))], ['arrival', 'warning', 'ping'])
assert.equal(eventsOf(of(await client.GET('/v1/watch/late', { parseAs: 'text' }))).length, 1)
const log = of(await client.GET('/v1/watch/log'))
assert.ok(typeof log !== 'string' && log.length > 1)
const text = of(await client.GET('/v1/watch/lines', { parseAs: 'text' }))
const lines = text
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Schemas['Arrival'])
assert.equal(lines.length, log.length)
assert.ok(of(await client.GET('/v1/watch/table', { parseAs: 'text' })).startsWith('id,tonnage'))
assert.equal(of(await client.GET('/v1/watch/either')), 1)
const name = 'mole.txt'
const chart = of(await client.GET('/v1/watch/charts/{name}', { params: { path: { name } }, parseAs: 'text' }))
const part = { headers: { range: 'bytes=0-3' }, params: { path: { name } }, parseAs: 'text' } as const
assert.deepEqual([chart.length, of(await client.GET('/v1/watch/charts/{name}', part))], [39, 'Here'])

// The berths: inputs beside the method and in a class of the request, which a cookie and headers belong to.
const berths = of(
  await client.GET('/v1/east/berths', { params: { query: { crane: 'north' }, header: { 'x-minimum': 2 } } })
)
assert.equal(berths.length, 1)
const berth = { path: { berthId: 2 } }
const { cranes }: Schemas['Berth'] = of(await client.GET('/v1/east/berths/{berthId}', { params: berth }))
assert.deepEqual(cranes, [])
const rebuilt = await client.PUT('/v1/east/berths/{berthId}', {
  headers: { ...basic, 'x-harbor-key': credentials.headerKey },
  params: { ...berth, header: { 'x-reason': 'age' } },
  body: { depth: 9, cranes: ['south'] }
})
assert.equal(of(rebuilt).depth, 9)
const crane = await client.DELETE('/v1/east/berths/{berthId}/cranes/{crane}', {
  params: { path: { berthId: 2, crane: 'south' } },
  querySerializer: () => new URLSearchParams({ 'harbor-key': credentials.queryKey }).toString()
})
isStatus(204, crane)

// The logbook: links, callbacks, and keys beside the fields, of which the generated type admits none that are texts.
const reading = { at: '2026-12-24T10:00:00Z', wind: 7, barometer: 1013 } as unknown as Schemas['Reading']
const entry: Schemas['Entry'] = of(await client.POST('/v1/log/entries', { body: { text: 'A gale', reading } }))
const entryPath = { params: { path: { entryId: entry.id } } }
const { reading: measured } = of(await client.GET('/v1/log/entries/{entryId}', entryPath))
assert.deepEqual([measured?.wind, measured?.['barometer' as string]], [7, 1013])
assert.equal(of(await client.POST('/v1/log/readings', { body: reading })).wind, 7)
const signed: Schemas['SignedEntry'] = of(await client.POST('/v1/log/entries/{entryId}/signature', entryPath))
assert.equal(signed.by, 'The harbor master')
const subscription = await client.POST('/v1/log/subscriptions', { body: { url: 'https://agent.example.com/harbor' } })
const { number: place }: Schemas['Subscription'] = of(subscription)
assert.ok(place > 0)

// The gates: the router's own form.
const gate = 'east'
const slots: string[] = of(
  await client.GET('/v1/gates/{gate}/slots', {
    headers: bearer,
    params: { path: { gate }, query: { day: '2026-12-24', limit: 2, lane: [1, 2] }, header: { 'x-lorry': 'FS 1' } },
    querySerializer: { array: { style: 'form', explode: false } }
  })
)
assert.equal(slots[0], '2026-12-24T00:00:00.000Z')
const digest = await client.POST('/v1/gates/{gate}/manifests', {
  headers: bearer,
  params: { path: { gate } },
  body: manifest
})
assert.equal(of(digest).length, 64)
const ticket = { headers: bearer, params: { path: { gate, ticketId } } } as const
const { state }: { state: 'waiting' | 'done' } = of(await client.GET('/v1/gates/{gate}/tickets/{ticketId}', ticket))
assert.equal(state, 'waiting')
isStatus(303, await client.GET('/v1/gates/{gate}/tickets/{ticketId}/door', { ...ticket, redirect: 'manual' }))
const unsafe = { gate: 'north', ticketId: shipId } as const
isStatus(404, await client.GET('/v1/gates/{gate}/tickets/{ticketId}', { headers: bearer, params: { path: unsafe } }))
isStatus(204, await client.HEAD('/v1/gates/{gate}/beacon', { headers: bearer, params: { path: { gate } } }))
isStatus(204, await client.OPTIONS('/v1/gates/{gate}/beacon', { params: { path: { gate } } }))
assert.equal(of(await client.GET('/v1/gates/{gate}/hours', { headers: bearer, params: { path: { gate } } })).price, 0)
for (const [place, status] of [
  [1, 204],
  [5, 423]
] as const) {
  isStatus(
    status,
    await client.DELETE('/v1/gates/{gate}/queue/{place}', { headers: bearer, params: { path: { gate, place } } })
  )
}

console.log(JSON.stringify([...called]))

interface SentEvent {
  readonly event: string
  readonly data: string
}

/** The events of a stream that ended. */
function eventsOf(stream: string): SentEvent[] {
  return stream
    .split('\n\n')
    .map((block) => {
      const field = (name: string) =>
        block
          .split('\n')
          .filter((line) => line.startsWith(`${name}: `))
          .map((line) => line.slice(name.length + 2))
          .join('\n')
      return { event: field('event'), data: field('data') }
    })
    .filter(({ data }) => data !== '')
}
