import { expect } from 'chai'
import { failureReason } from '../../src/wire/failure-reason.js'

describe('The reason of a failure', () => {
  function made(stack: string, more: object = {}): Error {
    return Object.assign(new TypeError('oh'), { stack: `TypeError: oh\n${stack}`, ...more })
  }
  const cwd = process.cwd()

  it("is the message and the place in the user's code, past the code of Node, of packages and our own", () => {
    const own = import.meta.url.replace(/\/spec\/.*/, '/src/http/exchange/dispatch.js')
    const stack = [
      '    at JSON.parse (<anonymous>)',
      '    at readFile (node:fs:441:20)',
      `    at Pool.query (file://${cwd}/node_modules/pg/lib/pool.js:12:3)`,
      `    at runBare (${own}:101:23)`,
      `    at async ItemController.find (file://${cwd}/app/items.js:7:9)`,
      `    at other (file://${cwd}/app/other.js:1:1)`
    ]
    expect(failureReason(made(stack.join('\n')))).to.equal('TypeError: oh, at ItemController.find (app/items.js:7:9)')
  })

  it('names the place of a function without a name, of CommonJS, and of a file outside of the folder', () => {
    expect(failureReason(made(`    at ${cwd}/app/items.cjs:7:9`))).to.equal('TypeError: oh, at app/items.cjs:7:9')
    expect(failureReason(made('    at find (/elsewhere/items.js:7:9)'))).to.equal(
      'TypeError: oh, at find (/elsewhere/items.js:7:9)'
    )
  })

  it('is the message alone where no stack names such a place', () => {
    expect(failureReason(made('    at node:fs:441:20'))).to.equal('TypeError: oh')
    expect(failureReason(made('', { stack: [{}] }))).to.equal('TypeError: oh')
    expect(failureReason('just a text')).to.equal('just a text')
  })

  it('names the cause, and its place where the error has none', () => {
    const cause = made(`    at query (file://${cwd}/app/db.js:3:1)`)
    expect(failureReason(made('', { cause }))).to.equal(
      'TypeError: oh, because of TypeError: oh, at query (app/db.js:3:1)'
    )
  })

  it('is one line, however long the message is', () => {
    expect(failureReason(new Error(`first\nsecond`))).to.match(/^Error: first, at .*failure-reason\.spec/)
    expect(failureReason('x'.repeat(5000))).to.have.length(301)
  })
})
