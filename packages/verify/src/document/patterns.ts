import { createContext, Script } from 'node:vm'

/** What a backslash and a letter mean without Unicode matching, too; others are of other flavors, as `\\A` and `\\z`. */
const PLAIN_ESCAPES = /^(?:[^\\]|\\[^A-Za-z]|\\[bBdDwWsSnrtfv]|\\c[A-Za-z]|\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\k<)*$/s

/** Steps of the engine that take no longer than some milliseconds. */
const FEW_STEPS = 1_000_000
/** Milliseconds after which a test is stopped. */
const LONGEST_TEST = 1000
/** Milliseconds of the processor that a text may have used when its test was stopped for the second time. */
const LONGEST_WORK = 500
/** How often a test is begun that is stopped without having had the processor for so long. */
const MOST_BEGINNINGS = 10
/**
 * A test above the first number of milliseconds of the processor counts; all of a pattern's together may take the second,
 * or the first for each test. A harmless pattern has tests that count, too: memory is freed while they run.
 */
const NOTICEABLE = 5
const LONGEST_TOGETHER = 2000

/**
 * A pattern as JSON Schema means it (2020-12, section 6.4). Many documents have escapes that Unicode matching forbids, as
 * `\\-` outside of a class: then it is one without.
 *
 * @throws SyntaxError for a pattern of another flavor
 */
export function compilePattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch (error) {
    if (!PLAIN_ESCAPES.test(pattern)) throw error
    return new RegExp(pattern)
  }
}

/** A pattern of the document takes so long that nothing can be checked by it. */
export class SlowPattern extends Error {
  readonly pattern: string

  constructor(pattern: string, message: string) {
    super(message)
    this.pattern = pattern
  }
}

/** The patterns of one run. No test of a text takes longer than some seconds, whatever the pattern. */
export class Patterns {
  readonly #tests = new Map<string, PatternTest>()
  readonly #watch = new Watch()

  /** Why nothing can be checked by a pattern, for each such pattern that was met. */
  get slow(): ReadonlyMap<string, string> {
    return this.#watch.slow
  }

  /** @throws SyntaxError for a pattern of another flavor */
  compile(source: string): PatternTest {
    let test = this.#tests.get(source)
    if (test === undefined) {
      test = new PatternTest(source, this.#watch)
      this.#tests.set(source, test)
    }
    return test
  }

  /**
   * Whether the text matches a pattern as JSON Schema means it: anywhere in it, with Unicode matching (2020-12, section 6.4).
   *
   * @throws SlowPattern
   */
  matches(source: string, text: string): boolean {
    return this.compile(source).test(text)
  }

  /**
   * What the work returns, with one watch over all of its tests, as long as they do not take long together: then it is
   * done again, with one over each.
   *
   * @param work may be done twice
   */
  watched<T>(work: () => T): T {
    return this.#watch.whole(work)
  }
}

/** What is known of the slow patterns of a run, and whether a test that does not end is stopped already. */
class Watch {
  readonly slow = new Map<string, string>()
  isOn = false

  whole<T>(work: () => T): T {
    if (this.isOn) return work()
    this.isOn = true
    let done: { readonly value: T } | undefined
    try {
      done = within(LONGEST_TEST, work)
    } finally {
      this.isOn = false
    }
    return done === undefined ? work() : done.value
  }
}

/** One pattern, as Ajv uses it, too. */
export class PatternTest {
  readonly #source: string
  readonly #regex: RegExp
  readonly #ways: Ways
  readonly #watch: Watch
  #count = 0
  #together = 0

  constructor(source: string, watch: Watch) {
    this.#source = source
    this.#regex = compilePattern(source)
    this.#ways = waysOf(source)
    this.#watch = watch
  }

