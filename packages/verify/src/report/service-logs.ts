/** What a service wrote to its log for one cause. */
export interface ServiceLog {
  /** `ERROR`, `WARN` …, where the entry says it. */
  readonly level: string | undefined
  /** How often it was written. */
  readonly count: number
  /** The first entry, whole, but for what is very long. */
  readonly example: string
}

/** One that is counted. */
interface Cause extends ServiceLog {
  count: number
}

/** From the most important to the least; entries without a level are like `INFO`. */
const LEVELS = ['FATAL', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE']
/** The levels of pino, by their numbers. */
const NUMBERED: Readonly<Record<number, string>> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL'
}
/** More causes than this are not distinguished. */
const CAUSES = 500
const SHOWN = 10
const EXAMPLE_LINES = 8
const EXAMPLE_LENGTH = 1500

/**
 * Groups the entries of a log by their cause: the same text but for numbers, times, ids, quoted texts, and values of the
 * request; of entries in JSON the same level, message, and first place of the error's stack.
 */
export class ServiceLogs {
  readonly #causes: Cause[] = []
  /** The causes by their texts with and without values of requests. */
  readonly #byText = new Map<string, Cause>()
  readonly #valuesNow: () => readonly string[]
  #open = ''
  #others = 0

  /** @param valuesNow the texts of the request that is handled at the time */
  constructor(valuesNow: () => readonly string[] = () => []) {
    this.#valuesNow = valuesNow
  }

  /** Adds what was written, in pieces of any size. */
  write(text: string): void {
    const lines = (this.#open + text).split('\n')
    this.#open = lines.pop() ?? ''
    if (lines.length > 0) this.#addLines(lines)
  }

  /**
   * What was written, the most important and most frequent first.
   *
   * @param mask hides what a report must not show
   */
  report(mask: (text: string) => string = (text) => text): ServiceLog[] {
    if (this.#open !== '') this.write('\n')
    const rank = ({ level }: ServiceLog) => LEVELS.indexOf(level ?? 'INFO')
    const causes = this.#causes.map((log) => ({ ...log, example: cut(mask(log.example)) }))
    const known = causes.sort((a, b) => rank(a) - rank(b) || b.count - a.count)
    const others = { level: undefined, count: this.#others, example: '(entries of still more causes)' }
    return this.#others > 0 ? [...known, others] : known
  }

  /** Lines that are indented, as those of a stack, belong to the entry before them. */
  #addLines(lines: readonly string[]): void {
    let entry: string[] = []
    for (const line of lines) {
      if (!/^(?:\s|[}\])]|$)/.test(line)) {
        this.#add(entry.join('\n'))
        entry = []
      }
      entry.push(line)
    }
    this.#add(entry.join('\n'))
  }

  #add(text: string): void {
    const example = text.trimEnd()
    if (example === '') return
    // A value of the request may be a word of the entry by chance: `a` of `a request`.
    const entries = [this.#valuesNow(), []].map((values) => readEntry(example, values))
    const texts = entries.map(({ level, cause }) => `${level} ${cause}`)
    const known = texts.map((each) => this.#byText.get(each)).find((each) => each !== undefined)
    if (known !== undefined) known.count++
    else if (this.#causes.length < CAUSES) {
      const log = { level: entries[0]?.level, count: 1, example }
      this.#causes.push(log)
      for (const each of texts) this.#byText.set(each, log)
    } else this.#others++
  }
}

/** The logs at the end of a report; no lines where nothing was written. */
export function formatLogs(logs: readonly ServiceLog[]): string[] {
  if (logs.length === 0) return []
  const entries = logs.slice(0, SHOWN).map(({ level, count, example }) => {
    const isNamed = level === undefined || example.slice(0, 80).toUpperCase().includes(level)
    return `  ${count} × ${isNamed ? '' : `${level} `}${example.replaceAll('\n', '\n    ')}`
  })
  const rest = logs.slice(SHOWN)
  const times = rest.reduce((sum, { count }) => sum + count, 0)
  return [
    'Logs of the service, the first entry of each cause:',
    ...entries,
    ...(rest.length > 0 ? [`  and ${times} entries of ${rest.length} other causes; --logs prints everything`] : [])
  ]
}

interface Entry {
  readonly level: string | undefined
  readonly cause: string
}

function readEntry(text: string, values: readonly string[]): Entry {
  return readJson(text, values) ?? readText(text, values)
}

function readJson(text: string, values: readonly string[]): Entry | undefined {
  if (!text.startsWith('{')) return undefined
  let entry: Record<string, unknown>
  try {
    entry = JSON.parse(text)
  } catch {
    return undefined
  }
  const { level, severity, msg, message, err, error } = entry
  const failure = err ?? error
  return {
    level: typeof level === 'number' ? NUMBERED[level] : levelOf(String(level ?? severity ?? '')),
    cause: [general(String(msg ?? message), values), ...failureOf(failure, values)].join('\n')
  }
}

/** The name, or the type as pino calls it, and the first place of the stack. */
function failureOf(failure: unknown, values: readonly string[]): unknown[] {
  if (typeof failure !== 'object' || failure === null) return [general(String(failure), values)]
  const { name, type, message, stack } = failure as Record<string, unknown>
  return [name ?? type, general(String(message), values), typeof stack === 'string' ? placeIn(stack) : undefined]
}

function readText(text: string, values: readonly string[]): Entry {
  const [first = ''] = text.split('\n', 1)
  return { level: levelOf(first.slice(0, 80)), cause: `${general(first, values)}\n${placeIn(text)}` }
}

function placeIn(stack: string): string | undefined {
  return /^\s+at .*$/m.exec(stack)?.[0]
}

/** A level in capitals anywhere, or in any case at the beginning: `[warn] …`, `error: …`. */
function levelOf(text: string): string | undefined {
  const found =
    /\b(?:FATAL|ERROR|WARN(?=ING\b|\b)|INFO|DEBUG|TRACE)/.exec(text) ??
    /^\W*(?:fatal|error|warn(?=ing\b|\b)|info|debug|trace)\b/i.exec(text)
  return found?.[0].replace(/\W/g, '').toUpperCase()
}

/** A text without what differs from request to request. */
function general(text: string, values: readonly string[]): string {
  let general = text.slice(0, 2000)
  for (const value of values) {
    const pattern = value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    general = general.replace(new RegExp(`(?<!\\w)${pattern}(?!\\w)`, 'g'), '?')
  }
  return general
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g, '?')
    .replace(/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi, '?')
    .replace(/([=\s]|^)(\/[\w-]*)\S*/g, '$1$2?')
    .replace(/\b(?=[\da-f]*\d)[\da-f]{8,}\b/gi, '?')
    .replace(/\d+(?:[.:T-]\d+)*Z?/g, '?')
    .replace(/=(?=\s|$)/g, '=?')
    .replace(/[?\s.-]*\?/g, '?')
    .slice(0, 500)
}

function cut(text: string): string {
  const lines = text.slice(0, EXAMPLE_LENGTH).split('\n')
  const isCut = text.length > EXAMPLE_LENGTH || lines.length > EXAMPLE_LINES
  return `${lines.slice(0, EXAMPLE_LINES).join('\n')}${isCut ? '…' : ''}`
}
