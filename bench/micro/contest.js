import { measure } from 'mitata'
import { markdownTable } from '../process/table.js'

const ROUNDS = 3
/** Processor time of one measurement, in nanoseconds; with the rounds it bounds the whole run. */
const OPTIONS = { min_cpu_time: 250e6, gc: globalThis.gc ?? false, inner_gc: false }

/**
 * Measures contenders at the same task, interleaved, three times each; answers nanoseconds a call: the median of the best
 * round, because other work on the machine only ever makes a call slower. A contender is a function without arguments.
 */
export async function contest(contenders) {
  const samples = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(contenders)) samples[name].push((await measure(run, OPTIONS)).p50)
  }
  return Object.fromEntries(Object.entries(samples).map(([name, values]) => [name, Math.min(...values)]))
}

/** Tasks by contenders, as Markdown: nanoseconds, and for the peers how many times Fieldstone's figure that is. */
export function contestTable(title, tasks, own = 'Fieldstone') {
  const names = [...new Set(Object.values(tasks).flatMap((figures) => Object.keys(figures)))]
  const cell = (figures, name) => {
    const figure = figures[name]
    if (figure === undefined) return '–'
    const shown = figure < 10 ? figure.toFixed(1) : Math.round(figure).toLocaleString('en')
    return name === own ? shown : `${shown} (${(figure / figures[own]).toFixed(1)}×)`
  }
  return markdownTable(
    [`${title}, ns`, ...names],
    Object.entries(tasks).map(([task, figures]) => [task, ...names.map((name) => cell(figures, name))])
  )
}
