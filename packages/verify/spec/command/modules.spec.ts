import { expect } from 'chai'
import type { VerifyReport } from 'fieldstone-verify'
import { runVerifyCommand } from 'fieldstone-verify/command'
import { runOn, runWith, smallService } from '../support/command.js'

/** What Node does with what nothing catches; mocha listens as well. */
const uncaught = (event: 'uncaughtException' | 'unhandledRejection', error: unknown) => {
  const [listener] = process.listeners(event as 'uncaughtException')
  listener?.(error as Error, event as 'uncaughtException')
}

const OK = { statusCode: 200, body: '"hello"' }
const errorOf = async (load: () => Promise<never>) => {
  const terminal = { out: () => {}, err: () => {}, columns: undefined }
  return runVerifyCommand(['a.js'], terminal, { name: 'verify', load }).then(
    String,
    (error: Error) => `${error.name}: ${error.message}`
  )
}

describe('A module that is verified does not end the command', () => {
  const before = process.exit
  afterEach(() => expect(process.exit).to.equal(before))

  async function failure(
    reply: Parameters<typeof smallService>[0]
  ): Promise<[status: number | undefined, ...messages: string[]]> {
    const { status, stdout } = await runOn(smallService(reply), '--json', '--runs', '20')
    const { disagreements } = JSON.parse(stdout) as VerifyReport
    return [status, ...disagreements.map(({ kind, response }) => `${kind}: ${response.body}`)]
  }

  it('by process.exit in a request, which is a failure of it', async () => {
    expect(await failure(() => process.exit(3))).to.deep.equal([
      1,
      'server-error: the service ended the process (exit code 3)'
    ])
  })

  it('by an exception that nothing catches, or a promise that nothing handles', async () => {
    const thrown = await failure(() => new Promise(() => uncaught('uncaughtException', new Error('oh'))))
    expect(thrown[0]).to.equal(1)
    expect(thrown[1]).to.match(/^server-error: the service threw where nothing catches it.*: Error: oh/)
    const rejected = await failure(async () => {
      setImmediate(() => uncaught('unhandledRejection', new Error('text')))
      return OK
    })
    expect(rejected[1]).to.match(/^server-error: nothing handled a promise that the service rejected.*: Error: text/)
  })

  it('by a listener of its own for exceptions', async () => {
    const reply = () =>
      new Promise<typeof OK>(() => {
        uncaught('uncaughtException', new Error('oh'))
        process.exit(1)
      })
    expect(await failure(reply)).to.have.length(2)
  })

  it('while it is loaded, which is an error of the command', async () => {
    expect(await errorOf(() => process.exit(3))).to.equal('UsageError: the service ended the process (exit code 3)')
    expect(
      await errorOf(async () => {
        uncaught('uncaughtException', new Error('no port'))
        return new Promise(() => {})
      })
    ).to.match(/^UsageError: .*: Error: no port/)
    expect(
      await errorOf(async () => {
        throw new TypeError('no module')
      })
    ).to.equal('TypeError: no module')
  })

  it('while it is closed: the report is printed, and why it failed', async () => {
    let isClosed = false
    const closing = smallService(undefined, {
      close: async () => {
        isClosed = true
      }
    })
    expect((await runOn(closing)).status).to.equal(0)
    expect(isClosed).to.equal(true)
    const { status, stdout, stderr } = await runOn(
      smallService(undefined, {
        close: async () => {
          throw new Error('no connection')
        }
      })
    )
    expect(stdout).to.match(/No disagreement/)
    expect(stderr).to.match(/^fieldstone verify: The service cannot be closed: Error: no connection/)
    expect(status).to.equal(1)
  })

  it('by a reset that fails, which is an error', async () => {
    const service = smallService()
    const { error } = await runWith(
      {
        service,
        reset: () => {
          throw new Error('no reset')
        }
      },
      'a.js',
      '--seed',
      '1'
    )
    expect(error).to.equal('no reset')
  })
})

