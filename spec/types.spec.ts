import { spawnSync } from 'node:child_process'
import { expect } from 'chai'

describe('The compiler', () => {
  it('rejects a declaration that contradicts the code beside it, in words, and accepts all others', () => {
    const { stdout, stderr } = spawnSync(process.execPath, ['scripts/check-types.mjs', '--strict'], {
      encoding: 'utf8'
    })
    expect(stderr).to.equal('')
    expect(stdout).to.include('as expected')
  }).timeout(180_000)
})
