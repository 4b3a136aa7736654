import { expectListed } from '../../../../spec/support/listed.js'
import { calls } from '../../../../spec/support/whole-list.js'
import { compilePattern, Patterns } from '../../src/document/patterns.js'

const LIST = 'verify/document/pattern-list.txt'

/** Patterns of every form: how long the engine may take with a text depends on it. */
const PATTERNS = [
  ...['', 'a', '^a', '^', 'a$', '^a|b', 'a|b', 'a|b|c', '^(a|b)', '(a|b)', '(?:a|b)c', '^(?:a|b)(?:c|d)'],
  ...[
    'a*',
    'a+',
    'a?',
    '^a*',
    '^a+$',
    '^a?',
    '^a*?',
    '^a+?b',
    '^a*b*',
    '^a*b*c*',
    'a*b*',
    '^[ab]*',
    '^[a\\]]*b',
    '^.*'
  ],
  ...['^\\w+', '^\\d+\\s*', '^\\+', '^\\*+', '^[*+]', '^\\p{L}+', '^\\u0061+'],
  ...[
    '^a{2}',
    '^a{2,}',
    '^a{2,5}',
    '^a{0,1}',
    '^a{1,1}',
    '^a{100}',
    '^a{0,100}',
    '^(?:a?){3}',
    '^(?:a|b){3}',
    '^(?:a|b){0,3}'
  ],
  ...[
    '^(?:ab)*',
    '^(ab)+',
    '^(?<name>ab)+',
    '^(a*)*',
    '^(a+)+$',
    '^(?:a|b)*',
    '^(?:a?)*',
    '^(a{2})*',
    '^(a{1,2})*',
    '^((a))*'
  ],
  ...['^(?:a*){2}', '^(?:a*b){3}', '^(?:a*){0,2}', '^(?:a*)?', '^((?:a|b)c)?d', '^(?:(?:a|b)(?:c|d)){2}'],
  ...['^(a)\\1', '^(?<n>a)\\k<n>', '^(?=a)', '^(?!a)', '^(?<=a)', '^(?<!a)', '^(?:(?=a))', '^\\0'],
  ...['^a{', '^a{b}', '^a{1', '^{', '^a{,2}', '^]', '^\\-'],
  ...['^[^/]+/[^/]+$', '^[a-z0-9]+(?:-[a-z0-9]+)*$', '^\\S+@\\S+\\.\\S+$', '^(?:[0-9]{1,3}\\.){3}[0-9]{1,3}$']
]

/** Patterns, some of other flavors. */
const FLAVORS = [
  ...[
    'a',
    '\\w',
    '[\\w\\-]',
    '\\-',
    '\\_',
    '\\A',
    '\\z',
    '\\Z',
    '\\h',
    '\\q',
    '\\cA',
    '\\c1',
    '\\x41',
    '\\x4',
    '\\u0041'
  ],
  ...[
    '\\u004',
    '\\u{41}',
    '\\p{L}',
    '[\\p{L}\\-]',
    '\\k<a>',
    '(?<a>b)\\k<a>',
    '\\k',
    '\\1',
    '\\0',
    '\\8',
    '{',
    'a{,2}',
    '(',
    '(?i)a'
  ],
  ...[
    '(?P<a>b)',
    '\\-\n',
    '\\-\\\n',
    '[a-\\d]',
    '[\\',
    '\\',
    '/',
    '\\/',
    '\\-\\b\\B\\d\\D\\w\\W\\s\\S\\n\\r\\t\\f\\v',
    '😀',
    '^.$'
  ]
]

describe('A pattern of a document', () => {
  const { cpuUsage } = process
  /** Milliseconds of the processor that each test takes, and how often they were asked for. */
  let took: () => number = () => 0
  let asked = 0

  before(() => {
    process.cpuUsage = ((since?: unknown) => {
      if (since === undefined) return { user: 0, system: 0 }
      asked++
      const milliseconds = took()
      return { user: milliseconds * 400, system: milliseconds * 600 }
    }) as typeof process.cpuUsage
  })
  after(() => {
    process.cpuUsage = cpuUsage
  })
  beforeEach(() => {
    took = () => 0
  })

  it('is watched from the lengths of texts in pattern-list.txt on', () => {
    const lines = PATTERNS.map((pattern) => {
      let test: ReturnType<Patterns['compile']>
      try {
        test = new Patterns().compile(pattern)
      } catch (error) {
        return `${pattern}: ${(error as Error).name}`
      }
      const isWatched = (length: number) => {
        asked = 0
        test.test('~'.repeat(length))
        return asked > 0
      }
      let [low, high] = [0, 1_048_576]
      while (low < high) {
        const middle = (low + high) >> 1
        if (isWatched(middle)) high = middle
        else low = middle + 1
      }
      return `${pattern}: ${low === 0 ? 'always' : `from ${low} characters on`}`
    })
    expectListed(LIST, 'lengths', lines)
  })

  it('is given up after the times of pattern-list.txt', () => {
    const lines: string[] = []
    for (const [title, times] of [
      ['1 ms each', () => 1],
      ['5 ms each', () => 5],
      ['6 ms each', () => 6],
      ['2000 ms once', (count: number) => (count === 1 ? 2000 : 0)],
      ['2001 ms once', (count: number) => (count === 1 ? 2001 : 0)],
      ['1000 ms each', () => 1000],
      ['10 ms each second', (count: number) => (count % 2 === 0 ? 10 : 0)],
      ['11 ms each second', (count: number) => (count % 2 === 0 ? 11 : 0)],
      ['2001 ms after 400 tests', (count: number) => (count === 401 ? 2001 : 0)],
      ['2006 ms after 400 tests', (count: number) => (count === 401 ? 2006 : 0)]
    ] as const) {
      for (const isWhole of title.startsWith('6 ms') ? [true, false] : [true]) {
        const patterns = new Patterns()
        let count = 0
        took = () => times(count)
        const work = () => {
          while (count < 420) {
            count++
            try {
              patterns.matches('^(a+)+$', 'b')
            } catch (error) {
              return `${count}: ${(error as Error).message}`
            }
          }
          return 'never'
        }
        const end = isWhole ? patterns.watched(work) : work()
        const again = end === 'never' ? '' : `; again: ${outcome(() => patterns.matches('^(a+)+$', ''))}`
        const known = [...patterns.slow].map(([pattern]) => pattern).join(', ') || 'none'
        lines.push(`${title}${isWhole ? ', watched together' : ''}: ${end}${again}; slow: ${known}`)
      }
    }
    expectListed(LIST, 'times', lines)
  })

  it('is of the flavors in pattern-list.txt', () => {
    const texts = ['a', 'A', '-', '_', 'b', '😀', '\u0001', 'x4', 'p{L}', 'i', '1']
    const read = (pattern: string) => {
      const regex = compilePattern(pattern)
      return [regex.flags, texts.filter((text) => regex.test(text)).join(' ')]
    }
    const lines = calls(
      'compilePattern',
      read,
      FLAVORS.map((pattern) => [pattern])
    )
    expectListed(
      LIST,
      'flavors',
      lines.map((line) => line.replace(/(throws SyntaxError).*/, '$1'))
    )
  })
})

function outcome(work: () => unknown): string {
  try {
    return String(work())
  } catch (error) {
    return (error as Error).name
  }
}
