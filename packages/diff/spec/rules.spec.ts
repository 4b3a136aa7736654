import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { LEVELS, ruleNames } from 'fieldstone-diff'

const guide = readFileSync('docs/diff.md', 'utf8')

/** The cells of the rows of a table in the guide, by its heading. */
function table(heading: string): string[][] {
  const [, below = ''] = guide.split(`${heading}\n`)
  const rows = (below.split('\n\n')[0] ?? '').trimEnd().split('\n').slice(1)
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', ''))
  )
}

describe('the rules of docs/diff.md', () => {
  const ofOperations = table('| rule | level | reason |')
  const ofSchemas = table('| of | narrowed | widened | both at once |')

  it('are those that there are', () => {
    const names = ofSchemas.flatMap(([, ...each]) => each.filter((name) => name !== ''))
    const sides = ['request', 'response'].flatMap((side) => names.map((name) => `${side}-${name}`))
    const listed = [...ofOperations.map(([name]) => name), ...sides]
    expect(new Set(ruleNames())).to.deep.equal(new Set(listed))
    expect(new Set(ruleNames()).size).to.equal(ruleNames().length)
  })

  it('have one of the levels, and a reason', () => {
    expect(LEVELS).to.deep.equal(['breaking', 'may-break', 'generated-clients', 'compatible'])
    for (const [name, level, reason] of ofOperations) {
      expect(LEVELS, name).to.include(level)
      expect(reason, name).to.have.length.greaterThan(10)
    }
  })

  it('are specified here, each with its level', () => {
    const specs = readdirSync('packages/diff/spec', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.spec.ts')
    )
    const texts = specs.map((name) => readFileSync(join('packages/diff/spec', name), 'utf8'))
    const lines = texts.flatMap((text) => [...text.matchAll(/['`]([a-z-]+ [a-z-]+): /g)].map(([, line]) => line))
    // Rules of schemas are written without the side there.
    const missing = ofOperations.filter(([name = '', level]) => {
      return (
        !lines.includes(`${level} ${name}`) && !lines.includes(`${level} ${name.replace(/^(request|response)-/, '')}`)
      )
    })
    const known = new Set(lines.map((line) => line?.split(' ')[1]))
    const ofNames = ofSchemas.flatMap(([of, ...names]) =>
      of === 'too-large' ? [] : names.filter((name) => name !== '' && !known.has(name))
    )
    expect([...missing, ...ofNames]).to.deep.equal([])
  })
})
