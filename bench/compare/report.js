import { describeMachine } from '../process/machine.js'
import { geometricMean, median } from '../process/statistics.js'
import { markdownTable } from '../process/table.js'

/** The figures of one subject in one case, from its rounds and those of `raw` at the same time. */
export function summarise(rounds, base) {
  const pairs = rounds.map((round, index) => [round, base[index]])
  return {
    perSecond: Math.round(median(rounds.map(({ perSecond }) => perSecond))),
    cpuPerRequest: median(rounds.map(({ cpuPerRequest }) => cpuPerRequest)),
    p99: median(rounds.map(({ p99 }) => p99)),
    core: median(rounds.map(({ core }) => core)),
    ratio: median(pairs.map(([round, raw]) => round.perSecond / raw.perSecond)),
    cpuRatio: median(pairs.map(([round, raw]) => raw.cpuPerRequest / round.cpuPerRequest))
  }
}

/** The result as Markdown. */
export function report(result) {
  const { subjects, cases, options } = result
  const titles = subjects.map(({ title, version }) => (version === undefined ? title : `${title} ${version}`))
  const table = (what, format, mean) =>
    markdownTable(
      [what, ...titles],
      [
        ...cases.map((entry) => [entry.title, ...subjects.map(({ name }) => format(entry.subjects[name]?.summary))]),
        ...(mean === undefined ? [] : [['geometric mean', ...subjects.map(({ name }) => mean(name))]])
      ]
    )
  const meanOf = (key) => (name) => {
    const values = cases.map((entry) => entry.subjects[name]?.summary?.[key])
    return values.includes(undefined) ? '–' : geometricMean(values).toFixed(2)
  }
  const shown = (key, digits) => (summary) => (summary === undefined ? '–' : summary[key].toFixed(digits))
  const { rounds, seconds, connections } = options
  return [
    `${describeMachine(result.machine)}. Medians of ${rounds} paired rounds of ${seconds} s, ${connections} connections.`,
    'Requests a second, as a ratio to node:http by hand:',
    table('case', shown('ratio', 2), meanOf('ratio')),
    'Processor time, node:http by hand divided by the subject (not limited by the load generator):',
    table('case', shown('cpuRatio', 2), meanOf('cpuRatio')),
    'Microseconds of processor time a request:',
    table('case', shown('cpuPerRequest', 1))
  ].join('\n\n')
}
