import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { cases } from '../support/chance.js'

const RUN = fileURLToPath(new URL('../support/both-ways-run.js', import.meta.url))
const FORBIDDEN = '--disallow-code-generation-from-strings'
/** It reads and writes thousands of values; the limit is against hanging. */
const LONGEST_MS = 600_000

/** What the run prints, a line for each value that was read or written. */
async function linesOf(...flags: readonly string[]): Promise<string[]> {
  const args = ['--conditions=fieldstone-modules', ...flags, RUN, String(cases(25, 300))]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 30, timeout: LONGEST_MS })
  return stdout.split('\n')
}

describe('Where no code may be generated from strings', () => {
  it('values are read and written as they are where it may, or refused with the same words', async function () {
    this.timeout(LONGEST_MS)
    const [generated, forbidden] = [await linesOf(), await linesOf(FORBIDDEN)]
    for (const [at, line] of generated.entries()) expect(forbidden[at], `line ${at}`).to.equal(line)
    expect(forbidden).to.have.length(generated.length)
    const counts: Record<string, number> = JSON.parse(generated.at(-2) as string)
    // Else the comparison says little.
    for (const [what, count] of Object.entries(counts)) expect(count, what).to.be.above(100)
  })
})
