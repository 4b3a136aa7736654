import { expectWholeList } from '../../../../spec/support/whole-list.js'
import { openAPIDocument } from '../../src/document/openapi-document.js'
import type { Change, Level } from '../../src/operations/change.js'
import { markdownReport } from '../../src/report/markdown.js'
import { reportOf } from '../../src/report/report.js'
import { textReport } from '../../src/report/text.js'

interface Case {
  readonly changes: readonly Change[]
  readonly ignored?: number
  readonly unmatched?: readonly string[]
  readonly names?: readonly [old: string, next: string]
  readonly versions?: readonly [old: unknown, next: unknown]
}

const change = (level: Level, message: string, more: Partial<Change> = {}): Change => {
  return { level, rule: `rule-${level}`, message, operation: 'GET /a', oldAt: '#/a', newAt: '#/a', ...more }
}
/** The same change of a schema, as each of several operations has it. */
const ofSchema = (count: number, more: Partial<Change> = {}) =>
  Array.from({ length: count }, (_, at) => {
    return change('breaking', `The body: \`way${at}.name\` is gone`, {
      ...{ oldAt: '#/components/schemas/A/properties/name', newAt: '#/components/schemas/A' },
      ...{ operation: `GET /${at}`, ...more }
    })
  })
const many = (count: number, level: Level, length: number) =>
  Array.from({ length: count }, (_, at) => change(level, `${'x'.repeat(length)} ${at}`, { operation: `GET /${at}` }))

const CASES: Readonly<Record<string, Case>> = {
  nothing: { changes: [] },
  'nothing that is not ignored': { changes: [], ignored: 3 },
  'one of each level': {
    changes: [
      change('compatible', 'It is new', { oldAt: undefined }),
      change('generated-clients', 'It has another name'),
      change('may-break', 'It is shorter', { example: { value: { a: ['b'] } } }),
      change('breaking', 'It is gone', { newAt: undefined })
    ],
    ignored: 1
  },
  'two of a level, and one of the document': {
    changes: [
      change('breaking', 'One', { operation: undefined }),
      change('breaking', 'Two', { newAt: '#/b', example: { value: undefined } }),
      change('breaking', 'Three', { operation: 'GET /b' })
    ]
  },
  'the levels of an operation': {
    changes: [change('compatible', 'The last'), change('breaking', 'The first'), change('compatible', 'The very last')]
  },
  'a change twice': { changes: [change('breaking', 'One'), change('breaking', 'One')] },
  'a change of several operations': { changes: ofSchema(4) },
  'a change of many operations': { changes: ofSchema(6) },
  'a change of a schema in the document': { changes: ofSchema(2, { operation: undefined }) },
  'a change of a schema and of the document': {
    changes: [...ofSchema(1, { operation: undefined }), ...ofSchema(2)]
  },
  'changes of a schema by two rules': { changes: [...ofSchema(2), ...ofSchema(2, { rule: 'another' })] },
  'changes of a schema in several places': {
    changes: [...ofSchema(2), ...ofSchema(2, { newAt: '#/components/schemas/B' })]
  },
  'a change of a schema that is in a component once only': {
    changes: [...ofSchema(2, { newAt: '#/paths/a' }), ...ofSchema(2, { oldAt: undefined })]
  },
  'a change of a schema that is in several places before': {
    changes: [...ofSchema(2), ...ofSchema(2, { oldAt: '#/components/schemas/B/properties/name' })]
  },
  'a change of a schema that several responses are': {
    changes: [200, 201].flatMap((status) => ofSchema(2, { message: `The ${status} response is new` }))
  },
  'a change of a schema that is said in two ways': {
    changes: ['a', 'b'].flatMap((what) => ofSchema(1, { message: `The body: \`way.name\` has ${what} text` }))
  },
  'a change of several operations that is no schema': {
    changes: ['GET /a', 'GET /b'].map((operation) => change('breaking', 'It is gone', { operation }))
  },
  'what was to be ignored': { changes: [], unmatched: ['rule-a', 'GET /<a>_*'] },
  'names that would be Markdown, HTML or a terminal': {
    changes: [
      change('breaking', 'The `a*b` of *c* <b>_d_</b> [e](f) # | ~ \\ is `gone', {
        operation: 'GET /\u001b[31m{a}\u202e*',
        rule: 'a`b',
        oldAt: '#/\n',
        newAt: '#/\u2028',
        example: { value: 'a`b\u0007' }
      }),
      change('breaking', '`<b> begins with code that does not end', { rule: '`a``b', operation: '`<i>`<u>`' })
    ],
    names: ['old`s.json', 'a\tb.json'],
    versions: ['1*', '<2>']
  },
  'versions that are none': { changes: [], versions: [undefined, 7] },
  'a long example': { changes: [change('breaking', 'It is shorter', { example: { value: 'a'.repeat(100) } })] }
}

function report({
  changes,
  ignored = 0,
  unmatched = [],
  names = ['old.json', 'new.json'],
  versions = ['1', '2']
}: Case) {
  const [old, next] = names.map((name, at) => {
    return openAPIDocument({ openapi: '3.1.0', info: { version: versions[at] } }, name)
  })
  if (old === undefined || next === undefined) throw new Error('There are two names')
  return reportOf({ old, new: next }, changes, { ignored, unmatched })
}

/** The beginning and the end of a text that is cut. */
function ends(text: string): string[] {
  const lines = text.split('\n').map((line) => line.replace(/x{20,}/g, (run) => `x…${run.length}`))
  return [`${text.length} characters`, ...lines.slice(0, 7), '…', ...lines.slice(-6)]
}

describe('reports of changes', () => {
  it('are the same as before, as text and Markdown', () => {
    const lines = Object.entries(CASES).flatMap(([title, each]) => {
      const { counts } = report(each)
      return [`# ${title}: ${JSON.stringify(counts)}`, textReport(report(each)), markdownReport(report(each))]
    })
    expectWholeList(
      'diff/report/report-list.txt',
      lines.flatMap((text) => text.split('\n'))
    )
  })

  it('are cut as Markdown where a comment could not hold them', () => {
    const cases: Readonly<Record<string, Case>> = {
      'too many that break': { changes: many(100, 'breaking', 700) },
      'too many that are compatible': { changes: [...many(2, 'breaking', 10), ...many(100, 'compatible', 700)] },
      'many that are too long': { changes: many(3, 'breaking', 30_000) },
      'too many that match nothing': {
        changes: many(2, 'compatible', 10),
        unmatched: Array.from({ length: 100 }, (_, at) => `${at} ${'x'.repeat(700)}`)
      },
      'as many as fit': { changes: many(80, 'may-break', 700) }
    }
    const lines = Object.entries(cases).flatMap(([title, each]) => [
      `# ${title}`,
      ...ends(markdownReport(report(each)))
    ])
    expectWholeList('diff/report/cut-list.txt', lines)
  })
})
