import { shown } from '../support/whole-list.js'
import type { LooseClient, LooseResult } from './compiled-client.js'

const SHIP = '0b1f6f4e-8f4d-4a5c-9d3e-5a1c2b3d4e5f'
const TICKET = { gate: 'east', ticketId: 'a9f5b0c2-3d4e-4f60-8a7b-1c2d3e4f5a6b' }
const ship = { name: 'Beta', flag: 'dk', tonnage: 7, built: null, crew: { sailor: 2 } }
const manifest = {
  items: [
    { kind: 'container', number: 'MSKU1234567' },
    { kind: 'bulk', material: 'sand', weight: 1.5 }
  ],
  remarks: ['wet', null],
  range: [-2, 8],
  extra: { any: ['thing'] }
}
const person = { name: 'Ada', age: 36, flags: ['dk', 'pa'] }
const files = () => ({ scan: new File(['%PDF-1.7'], 'scan.pdf'), photos: [new Blob(['x'], { type: 'image/png' })] })

/** Calls of every operation of the harbor, with what is right and what is wrong. */
export const HARBOR_CALLS: readonly [operation: string, input?: object, options?: object][] = [
  ['getV1Ships', { flag: 'dk', limit: 1 }],
  ['getV1Ships', { limit: 0 }],
  ['postV1Ships', { body: ship }],
  ['postV1Ships', { body: { ...ship, tonnage: 0 } }],
  ['getV1ShipsByShip_id', { shipId: SHIP }],
  ['getV1ShipsByShip_id', { shipId: 'a/b' }],
  ['putV1ShipsByShip_id', { shipId: SHIP, body: ship }],
  ['patchV1ShipsByShip_id', { shipId: SHIP, body: { tonnage: 8 } }],
  ['headV1ShipsByShip_idPapers', { shipId: SHIP }],
  ['postV1ShipsByShip_idManifests', { shipId: SHIP, body: manifest }],
  ['postV1GatesByGateManifests', { gate: 'east', body: manifest }],
  ...['now', 'tide', 'never', 'moored'].map((when) => {
    return ['postV1ShipsByShip_idDeparture', { shipId: SHIP, when }] as [string, object]
  }),
  ['deleteV1ShipsByShip_id', { shipId: SHIP }],
  ['getV1ShipsByShip_id', { shipId: SHIP }],
  ['postV1OfficePapers', { body: { title: 'Bill', pages: 2, ...files() } }],
  ['postV1OfficePapers', { body: { title: 'Bill', scan: new Blob(['x'], { type: 'text/html' }) } }],
  ['postV1OfficeRegistrations', { body: person }],
  ['postV1OfficeRegistrations', { contentType: 'application/json', body: person }],
  ['putV1OfficeNotice', { body: 'Mind the stép.' }],
  ['putV1OfficeNotice', { contentType: 'text/markdown', body: '*Mind* the step.' }],
  ['getV1OfficeNotice'],
  ['putV1OfficeStamp', { body: Uint8Array.of(65, 66) }],
  ['getV1OfficeStamp'],
  ['getV1OfficeGreeting'],
  ['getV1OfficeTariffs'],
  ['postV1OfficeOddments', { body: ['a', 'b'] }],
  ['postV1OfficeOddments', { body: true }],
  ['postV1OfficePilots', { dry: true, body: [{ email: 'ada@example.com' }] }],
  ['getV1OfficeQuote'],
  ['getV1DeskMe'],
  ['getV1DeskSlice', { page: 2, 'x-agent': 'Bo' }],
  ['postV1DeskOrders', { body: { thing: 'rope' } }],
  ['postV1DeskOrders', { contentType: 'application/vnd.harbor.telex+json', body: { line: 'nail*7' } }],
  ['postV1DeskOrders', { stock: 'empty', body: { thing: 'rope' } }],
  ['patchV1DeskOpening'],
  ['patchV1DeskOpening', { body: { isOpen: true } }],
  ['postV1LogEntries', { body: { text: 'A gale', reading: { at: '2026-12-24T10:00:00Z', wind: 9, barometer: 980 } } }],
  [
    'postV1LogEntries',
    { body: { text: 'A gale', reading: { at: '2026-12-24T10:00:00Z', wind: 9, barometer: 'low' } } }
  ],
  ['getV1LogEntriesByEntry_id', { entryId: SHIP }],
  ['postV1LogEntriesByEntry_idSignature', { entryId: SHIP }],
  ['postV1LogReadings', { body: { at: '2026-12-24T10:00:00Z', wind: 0 } }],
  ['postV1LogSubscriptions', { body: { url: 'https://agent.example.com/harbor' } }],
  ['getV1WatchArrivals'],
  ['getV1WatchAll', { force: 9 }],
  ['getV1WatchLate'],
  ['getV1WatchLog'],
  ['getV1WatchLog', {}, { accept: 'application/jsonl' }],
  ['getV1WatchLog', {}, { accept: 'text/event-stream' }],
  ['getV1WatchLog', {}, { headers: { accept: 'image/png' } }],
  ['getV1WatchLines'],
  ['getV1WatchTable'],
  ['getV1WatchEither'],
  ['getV1WatchEither', {}, { accept: 'text/plain' }],
  ['getV1WatchChartsByName', { name: 'mole.txt' }],
  ['getV1WatchChartsByName', { name: 'mole.txt' }, { headers: { range: 'bytes=0-3' } }],
  ['getV1WatchChartsByName', { name: 'no such chart?' }],
  ['getV1EastBerths', { crane: 'north', units: 'ft', 'x-minimum': 2 }],
  ['getV1EastBerthsByBerth_id', { berthId: 2 }],
  ['putV1EastBerthsByBerth_id', { berthId: 2, 'x-reason': 'age', body: { depth: 9, cranes: ['south'] } }],
  ['deleteV1EastBerthsByBerth_idCranesByCrane', { berthId: 2, crane: 'south' }],
  ['getV1GatesByGateSlots', { gate: 'east', day: '2026-12-24', limit: 2, lane: [1, 2], 'x-lorry': 'FS 1' }],
  ['getV1GatesByGateTicketsByTicket_id', TICKET],
  ['getV1GatesByGateTicketsByTicket_id', { ...TICKET, gate: 'north' }],
  ['getV1GatesByGateTicketsByTicket_idDoor', TICKET],
  ['headV1GatesByGateBeacon', { gate: 'east' }],
  ['optionsV1GatesByGateBeacon', { gate: 'east' }],
  ['getV1GatesByGateHours', { gate: 'east' }],
  ['deleteV1GatesByGateQueueByPlace', { gate: 'east', place: 1 }],
  ['deleteV1GatesByGateQueueByPlace', { gate: 'east', place: 5 }]
]

/** The credentials of a client, as it takes them, from those of a run of verify. */
export function clientCredentials(credentials: Readonly<Record<string, string>>): object {
  const [username, ...password] = (credentials.basic ?? '').split(':')
  return { ...credentials, basic: { username, password: password.join(':') } }
}

/** Each call with its result, a line each; what is made by chance is replaced. */
export async function callHarbor(api: LooseClient): Promise<string[]> {
  const lines: string[] = []
  for (const [name, input, options] of HARBOR_CALLS) {
    const operation = api[name]
    if (operation === undefined) throw new Error(`The client has no ${name}`)
    const { response: _, data, ...result } = await operation(input, options)
    lines.push(`${name} → ${shown({ ...result, data: await dataOf(data) })}`)
  }
  return lines.map((line) => line.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '…'))
}

async function dataOf(data: LooseResult['data']): Promise<unknown> {
  if (data instanceof Blob) return `${data.type}: ${await data.text()}`
  if (typeof data !== 'object' || data === null || !(Symbol.asyncIterator in data)) return data
  const items: unknown[] = []
  for await (const item of data as AsyncIterable<unknown>) items.push(item)
  return { streamed: items }
}
