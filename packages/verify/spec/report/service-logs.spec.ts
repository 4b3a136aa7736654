import { expect } from 'chai'
import { formatLogs, ServiceLogs } from '../../src/report/service-logs.js'

describe('the logs of a service', () => {
  function logged(...entries: readonly string[]) {
    const logs = new ServiceLogs()
    for (const entry of entries) logs.write(`${entry}\n`)
    return logs.report()
  }
  const counts = (...entries: readonly string[]) => logged(...entries).map(({ count }) => count)

  it('are one entry for each cause, whatever numbers, times, ids and quoted texts differ', () => {
    const found = logged(
      '2026-01-02T03:04:05.678Z WARN item 7 took 12.5 ms path=/items/7 requestId=0a6c8f7e-9d29-4ffa-b0b9-3daf82522419',
      '2026-02-03T04:05:06.789Z WARN item 12345 took 3 ms path=/items/%C3%A9 requestId=00000000-0000-4000-8000-000000000000',
      'no book is named "Ada"',
      'no book is named ""',
      'WARN the stock is low'
    )
    expect(found.map(({ level, count }) => [level, count])).to.deep.equal([
      ['WARN', 2],
      ['WARN', 1],
      [undefined, 2]
    ])
    expect(found[0]?.example).to.match(/^2026-01-02T03:04:05\.678Z WARN item 7/)
  })

  it('do not differ by values of the request', () => {
    let values: string[] = []
    const logs = new ServiceLogs(() => values)
    for (const value of ['ada', 'b+(c', 'x']) {
      values = [value]
      logs.write(`slow search for ${value} in books\n`)
    }
    expect(logs.report()).to.deep.equal([{ level: undefined, count: 3, example: 'slow search for ada in books' }])
  })

  it('have an error with its stack as one entry, by its message and its first place', () => {
    const stack = (message: string, line: number) =>
      `Error: ${message}\n    at find (items.js:${line}:1)\n    at run (x.js:1:1)`
    const found = logged(stack('oh 1', 5), stack('oh 2', 5), stack('oh 3', 6), '{\n  a: 1\n}')
    expect(found.map(({ count }) => count)).to.deep.equal([2, 1, 1])
    expect(found[0]?.example).to.equal(stack('oh 1', 5))
  })

  it('in JSON are grouped by level, message, and error', () => {
    const entry = (level: unknown, msg: string, err?: object) =>
      JSON.stringify({ level, time: Math.random(), msg, err })
    const error = (line: number) => ({
      type: 'TypeError',
      message: 'x',
      stack: `TypeError: x\n    at f (a.js:${line}:1)`
    })
    const found = logged(
      entry(30, 'started'),
      entry(40, 'item 1 is gone'),
      entry(40, 'item 2 is gone'),
      entry('error', 'failed', error(1)),
      entry('error', 'failed', error(1)),
      entry('error', 'failed', error(2))
    )
    expect(found.map(({ level, count }) => [level, count])).to.deep.equal([
      ['ERROR', 2],
      ['ERROR', 1],
      ['WARN', 2],
      ['INFO', 1]
    ])
  })

  it('are read in the pieces in which they are written', () => {
    const logs = new ServiceLogs()
    for (const piece of ['WARN a', ' b\nWA', 'RN a b', '\n', 'and the rest']) logs.write(piece)
    expect(logs.report().map(({ count, example }) => [count, example])).to.deep.equal([
      [2, 'WARN a b'],
      [1, 'and the rest']
    ])
  })

  it('are bounded in number and size', () => {
    const word = (number: number) => [...`${number}`].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    const many = logged(...Array.from({ length: 1000 }, (_, index) => `entry ${word(index)}`))
    expect(many).to.have.length(501)
    const lines = formatLogs(many)
    expect(lines).to.have.length(12)
    expect(lines.at(-1)).to.equal('  and 990 entries of 491 other causes; --logs prints everything')
    expect(logged(`long ${'x'.repeat(5000)}`)[0]?.example).to.have.length(1501)
  })

  it('show no text that must not be seen, also where it is cut', () => {
    const logs = new ServiceLogs()
    logs.write(`${'x'.repeat(1495)} t0k3n-of-ada\n`)
    const [log] = logs.report((text) => text.replaceAll('t0k3n-of-ada', '***'))
    expect(log?.example.slice(1495)).to.equal(' ***')
  })

  it('say the level where the entry does not, and nothing where nothing was written', () => {
    const lines = formatLogs(logged('{"level":50,"msg":"oh"}', 'ERROR oh'))
    expect(lines.slice(1)).to.deep.equal(['  1 × ERROR {"level":50,"msg":"oh"}', '  1 × ERROR oh'])
    expect(formatLogs([])).to.deep.equal([])
    expect(counts('', '\n')).to.deep.equal([])
  })
})
