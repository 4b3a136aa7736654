import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect } from 'chai'
import { PLAIN } from '../../../src/http/lifetime/node-messages.js'
import { fileReply } from '../../../src/http/reply/file.js'
import { fileRequest } from '../../../src/http/reply/file-conditions.js'
import { isPlain } from '../../../src/http/reply/reply.js'
import { SpecFolder } from '../../support/files.js'
import { expectWholeList, settled, shown } from '../../support/whole-list.js'

const DATE = 'Sun, 06 Nov 1994 08:49:37 GMT'
const LATER = 'Mon, 07 Nov 1994 08:49:37 GMT'

type Asked = readonly [path: string, options?: unknown, headers?: Record<string, string>, method?: string]

/** Requests for files, of which all are of one age. */
const ASKED: readonly Asked[] = [
  ...['a.txt', 'none.txt', 'sub', 'sub/b.json', 'empty', 'a%20b.txt', 'a b.txt', '.hidden', '', 'a.txt/'].map(
    (path) => [path] as const
  ),
  ...['a.txt', 'sub/b.json', '../a.txt', '.hidden', 'sub', 'none', '', '/a.txt', 'in', 'out', 'a%20b.txt'].map(
    (path) => [path, { root: '' }] as const
  ),
  ['b.json', { root: 'sub' }],
  ['../a.txt', { root: 'sub' }],
  ['b.json', { root: 'linked' }],
  ['b.json', { root: 'none' }],
  ...[0, 1_000, 1_500, 86_400_000].map((maxAge) => ['a.txt', { maxAge }] as const),
  ['a.txt', { maxAge: 1_000, immutable: true }],
  ['a.txt', { maxAge: 1_000, immutable: false }],
  ['a.txt', { immutable: true }],
  ['a.txt', { contentType: 'a/b' }],
  ['a.txt', { contentTyp: 'a/b' }],
  ['a.txt', { immutable: 'yes' }],
  ['a.txt', null],
  ['a.txt', undefined],
  ...['bytes=0-0', 'bytes=2-4', 'bytes=-3', 'bytes=5-', 'bytes=10-', 'bytes=0-1,4-5', 'bytes=99-', 'items=0-1'].flatMap(
    (range) => [
      ['a.txt', {}, { range }] as const,
      ['a.txt', {}, { range }, 'HEAD'] as const,
      ['a.txt', { contentType: 'a/b' }, { range, 'if-range': DATE }] as const
    ]
  ),
  ['a.txt', {}, { range: 'bytes=2-4', 'if-range': LATER }],
  ['empty', {}, { range: 'bytes=0-' }],
  ['empty', {}, { range: 'bytes=-5' }],
  ...['if-modified-since', 'if-unmodified-since'].flatMap((name) =>
    [DATE, LATER, 'Sat, 05 Nov 1994 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994', 'never'].map(
      (date) => ['a.txt', { contentType: 'a/b' }, { [name]: date }] as const
    )
  ),
  ['a.txt', {}, { 'if-match': '*' }],
  ['a.txt', {}, { 'if-match': '"a"' }],
  ['a.txt', {}, { 'if-none-match': '*' }],
  ['a.txt', {}, { 'if-none-match': '"a"' }],
  ['none.txt', {}, { 'if-match': '*' }],
  ['a.txt', {}, { 'if-match': '"a"', range: 'bytes=0-1' }, 'POST'],
  ['a.txt', {}, {}, 'HEAD']
]

/** A response of Node's, changed as middleware does it. */
function response(change: (res: ServerResponse) => void = () => {}): ServerResponse {
  const res = new ServerResponse(new IncomingMessage(undefined as never))
  change(res)
  return res
}

class Wrapped extends ServerResponse {}

const RESPONSES: Readonly<Record<string, unknown>> = {
  'of Node': response(),
  'with an own method': response((res) => Object.assign(res, { json: () => 1 })),
  'with an own end': response((res) => Object.assign(res, { end: () => res })),
  'with an own write': response((res) => Object.assign(res, { write: () => true })),
  'of a class of its own': new Wrapped(new IncomingMessage(undefined as never)),
  'that is marked': Object.assign(new Wrapped(new IncomingMessage(undefined as never)), { [PLAIN]: true }),
  'that is marked, with an own end': Object.assign(response(), { [PLAIN]: true, end: () => 1 }),
  'that is marked as another': Object.assign(new Wrapped(new IncomingMessage(undefined as never)), { [PLAIN]: false }),
  'without a class': Object.create(null)
}

describe('Files', () => {
  const folder = new SpecFolder()
  before(() => {
    mkdirSync(join(folder.path, 'sub'))
    for (const [name, text] of Object.entries({
      'a.txt': '0123456789',
      'a%20b.txt': 'escaped',
      'a b.txt': 'a space',
      'sub/b.json': '{}',
      '.hidden': 'hidden',
      empty: ''
    })) {
      writeFileSync(join(folder.path, name), text)
      utimesSync(join(folder.path, name), new Date(DATE), new Date(DATE))
    }
    symlinkSync(join(folder.path, 'a.txt'), join(folder.path, 'in'))
    symlinkSync('/etc/hostname', join(folder.path, 'out'))
    symlinkSync(join(folder.path, 'sub'), join(folder.path, 'linked'))
  })
  after(() => folder.remove())

  /** What is responded to a request for a file. */
  async function answer([path, given, headers = {}, method = 'GET']: Asked): Promise<string> {
    const options = given as { root?: string } | null | undefined
    const isBelow = typeof options?.root === 'string'
    const own = isBelow ? { ...options, root: join(folder.path, options.root as string) } : options
    const text = await settled(async () => {
      const { content, ...reply } = await fileReply(
        { method, headers } as never,
        isBelow ? path : `${folder.path}/${path}`,
        own as never
      )
      return content === undefined
        ? reply
        : { ...reply, of: content.path, start: content.start, length: content.length }
    })
    return text.replaceAll(folder.path, '(folder)')
  }

  it('are responded with as file-list.txt says', async () => {
    const lines: string[] = []
    for (const asked of ASKED) lines.push(`${asked.map(shown).join(' ')} → ${await answer(asked)}`)
    lines.push('\nisPlain')
    for (const [name, res] of Object.entries(RESPONSES)) lines.push(`a response ${name} → ${isPlain(res as never)}`)
    expectWholeList('http/reply/file-list.txt', lines)
  })

  it('are as old in every time zone', async () => {
    const zone = process.env.TZ
    const seen = new Set<string>()
    try {
      for (const TZ of ['UTC', 'America/New_York', 'Asia/Kolkata']) {
        process.env.TZ = TZ
        for (const date of [DATE, 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994']) {
          const { headers } = await fileRequest(
            { method: 'GET', headers: { 'if-modified-since': date } } as never,
            () => Promise.reject(new Error('no file'))
          )
          seen.add(String(headers['if-modified-since']))
        }
      }
    } finally {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    }
    expect([...seen]).to.deep.equal([DATE])
  })
})
