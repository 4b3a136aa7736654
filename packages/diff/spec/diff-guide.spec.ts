import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { RULES, SCHEMA_RULES } from '../src/operations/rules.js'

describe('docs/diff.md', () => {
  const guide = readFileSync('docs/diff.md', 'utf8')
  const code = (name: string | undefined) => (name === undefined ? '' : `\`${name}\``)

  /** The rows below the line that begins with the text. */
  function table(heading: string): string[] {
    const [, below = ''] = guide.split(`${heading}\n`)
    return (below.split('\n\n')[0] ?? '').trimEnd().split('\n').slice(1)
  }

  it('lists every rule of operations, with its level and its reason', () => {
    const rows = Object.entries(RULES).map(
      ([name, { level, reason }]) => `| ${code(name)} | ${code(level)} | ${reason} |`
    )
    expect(table('| rule | level | reason |')).to.deep.equal(rows)
  })

  it('lists every rule of schemas', () => {
    const rows = Object.entries(SCHEMA_RULES).map(([of, { narrowed, widened, both }]) => {
      return `| ${of} | ${code(narrowed)} | ${code(widened)} | ${code(both)} |`
    })
    expect(table('| of | narrowed | widened | both at once |')).to.deep.equal(rows)
  })
})
