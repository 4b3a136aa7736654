import { DateOnly, enumOf, type Fault, Field, Integer, nullable, type ResponseOption } from 'fieldstone'
import { declaredStreams } from '../../../src/http/response/declared-streams.js'
import { faultsReply } from '../../../src/http/response/problem.js'
import {
  ANY_EVENTS,
  type ItemChecks,
  promisedStream,
  undeclaredEvents
} from '../../../src/http/response/stream-writers.js'
import { ViolationReports, type Violations, violationsOf, violationText } from '../../../src/http/violation-reports.js'
import { compileJsonCheck } from '../../../src/record/binder.js'
import { calls, expectWholeList, settled, shown } from '../../support/whole-list.js'

class Item {
  @Field(() => String, { minLength: 2 }) name!: string
  @Field(() => Integer, { optional: true }) count?: number
}

const STREAMS: readonly ResponseOption[] = [
  { events: Item },
  { events: String },
  { events: Integer },
  {
    events: {
      added: Item,
      removed: String,
      day: DateOnly,
      color: enumOf(['red']),
      size: enumOf([1, 2]),
      either: nullable(Item)
    }
  },
  { lines: Item },
  { lines: nullable(String) }
]

const ITEMS: readonly unknown[] = [
  ...[
    'a',
    'a\nb',
    '',
    5,
    null,
    undefined,
    true,
    ['a'],
    { name: 'Ada', secret: 1 },
    { name: 'A' },
    { name: 'Ada', count: 'b' }
  ],
  ...[
    { data: 'a' },
    { data: { name: 'Ada', secret: 1 } },
    { data: { name: 'A' } },
    { data: undefined },
    { id: '1' },
    { retry: 5 }
  ],
  ...[
    { event: 'added', data: { name: 'Ada', secret: 1 }, id: '2' },
    { event: 'added', data: { name: 'A' } },
    { event: 'added' }
  ],
  ...[
    { event: 'added', data: 'a' },
    { event: 'removed', data: 'a\nb' },
    { event: 'removed', data: 5 },
    { event: 'day', data: '2020-01-02' }
  ],
  ...[
    { event: 'day', data: new Date(0) },
    { event: 'color', data: 'red' },
    { event: 'color', data: 'blue' },
    { event: 'size', data: 1 }
  ],
  ...[
    { event: 'either', data: null },
    { event: 'message', data: 'a' },
    { event: 'other', data: 'a' },
    { event: '', data: 'a' },
    { event: 5 }
  ]
]

/** What a function writes of an item, and what is then said of it, for each way to check. */
async function written(
  write: (item: unknown, checks: ItemChecks | undefined) => unknown,
  item: unknown
): Promise<string> {
  const texts = new Set<string>()
  for (const isWhole of [undefined, true, false]) {
    const said: Violations[] = []
    const checks =
      isWhole === undefined ? undefined : { isWhole, violated: (violations: Violations) => said.push(violations) }
    const text = await settled(async () => write(item, checks as ItemChecks | undefined))
    const broken = said.map((violations) =>
      violations()
        .map(({ key, text }) => `${key}: ${text}`)
        .join(', ')
    )
    texts.add([text, ...broken].join(' breaks '))
  }
  return [...texts].join(' or ')
}

describe('Items of a stream', () => {
  it('are written and checked as item-list.txt says', async () => {
    const lines: string[] = []
    for (const option of STREAMS) {
      for (const stream of declaredStreams(option, 'here').values()) {
        const promised = promisedStream(stream, 'here', (type) => compileJsonCheck(type, 'reject'))
        lines.push(`\n${shown(option)}`)
        for (const item of ITEMS) {
          const text = await written(promised.write as never, item)
          lines.push(`${shown(item)} → ${text}`)
          if (promised.kind === 'lines') continue
          const returned = await written(promised.writeItem, item)
          if (returned !== text) lines.push(`  returned → ${returned}`)
        }
      }
    }
    const other = undeclaredEvents((value) => `written ${shown(value)}`)
    lines.push('\nevents that are not declared')
    for (const item of ITEMS) {
      const texts = [other.write, other.writeItem, ANY_EVENTS.write, ANY_EVENTS.writeItem].map((write) =>
        written(write as never, item)
      )
      lines.push(`${shown(item)} → ${[...new Set(await Promise.all(texts))].join(' or ')}`)
    }
    const faults: readonly Fault[] = [
      { in: 'body', path: '', rule: 'type', message: 'must be an object' },
      { in: 'body', path: 'a["b"]', rule: 'max\\', message: 'at most "5"\n', limit: 5 },
      { in: 'query', path: 'é', rule: 'r', message: '\ud800', limit: 'x' },
      { in: 'header', path: 'h', rule: 'required', message: 'is required' }
    ]
    const reply = ((status: 400 | 422, ...given: Fault[]) => {
      const { body, ...rest } = faultsReply(given, status)
      return [rest, JSON.parse(String(body))]
    }) as never
    lines.push(
      ...calls('faultsReply', reply, [[400], [422, faults[0]], [400, ...faults]]),
      ...calls('violationsOf', violationsOf as never, [
        [[], 'the body'],
        [faults, 'the body'],
        [faults, 'the data', 'event a: ']
      ])
    )
    const many = Array.from({ length: 12 }, (_, at) => ({ key: `key ${at % 7}`, text: `text ${at}` }))
    lines.push(
      ...[[], many.slice(0, 1), many].map(
        (violations) => `violationText of ${violations.length} → ${violationText(violations)}`
      )
    )
    const reports = new ViolationReports()
    const [one, two] = [{}, {}]
    for (const [of, status, violations] of [
      [one, 200, many.slice(0, 2)],
      [one, 200, many.slice(0, 2)],
      [one, 200, many.slice(0, 3)],
      [one, 201, many.slice(0, 2)],
      [two, 200, many.slice(0, 2)],
      [one, 200, many]
    ] as const) {
      lines.push(
        `the report of ${status} ${violations.length} → ${shown(reports.textOf(of as never, status, () => violations))}`
      )
    }
    expectWholeList('http/response/item-list.txt', lines)
  })
})
