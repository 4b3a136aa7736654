// What of the modules ran, as the processes of the specs report it.

/** The name of what runs while a spec file is loaded, and in the hooks of all its specs. */
export const ALL = 'suite '

/** For each character of a module, whether it ran: inner ranges of V8 come behind outer ones. */
export function painted(functions) {
  const length = Math.max(0, ...functions.flatMap(({ ranges }) => ranges.map(({ endOffset }) => endOffset)))
  const marks = new Uint8Array(length)
  for (const { ranges } of functions) {
    for (const { startOffset, endOffset, count } of ranges) marks.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  }
  return marks
}

/** Where the marked parts begin, and where they end, in turns. */
export function boundsOf(marks) {
  const found = []
  for (let index = 0; index <= marks.length; index++) {
    if ((marks[index] ?? 0) !== (marks[index - 1] ?? 0)) found.push(index)
  }
  return found
}
