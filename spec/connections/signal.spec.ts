import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { type Context } from 'fieldstone'
import { exchange, oneHandler, openSocket, until } from '../support/one-handler.js'
import { ServedRouters, told } from '../support/served-router.js'

const servers = new ServedRouters()
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

describe('ctx.signal', () => {
  afterEach(() => servers.close())

  it('is one signal for each request, which does not fire if the response arrives', async () => {
    const signals: AbortSignal[] = []
    const { url } = await servers.serve((router) => {
      router.use((ctx, next) => {
        signals.push(ctx.signal)
        return next()
      })
      router.getFunc('/', (ctx) => {
        signals.push(ctx.signal)
        return 'fine'
      })
    })
    for (let turn = 0; turn < 2; turn++) await (await fetch(url)).text()
    await wait(20)
    expect(signals[0]).to.equal(signals[1])
    expect(signals[2]).not.to.equal(signals[0])
    expect(signals.map(({ aborted }) => aborted)).to.deep.equal([false, false, false, false])
  })

  it('fires when the client goes away, and what it ends is not logged as a failure', async () => {
    const seen: unknown[] = []
    const { port, log } = await servers.serve((router) =>
      router.getFunc('/', async (ctx) => {
        seen.push('waiting')
        await wait(60_000, undefined, { signal: ctx.signal }).catch((error: unknown) => {
          seen.push((ctx.signal.reason as Error).name)
          throw error
        })
      })
    )
    const socket = await openSocket(port)
    socket.write(GET)
    await until(() => seen.length === 1)
    socket.destroy()
    await until(() => seen.length === 2)
    await wait(10)
    expect(seen).to.deep.equal(['waiting', 'RequestAborted'])
    expect(log.map(({ level, message }) => [level, message.replace(/^\S+ /, '')])).to.deep.equal([
      ['debug', 'was left by its client']
    ])
  })

  it('fires while the response is sent', async () => {
    let signal: AbortSignal | undefined
    const { port } = await servers.serve((router) =>
      router.getFunc('/', (ctx) => {
        signal = ctx.signal
        ctx.handOver().write('begun')
      })
    )
    const socket = await openSocket(port)
    socket.write(GET)
    await once(socket, 'data')
    expect(signal?.aborted).to.equal(false)
    socket.destroy()
    await until(() => signal?.aborted === true)
  })

  it('fires while the request waits behind another in a pipeline', async () => {
    const signals: AbortSignal[] = []
    const { port } = await servers.serve((router) =>
      router.getFunc('/', (ctx) => {
        signals.push(ctx.signal)
        return once(ctx.signal, 'abort')
      })
    )
    const socket = await openSocket(port)
    socket.write(GET + GET)
    await until(() => signals.length === 2)
    socket.destroy()
    await until(() => signals.every(({ aborted }) => aborted))
  })

  it("does so in a server of the application's own too", async () => {
    const signals: AbortSignal[] = []
    const { handler } = await oneHandler((ctx) => {
      signals.push(ctx.signal)
      return once(ctx.signal, 'abort')
    })
    const server = createServer(handler).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = await openSocket((server.address() as AddressInfo).port)
    socket.write(GET + GET)
    await until(() => signals.length === 2)
    socket.destroy()
    await until(() => signals.every(({ aborted }) => aborted))
    server.close()
  })

  it('has fired already if it is first read too late', async () => {
    let context: Context | undefined
    const { port } = await servers.serve((router) =>
      router.getFunc('/', (ctx) => {
        context = ctx
        return new Promise(() => {})
      })
    )
    const socket = await openSocket(port)
    socket.write(GET)
    await until(() => context !== undefined)
    socket.destroy()
    await until(() => context?.request().socket.closed === true)
    expect(context?.signal.aborted).to.equal(true)
  })

  it('fires when the service cuts the connection at the deadline of its stop, with the reason', async () => {
    let signal: AbortSignal | undefined
    const { service, port } = await servers.serve((router) =>
      router.getFunc('/', (ctx) => {
        signal = ctx.signal
        return once(signal, 'abort')
      })
    )
    const response = exchange(port, GET)
    await until(() => signal !== undefined)
    await service.close({ deadline: 20 })
    expect(await response).to.equal('')
    expect((signal as AbortSignal | undefined)?.reason.message).to.equal(
      'The service stopped before the response was sent'
    )
  })

  it('does not hide a failure that it did not cause', async () => {
    let isEntered = false
    const { port, log } = await servers.serve((router) =>
      router.getFunc('/', async (ctx) => {
        isEntered = true
        await once(ctx.signal, 'abort')
        throw new Error('something else')
      })
    )
    const socket = await openSocket(port)
    socket.write(GET)
    await until(() => isEntered)
    socket.destroy()
    await until(() => told(log).length === 1)
    expect(told(log)[0]?.fields.err?.message).to.equal('something else')
  })

  it('survives listeners that throw, and logs their errors', async () => {
    let isEntered = false
    let isHeard = false
    const { port, url, log } = await servers.serve((router) => {
      router.getFunc('/', (ctx) => {
        const removed = () => {
          throw new Error('removed')
        }
        ctx.signal.addEventListener('abort', removed)
        ctx.signal.removeEventListener('abort', removed)
        ctx.signal.addEventListener('abort', () => {
          throw new Error('broken')
        })
        ctx.signal.addEventListener('abort', {
          handleEvent: () => {
            throw new Error('broken too')
          }
        })
        ctx.signal.onabort = () => {
          throw new Error('and this')
        }
        ctx.signal.addEventListener('abort', () => {
          isHeard = true
        })
        isEntered = true
        return new Promise(() => {})
      })
      router.getFunc('/next', () => 'next')
    })
    const socket = await openSocket(port)
    socket.write(GET)
    await until(() => isEntered)
    socket.destroy()
    await until(() => isHeard)
    expect(told(log).map(({ fields }) => fields.err?.message)).to.have.members(['broken', 'broken too', 'and this'])
    expect(await (await fetch(`${url}/next`)).json()).to.equal('next')
  })

  it('leaves no listener behind on a connection that is kept', async () => {
    let listeners: number[] = []
    const { port } = await servers.serve((router) =>
      router.getFunc('/', (ctx) => {
        listeners = [...listeners, ctx.request().socket.listenerCount('close')]
        return ctx.signal.aborted
      })
    )
    const socket = await openSocket(port)
    for (let turn = 0; turn < 4; turn++) {
      socket.write(GET)
      await once(socket, 'data')
    }
    socket.destroy()
    expect(new Set(listeners).size).to.equal(1)
  })

  it('fires for every request of a pipeline that is cut, without a listener for each', async () => {
    const signals: AbortSignal[] = []
    const { port } = await servers.serve((router) =>
      router.getFunc('/', (ctx) => {
        signals.push(ctx.signal)
        return new Promise(() => {})
      })
    )
    const warnings: Error[] = []
    const keep = (warning: Error): void => void warnings.push(warning)
    process.on('warning', keep)
    const socket = await openSocket(port)
    socket.write(GET.repeat(20))
    await until(() => signals.length === 20)
    socket.destroy()
    await until(() => signals.every((signal) => signal.aborted))
    process.off('warning', keep)
    expect(warnings).to.deep.equal([])
  })
})
