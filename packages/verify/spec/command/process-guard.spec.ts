import { expect } from 'chai'
import { Interrupted, ProcessGuard, ServiceEnded } from '../../src/command/process-guard.js'

describe('the guard of the process', () => {
  let guard: ProcessGuard
  const exits: number[] = []
  const { exit } = process

  beforeEach(() => {
    exits.length = 0
    guard = new ProcessGuard((code) => exits.push(code))
    guard.watchSignals()
    guard.watchService()
  })
  afterEach(() => guard.stop())

  /** What Node does with an exception that nothing catches; mocha listens as well. */
  const uncaught = (event: 'uncaughtException' | 'unhandledRejection', error: unknown) => {
    const [listener] = process.listeners(event as 'uncaughtException')
    listener?.(error as Error, event)
  }
  const failureOf = (work: Promise<unknown>): Promise<Error | undefined> => {
    return work.then(
      () => undefined,
      (error: unknown) => error as Error
    )
  }

  it('fails the request that is handled when the service ends the process, and the process goes on', async () => {
    const error = await failureOf(guard.during(async () => process.exit(3)))
    expect(error).to.be.instanceOf(ServiceEnded)
    expect(error?.message).to.equal('the service ended the process (exit code 3)')
    expect(await guard.during(async () => 'next')).to.equal('next')
  })

  it('fails the request during which, or right after which, nothing catches what is thrown', async () => {
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      const during = failureOf(guard.during(() => new Promise(() => uncaught(event, new Error('oh')))))
      expect(await during)
        .to.be.instanceOf(ServiceEnded)
        .and.have.nested.property('cause.message', 'oh')
      const after = failureOf(
        guard.during(async () => {
          setImmediate(() => uncaught(event, 'text'))
        })
      )
      expect(await after).to.have.nested.property('cause.message', 'text')
    }
  })

  it('reports what is thrown between the requests, once', async () => {
    uncaught('uncaughtException', new Error('oh'))
    expect(await guard.rest()).to.have.nested.property('cause.message', 'oh')
    expect(await guard.rest()).to.equal(undefined)
  })

  it('lets a listener of the service end the process after an exception, without a second failure', async () => {
    uncaught('uncaughtException', new Error('oh'))
    process.exit(1)
    expect(await guard.rest()).to.have.nested.property('cause.message', 'oh')
    expect(await guard.rest()).to.equal(undefined)
  })

  it('stops the run at a signal, and ends the process at the second one', () => {
    const [listener] = process.listeners('SIGINT')
    listener?.('SIGINT')
    expect(guard.signal.aborted).to.equal(true)
    expect(guard.interruption).to.deep.equal({ why: 'Stopped by SIGINT', exitCode: 130 })
    expect(exits).to.deep.equal([])
    listener?.('SIGINT')
    expect(exits).to.deep.equal([130])
  })

  it('waits for what cannot happen any more for a short time, and says so', async () => {
    process.emit('beforeExit', 0)
    expect(await guard.orInterrupted(Promise.resolve('in time'))).to.equal('in time')
    expect(guard.interruption).to.include({ exitCode: undefined })
  })

  it('gives up work that goes on after a signal, and ends as the signal says', async () => {
    for (const isBefore of [true, false]) {
      const own = new ProcessGuard()
      own.watchSignals()
      const stop = () => (process.listeners('SIGTERM')[0] as (signal: string) => void)('SIGTERM')
      if (isBefore) stop()
      const waits = setTimeout as (done: () => void, milliseconds: number) => NodeJS.Timeout
      const asked: number[] = []
      globalThis.setTimeout = ((done: () => void, milliseconds: number) => {
        asked.push(milliseconds)
        return waits(done, 0)
      }) as typeof setTimeout
      try {
        const work = failureOf(own.orInterrupted(new Promise(() => {})))
        if (!isBefore) stop()
        const error = await work
        expect(error).to.be.instanceOf(Interrupted).and.include({ message: 'Stopped by SIGTERM', exitCode: 143 })
        expect(asked).to.deep.equal([2000])
      } finally {
        globalThis.setTimeout = waits as typeof setTimeout
        own.stop()
      }
    }
  })

  it('reports nothing of what is thrown after a signal', async () => {
    process.listeners('SIGINT')[0]?.('SIGINT')
    uncaught('uncaughtException', new Error('oh'))
    expect(await guard.rest()).to.equal(undefined)
  })

  it('names the exit code that the service sets, where it gives none', async () => {
    const { exitCode } = process
    try {
      process.exitCode = undefined
      const without = await failureOf(guard.during(async () => process.exit()))
      process.exitCode = 7
      const given = await failureOf(guard.during(async () => process.exit()))
      expect([without, given].map((error) => error?.message)).to.deep.equal([
        'the service ended the process (exit code 0)',
        'the service ended the process (exit code 7)'
      ])
    } finally {
      process.exitCode = exitCode
    }
  })

  it('says why there is no result of work that goes on', () => {
    expect(new Interrupted({ why: 'Stopped by SIGTERM', exitCode: 143 })).to.include({ exitCode: 143 })
    expect(new Interrupted({ why: 'It waits', exitCode: undefined })).to.include({ message: 'It waits', exitCode: 2 })
  })

  it('leaves the process as it was', () => {
    expect(process.exit).to.not.equal(exit)
    guard.stop()
    expect(process.exit).to.equal(exit)
    expect(process.listenerCount('beforeExit')).to.be.below(3)
  })
})
