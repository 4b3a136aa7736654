import { LEVELS } from '../operations/change.js'
import { valueInWords } from '../schema/words.js'
import { countsInWords, type DiffReport, harmless, ownersOf, shared, unmatchedInWords } from './report.js'

/** The report for a terminal: by operation, the worst first. */
export function textReport(report: DiffReport): string {
  const lines = [`${report.old.name} (${report.old.version}) -> ${report.new.name} (${report.new.version})`]
  const changes = shared(report.changes)
  const owners = new Set(changes.map(ownersOf))
  for (const owner of owners) {
    lines.push('', owner)
    const own = changes.filter((change) => ownersOf(change) === owner)
    for (const level of LEVELS) {
      for (const { rule, message, oldAt, newAt, example } of own.filter((change) => change.level === level)) {
        lines.push(`  ${level}: ${message}`)
        if (example !== undefined) lines.push(`    for example ${valueInWords(example.value)}`)
        const places = oldAt === newAt ? oldAt : [oldAt, newAt].filter((at) => at !== undefined).join(' -> ')
        lines.push(`    ${rule}, ${places}`)
      }
    }
  }
  lines.push('', ...unmatchedInWords(report), countsInWords(report))
  return `${lines.map(harmless).join('\n')}\n`
}
