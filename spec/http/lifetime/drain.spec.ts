import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect } from 'chai'
import { drain } from '../../../src/http/lifetime/drain.js'
import { until } from '../../support/one-handler.js'

const CHUNK = Buffer.alloc(65_536)

/** A source that a client fills as fast as it is read, up to so many chunks, and how many of them were read. */
function flood(chunks: number): { source: PassThrough; read: () => number } {
  const source = new PassThrough({ highWaterMark: CHUNK.length })
  let sent = 0
  const send = (): void => {
    while (sent < chunks) {
      sent += 1
      if (source.write(CHUNK)) continue
      source.once('drain', send)
      return
    }
    source.end()
  }
  let read = 0
  source.on('data', () => {
    read += 1
  })
  source.pause()
  send()
  return { source, read: () => read }
}

const asSocket = (source: PassThrough): Socket => source as unknown as Socket

describe('draining', () => {
  it('reads to the end, and calls back once', async () => {
    const { source, read } = flood(20)
    let calls = 0
    await new Promise<void>((resolve) => {
      drain(asSocket(source), 60_000, () => {
        calls += 1
        resolve()
      })
    })
    await until(() => source.closed)
    expect([calls, read()]).to.deep.equal([1, 20])
  })

  it('ends after its time if the client never ends', async () => {
    const source = new PassThrough()
    await new Promise<void>((resolve) => drain(asSocket(source), 20, resolve))
    expect(source.listenerCount('data')).to.equal(0)
  })

  it('ends with the connection', async () => {
    const source = new PassThrough()
    const drained = new Promise<void>((resolve) => drain(asSocket(source), 60_000, resolve))
    source.destroy()
    await drained
  })

  it('does not end the process if the client is cut', async () => {
    const source = new PassThrough()
    const drained = new Promise<void>((resolve) => drain(asSocket(source), 60_000, resolve))
    source.destroy(new Error('ECONNRESET'))
    await drained
  })

  it('pauses between the chunks, so that other requests are read, and for longer the more sources there are', async () => {
    const many = Array.from({ length: 50 }, () => flood(1_000))
    for (const { source } of many) drain(asSocket(source), 60_000, () => undefined)
    // In one turn a source gives what it holds, and no more until its pause is over.
    await until(() => many.every(({ read }) => read() > 0))
    expect(many.filter(({ source }) => source.isPaused())).to.have.length.greaterThan(40)
    for (const { source } of many) source.destroy()
    await until(() => many.every(({ source }) => source.closed))
    const one = flood(3)
    drain(asSocket(one.source), 60_000, () => undefined)
    await until(() => one.source.readableEnded)
    expect(one.read()).to.be.greaterThan(0)
  })
})
