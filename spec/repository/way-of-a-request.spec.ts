import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'

/** The most files that a reader should have to open. */
const MOST_FILES = 23

/** The files that docs/architecture.md lists under "The way of a request", in its order. */
function listedFiles(): string[] {
  const guide = readFileSync('docs/architecture.md', 'utf8')
  const [section = ''] = /^## The way of a request$[\s\S]*?(?=^##)/m.exec(guide) ?? []
  return [...section.matchAll(/^\d+\. `([^`]+)`: \S/gm)].map(([, file]) => file as string)
}

/** The files of which a function runs while a POST is handled: the first, and each later one. */
async function filesOfPosts(): Promise<{ first: string[]; later: string[] }> {
  const program = fileURLToPath(new URL('../support/posts-covered.js', import.meta.url))
  const { NODE_V8_COVERAGE: _, ...env } = process.env
  const args = ['--conditions=fieldstone-modules', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, timeout: 120_000 })
  return JSON.parse(stdout)
}

describe('the way of a request', () => {
  it(`is at most ${MOST_FILES} files, and docs/architecture.md lists each of which a function runs for a POST`, async () => {
    const listed = listedFiles()
    const { first, later } = await filesOfPosts()
    expect(later).to.include('http/server/server.ts').and.to.include('controller/scan/method-handler.ts')
    expect(
      later.filter((file) => !listed.includes(file)),
      'run and not listed'
    ).to.deep.equal([])
    // What is listed beyond that has generated code for the first request.
    expect(
      listed.filter((file) => !first.includes(file)),
      'listed and not run'
    ).to.deep.equal([])
    expect(listed.length, 'listed').to.be.at.most(MOST_FILES)
  }).timeout(180_000)
})
