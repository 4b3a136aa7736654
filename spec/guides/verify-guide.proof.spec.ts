import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { type Application, bootstrap } from 'fieldstone'
import { formatReport, verify } from 'fieldstone-verify'
import { FINDING_LEVELS } from '../../packages/verify/src/judge/finding.js'
import { Guide } from '../support/guide.js'

const guide = new Guide('verify')

describe('the guide to verification', () => {
  before('compiles its examples', () => {
    guide.compile()
  })

  it('finds the disagreements that it shows', async () => {
    const { app } = await guide.import<{ app: Application }>('lies')
    const report = formatReport(await verify(await bootstrap(app), { runs: 500, seed: 1 }))
    const shown = guide.code('report')
    // The requests and their number depend on how the generators choose.
    const stable = shown.match(/The (?:service|response) .+ \(\w+|(?<=^ {3}Document {2}).+/gm) ?? []
    expect(stable).to.have.length(4)
    for (const line of stable) expect(report).to.contain(line)
  })

  it('has a table of every kind of finding, by its level', () => {
    const text = readFileSync('docs/verify.md', 'utf8')
    const listed = [...text.matchAll(/^\| (disagreement|suspicion) \| \|\n\|---\|---\|\n((?:\|.*\n)+)/gm)].flatMap(
      ([, level, rows = '']) => [...rows.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, kind]) => `${level} ${kind}`)
    )
    const known = Object.entries(FINDING_LEVELS).map(([kind, level]) => `${level} ${kind}`)
    expect(listed.sort()).to.deep.equal(known.sort())
  })

  it('has a spec that passes', async () => {
    await guide.import('spec')
  })
})
