/**
 * How two JSON values differ, a line for each place: `+` only the second has it, `-` only the first, `~` both have
 * another value there. The order of keys says nothing; a place that only one value has is one line, with all below it.
 */
export function differences(before: unknown, after: unknown): string[] {
  const lines: string[] = []
  compare(before, after, [], lines)
  return lines
}

function compare(before: unknown, after: unknown, place: readonly string[], lines: string[]): void {
  if (Object.is(before, after)) return
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) {
    lines.push(`~ ${named(place)}: ${shown(before)} → ${shown(after)}`)
    return
  }
  const [old, current] = [entriesOf(before), entriesOf(after)]
  for (const [key, value] of old) {
    if (current.has(key)) compare(value, current.get(key), [...place, key], lines)
    else lines.push(`- ${named([...place, key])}${scalar(value)}`)
  }
  for (const [key, value] of current) if (!old.has(key)) lines.push(`+ ${named([...place, key])}${scalar(value)}`)
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function entriesOf(value: object): Map<string, unknown> {
  return new Map(Object.entries(value))
}

/** The way to a place in the words of the document: `paths › /items › get › summary`. */
function named(place: readonly string[]): string {
  return place.length === 0 ? 'the document' : place.join(' › ')
}

function scalar(value: unknown): string {
  return isContainer(value) ? '' : `: ${shown(value)}`
}

const LONGEST = 60

function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (isContainer(value)) return 'an object'
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
