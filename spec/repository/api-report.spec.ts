import { spawnSync } from 'node:child_process'
import { expect } from 'chai'

describe('the public interface', () => {
  let lines: readonly string[]
  before(function () {
    this.timeout(120_000)
    const { status, stderr } = spawnSync(process.execPath, ['scripts/api-report.mjs', '--check'], { encoding: 'utf8' })
    lines = stderr.split('\n').filter((line) => line !== '')
    if (status !== 0 && lines.length === 0) throw new Error(`the report ended with ${status}`)
  })

  it('has a docstring on every export and every option', () => {
    expect(lines.filter((line) => line.includes('Missing documentation'))).to.deep.equal([])
  })

  it('is what docs/api.md says: `npm run api` writes it, and the difference is for a reviewer to see', () => {
    expect(lines.filter((line) => !line.includes('Missing documentation'))).to.deep.equal([])
  })
})