describe('What a module writes', () => {
  const chatty = () => {
    let count = 0
    return smallService(() => {
      console.log(`slow request ${count++}`)
      process.stderr.write('{"level":50,"msg":"no stock"}\n')
      return OK
    })
  }
  const logsOf = async (write: (count: number) => void) => {
    let count = 0
    const service = smallService(() => {
      write(count++)
      return OK
    })
    return (JSON.parse((await runOn(service, '--json', '--runs', '40')).stdout) as VerifyReport).logs ?? []
  }

  it('is one entry for each cause, in every form of the report', async () => {
    const { stdout, stderr } = await runOn(chatty(), '--runs', '20')
    const [, logs = ''] = /^Logs of the service.*:\n([\s\S]*?)\n\n/m.exec(stdout) ?? []
    expect(logs).to.match(/^ {2}\d+ × ERROR \{"level":50,"msg":"no stock"\}\n {2}\d+ × slow request \d+$/)
    expect(stderr).to.equal('')
    const report = JSON.parse((await runOn(chatty(), '--runs', '20', '--json')).stdout) as VerifyReport
    expect(report.logs).to.have.length(2)
    expect(report.logs?.[0]).to.include({ level: 'ERROR', example: '{"level":50,"msg":"no stock"}' })
  })

  it('is printed as it comes with --logs, beside the report', async () => {
    const { stdout, stderr } = await runOn(chatty(), '--runs', '20', '--logs')
    expect(stdout).not.to.contain('Logs of the service')
    expect(stderr).to.match(/^slow request 0\n\{"level":50,"msg":"no stock"\}\nslow request 1\n/)
  })

  for (const [what, write, examples] of [
    [
      'numbers, times and ids',
      (n) => console.log(`2026-01-0${(n % 9) + 1}T03:04:05.678Z WARN item ${n} took ${n}.5 ms`),
      [['WARN', '2026-01-01T03:04:05.678Z WARN item 0 took 0.5 ms']]
    ],
    [
      'quoted texts',
      (n) => console.log(`no book is named "${'abc'.slice(n % 3)}"`),
      [[undefined, 'no book is named "abc"']]
    ],
    [
      'the stack below its first place',
      (n) => console.log(`Error: oh ${n}\n    at find (items.js:5:1)\n    at run (x.js:${n}:1)`),
      [['ERROR', 'Error: oh 0\n    at find (items.js:5:1)\n    at run (x.js:0:1)']]
    ],
    [
      'members of JSON beside level, message and error',
      (n) => console.log(JSON.stringify({ level: 40, time: n, msg: `item ${n} is gone` })),
      [['WARN', '{"level":40,"time":0,"msg":"item 0 is gone"}']]
    ]
  ] as readonly [string, (count: number) => void, readonly (readonly [string | undefined, string])[]][]) {
    it(`is one cause where entries differ only in ${what}`, async () => {
      expect((await logsOf(write)).map(({ level, example }) => [level, example])).to.deep.equal(examples)
    })
  }

  it('is several causes where the level, the message or the place of an error differ', async () => {
    const entries = ['WARN a', 'ERROR a', 'b', 'Error: c\n    at f (a.js:1:1)', 'Error: c\n    at g (a.js:9:1)']
    const logs = await logsOf((count) => console.log(entries[count % entries.length]))
    expect(logs.map(({ example }) => example)).to.have.members(entries)
    expect(logs[0]?.level).to.equal('ERROR')
  })

  it('is bounded, however many causes there are', async () => {
    const word = (number: number) => [...`${number}`].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    const service = smallService(() => {
      for (let number = 0; number < 600; number++) process.stdout.write(`entry ${word(number)}\n`)
      return OK
    })
    const { stdout } = await runOn(service, '--runs', '3')
    expect(stdout).to.match(/^ {2}and \d+ entries of \d+ other causes; --logs prints everything$/m)
    expect(stdout.split('\n').length).to.be.below(60)
  })

  it('is given back to the process at the end, also of a run that failed', async () => {
    const before = [process.stdout.write, process.stderr.write]
    await runOn(chatty(), '--runs', '5')
    expect((await runOn(smallService(undefined, { document: 'none' }))).error).to.not.equal(undefined)
    expect([process.stdout.write, process.stderr.write]).to.deep.equal(before)
  })

  it('does not show a credential', async () => {
    const service = smallService()
    const document = {
      ...(service.document as object),
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } } },
      security: [{ key: [] }]
    }
    const telling: typeof service = {
      document,
      inject: (request) => {
        console.log(`${'x'.repeat(1495)} got ${request.headers['x-key'] ?? 'nothing'}`)
        return service.inject(request)
      }
    }
    const { stdout } = await runOn(telling, '--runs', '20', '--credential', 'key=value:t0k3n-of-ada')
    expect(stdout).to.contain('***').and.not.to.contain('t0k3n')
  })
})

describe('The progress of a run', () => {
  it('is one line on a terminal, as wide as that, which is removed at the end', async () => {
    const { stderr } = await runWith({ service: smallService(), columns: 60 }, 'a.js', '--seed', '1')
    const lines = stderr.split('\r').slice(1)
    expect(lines[0]?.endsWith('\u001b[K')).to.equal(true)
    expect(lines[0]).to.match(/^[\d,]+ of about [\d,]+ requests \([\w -]+\), /)
    for (const line of lines) expect(line.replace('\u001b[K', '').length).to.be.below(60)
    expect(stderr.endsWith('\r\u001b[K')).to.equal(true)
  })

  it('is nothing in a short run where there is no terminal', async () => {
    expect((await runOn(smallService(), '--runs', '20')).stderr).to.equal('')
  })
})
