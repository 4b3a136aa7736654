import type { Change } from './project-files.js'

/** A change as one hunk of a unified diff: from the first line that differs to the last. */
export function diffOf({ path, before, after }: Change): string {
  const [old, next] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < old.length && start < next.length && old[start] === next[start]) start++
  let end = 0
  while (end < old.length - start && end < next.length - start && old.at(-1 - end) === next.at(-1 - end)) end++
  const [gone, come] = [old.slice(start, old.length - end), next.slice(start, next.length - end)]
  const place = (count: number) => `${count === 0 ? start : start + 1},${count}`
  return [
    `--- ${before === undefined ? '/dev/null' : path}`,
    `+++ ${after === undefined ? '/dev/null' : path}`,
    `@@ -${place(gone.length)} +${place(come.length)} @@`,
    ...gone.map((line) => `-${line}`),
    ...come.map((line) => `+${line}`),
    ''
  ].join('\n')
}

function linesOf(text: string | undefined): readonly string[] {
  return text === undefined || text === '' ? [] : text.replace(/\n$/, '').split('\n')
}
