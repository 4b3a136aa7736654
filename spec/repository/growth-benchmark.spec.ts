import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { Guide } from '../support/guide.js'

describe('The benchmark of growth', () => {
  it('has a case for each format', async () => {
    const root = fileURLToPath(new URL('../../../', import.meta.url))
    const args = ['--conditions=fieldstone-modules', 'bench/growth/growth.js', '--list']
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
    for (const [format = ''] of new Guide('records').rowsBelow('## Formats'))
      expect(stdout).to.match(new RegExp(`^format: ${format.replaceAll('`', '')}: \\d`, 'm'))
  })
})
