import { expect } from 'chai'
import { type ContextHandler, type Middleware, type Next, NotFound, Router } from 'fieldstone'
import { ask } from '../support/ask.js'
import { recordingLogger } from '../support/one-handler.js'
import { type Entry } from '../support/recording-logger.js'

const soon = (milliseconds = 2) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Asks a route behind the layers; what comes out, and the messages of the errors in the log. */
async function through(layers: readonly Middleware[], handler: ContextHandler) {
  const { logger, entries } = recordingLogger()
  const router = new Router({ logger })
  router.getFunc('/x', handler, { middleware: layers })
  const { status, body, headers } = await ask(router, 'GET /x')
  return { status, body, headers, log: entries, errors: entries.map(errorOf) }
}

function errorOf({ fields, message }: Entry): string {
  return fields.err?.message ?? message
}

const handlers: Record<string, ContextHandler> = {
  'a synchronous handler': () => 'done',
  'an asynchronous handler': async () => {
    await soon()
    return 'done'
  }
}
const failing: Record<string, ContextHandler> = {
  'a handler that throws': () => NotFound.throw('no such thing'),
  'a handler that rejects at once': async () => NotFound.throw('no such thing'),
  'a handler that rejects later': async () => {
    await soon()
    NotFound.throw('no such thing')
  }
}

/** All ways in which a middleware calls what is behind it. */
const passing: Record<string, Middleware> = {
  'async, await next()': async (_ctx, next) => {
    await next()
  },
  'async, return next()': async (_ctx, next) => next(),
  'return next()': (_ctx, next) => next(),
  'next().then()': (_ctx, next) => next().then(() => undefined),
  'next() without waiting': (_ctx, next) => {
    next()
  },
  'async, next() without waiting': async (_ctx, next) => {
    next()
  },
  'async, next() later': async (_ctx, next) => {
    await soon()
    await next()
  },
  'async, next() later without waiting': async (_ctx, next) => {
    await soon()
    next()
  }
}

describe('A middleware', () => {
  for (const [way, layer] of Object.entries(passing)) {
    for (const [kind, handler] of Object.entries(handlers)) {
      it(`that goes on by "${way}" lets ${kind} answer`, async () => {
        const { status, body, errors } = await through([layer, layer], handler)
        expect({ status, body, errors }).to.deep.equal({ status: 200, body: '"done"', errors: [] })
      })
    }
    for (const [kind, handler] of Object.entries(failing)) {
      it(`that goes on by "${way}" lets the error of ${kind} through`, async () => {
        const { status, body } = await through([layer, layer], handler)
        expect(status).to.equal(404)
        expect(body).to.contain('no such thing')
      })
    }
  }

  for (const [kind, handler] of Object.entries(failing)) {
    it(`catches the error of ${kind}, by await and by catch()`, async () => {
      const byAwait: Middleware = async (ctx, next) => {
        try {
          await next()
        } catch (error) {
          ctx.json(418, (error as Error).message)
        }
      }
      const byCatch: Middleware = (ctx, next) => next().catch((error: Error) => ctx.json(418, error.message))
      for (const layer of [byAwait, byCatch]) {
        const { status, body, errors } = await through([layer], handler)
        expect({ status, body, errors }).to.deep.equal({ status: 418, body: '"no such thing"', errors: [] })
      }
    })

    it(`cannot lose the error of ${kind}: dropped without an answer, it goes on`, async () => {
      const { status } = await through([async (_ctx, next) => next().catch(() => undefined)], handler)
      expect(status).to.equal(404)
    })
  }

  it('sees the reply of what is behind it, and sets headers after it', async () => {
    const seen: unknown[] = []
    const { headers, status } = await through(
      [
        async (ctx, next) => {
          seen.push(ctx.replyStatus)
          await next()
          seen.push(ctx.replyStatus)
          ctx.header('x-after', 'set')
          ctx.status(202)
        }
      ],
      () => ({ value: 1 })
    )
    expect(seen).to.deep.equal([undefined, 200])
    expect(headers['x-after']).to.equal('set')
    expect(status).to.equal(202)
  })

  it('that does not call next ends the request', async () => {
    let ran = false
    const { status, body } = await through([(ctx) => ctx.jsonError(401, 'who are you?')], () => {
      ran = true
    })
    expect(status).to.equal(401)
    expect(body).to.contain('who are you?')
    expect(ran).to.equal(false)
  })

  it('may give up waiting: a time limit answers, and what fails later is reported', async () => {
    const { status, log } = await through(
      [
        async (ctx, next) => {
          const isDone = await Promise.race([next().then(() => true), soon(5).then(() => false)])
          if (!isDone) ctx.jsonError(503, 'too slow')
        },
        async (_ctx, next) => next()
      ],
      async () => {
        await soon(20)
        throw new Error('at last')
      }
    )
    expect(status).to.equal(503)
    await soon(30)
    expect(log.map(errorOf)).to.include('at last')
  })

  it('may throw while what is behind it still runs', async () => {
    const { status, log } = await through(
      [
        (_ctx, next) => {
          next()
          throw new NotFound('changed my mind')
        }
      ],
      async () => {
        await soon(10)
        throw new Error('late')
      }
    )
    expect(status).to.equal(404)
    await soon(20)
    expect(log.map(errorOf)).to.include('late')
  })

  const twice: Record<string, Middleware> = {
    'awaits next() twice': async (_ctx, next) => {
      await next()
      await next()
    },
    'calls next() twice and waits for neither': (_ctx, next) => {
      next()
      next()
    },
    'calls next() twice and returns the first': (_ctx, next) => {
      const first = next()
      next()
      return first
    }
  }
  for (const [what, layer] of Object.entries(twice)) {
    for (const [kind, handler] of Object.entries(handlers)) {
      it(`that ${what} around ${kind} is a 500 that is reported, and runs the handler once`, async () => {
        let runs = 0
        const { status, errors } = await through([layer], (ctx) => {
          runs += 1
          return handler(ctx)
        })
        expect(status).to.equal(500)
        expect(errors).to.deep.equal(['A middleware called next() twice'])
        expect(runs).to.equal(1)
      })
    }
  }

  it('that calls next() after it has settled is reported, and does not run the handler', async () => {
    let keep: Next | undefined
    let ran = false
    const { status, log } = await through(
      [
        (_ctx, next) => {
          keep = next
        }
      ],
      () => {
        ran = true
      }
    )
    expect(status).to.equal(500)
    const refusal = await keep?.().catch((error: Error) => error.message)
    expect(refusal).to.equal('A middleware called next() after it had settled: return or await what calls it')
    expect(log.map(errorOf)).to.include(refusal)
    expect(log.at(-1)?.message).to.match(/ has a middleware that misuses next\(\)$/)
    expect(ran).to.equal(false)
  })

  it('that calls next() twice, the second time too late, is reported', async () => {
    let keep: Next | undefined
    const { status, log } = await through(
      [
        async (_ctx, next) => {
          keep = next
          await next()
        }
      ],
      () => 'done'
    )
    expect(status).to.equal(200)
    await keep?.().catch(() => undefined)
    expect(log.map(errorOf)).to.deep.equal(['A middleware called next() twice'])
  })

  it('leaves no rejection behind that nobody handles', async () => {
    const unhandled: unknown[] = []
    const listen = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', listen)
    try {
      for (const layer of [...Object.values(passing), ...Object.values(twice)]) {
        for (const handler of Object.values(failing)) await through([layer, layer], handler)
      }
      await soon(10)
    } finally {
      process.off('unhandledRejection', listen)
    }
    expect(unhandled).to.deep.equal([])
  })
})