  /** @throws SlowPattern where this, or earlier texts, take too long */
  test(text: string): boolean {
    const known = this.#watch.slow.get(this.#source)
    if (known !== undefined) throw new SlowPattern(this.#source, known)
    if (stepsFor(this.#source, this.#ways, text.length) <= FEW_STEPS) return this.#regex.test(text)
    const start = process.cpuUsage()
    const isMatch = this.#watch.isOn ? this.#regex.test(text) : this.#testWatched(text, start)
    const took = worked(start)
    this.#count++
    if (took > NOTICEABLE) this.#together += took
    if (this.#together <= Math.max(LONGEST_TOGETHER, NOTICEABLE * this.#count)) return isMatch
    throw this.#tooSlow('the texts of this run', LONGEST_TOGETHER)
  }

  /** A busy machine can stop a test that hardly began. */
  #testWatched(text: string, start: NodeJS.CpuUsage): boolean {
    for (let beginning = 1; ; beginning++) {
      const done = within(LONGEST_TEST, () => this.#regex.test(text))
      if (done !== undefined) return done.value
      const isLong = beginning > 1 && worked(start) > LONGEST_WORK
      if (isLong || beginning === MOST_BEGINNINGS)
        throw this.#tooSlow(`one text of ${text.length} characters`, LONGEST_TEST)
    }
  }

  #tooSlow(what: string, milliseconds: number): SlowPattern {
    const why = `the pattern ${this.#source} takes too long: ${what} kept it for more than ${milliseconds / 1000} s`
    this.#watch.slow.set(this.#source, why)
    return new SlowPattern(this.#source, why)
  }

  /** Ajv tells patterns apart by it. */
  toString(): string {
    return `/${this.#source}/`
  }
}

/** Milliseconds for which the process had a processor since then: other programs do not count. */
function worked(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

const context = createContext({ work: (): unknown => undefined })
const script = new Script('work()')

/** What the work returns; undefined where it takes longer. Costs some 70 µs: a watching thread is started. */
function within<T>(milliseconds: number, work: () => T): { readonly value: T } | undefined {
  context.work = work
  try {
    return { value: script.runInContext(context, { timeout: milliseconds }) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    throw error
  }
}

/** How many ways an engine may try from one character on: `fixed` × the length of the text to the power of `loops`. */
interface Ways {
  readonly fixed: number
  readonly loops: number
}

const ONE: Ways = { fixed: 1, loops: 0 }
const UNKNOWN: Ways = { fixed: Number.POSITIVE_INFINITY, loops: 0 }

/** A search starts at each character, unless the pattern begins with `^`. */
function stepsFor(source: string, { fixed, loops }: Ways, length: number): number {
  const isAnchored = source.startsWith('^') && !source.includes('|')
  return fixed * (length + 1) ** (loops + (isAnchored ? 1 : 2))
}

/** The tokens of an expression that matter here: escapes, classes, the start of a group, and any other character. */
const TOKEN = /\\.|\[(?:\\.|[^\]\\])*\]|\(\?(?::|<(?![=!])[^>]*>|<?[=!])|./gsu
const QUANTIFIER = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/

/**
 * At most so many ways: each repetition may end anywhere, each choice be any. Unknown for what a repetition repeats that
 * is itself tried in several ways, for back-references and for look-around.
 */
function waysOf(source: string): Ways {
  const groups: Ways[] = []
  let own = ONE
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    const after = source.slice(index + token.length, index + token.length + 20)
    if (/^\\[1-9k]/.test(token) || /^\(\?<?[=!]/.test(token)) return UNKNOWN
    if (token.startsWith('(')) {
      groups.push(own)
      own = ONE
    } else if (token === '|') own = { ...own, fixed: own.fixed * 2 }
    else if (token === ')') {
      const outer = groups.pop() ?? ONE
      own = both(outer, repeated(own, after))
    } else own = both(own, repeated(ONE, after))
  }
  return own
}

function repeated(ways: Ways, after: string): Ways {
  const [, sign, least, comma, most] = QUANTIFIER.exec(after) ?? []
  if (sign === undefined && least === undefined) return ways
  const isEndless = sign === '*' || sign === '+' || (comma === ',' && most === '')
  if (isEndless) return ways.fixed === 1 && ways.loops === 0 ? { fixed: 1, loops: 1 } : UNKNOWN
  const fewest = sign === '?' ? 0 : Number(least)
  const times = sign === '?' ? 1 : Number(comma === ',' ? most : least)
  return { fixed: ways.fixed ** times * (times - fewest + 1), loops: ways.loops * times }
}

function both(first: Ways, second: Ways): Ways {
  return { fixed: first.fixed * second.fixed, loops: first.loops + second.loops }
}
