import { AsyncLocalStorage } from 'node:async_hooks'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { Body, Context, Controller, Ctx, Field, Post } from 'fieldstone'
import { serviceOf } from '../support/applications.js'

const requests = new AsyncLocalStorage<string>()

class Note {
  @Field({ minLength: 2 }) text!: string
}

@Controller()
class Notes {
  @Post('/notes')
  create(@Body() note: Note) {
    return { text: note.text, request: requests.getStore() }
  }

  @Post('/slow-notes')
  async createSlowly(@Body() note: Note) {
    await sleep(1)
    return { text: note.text, request: requests.getStore() }
  }

  @Post('/raw-notes')
  async createRaw(@Body() note: Note, @Ctx() ctx: Context) {
    const chunks: Buffer[] = []
    for await (const chunk of ctx.bodyStream()) chunks.push(chunk as Buffer)
    return { text: note.text, raw: await ctx.bodyText(), streamed: Buffer.concat(chunks).toString() }
  }
}

interface Answer {
  readonly text?: string
  readonly request?: string
  readonly raw?: string
  readonly streamed?: string
  readonly detail?: string
}

const BODY = '{"text":"Grüße \ufffd"}'
const LENGTH = Buffer.byteLength(BODY)
const HALF = Buffer.from(BODY).subarray(0, 12)
const REST = Buffer.from(BODY).subarray(12)
const SIZED = `content-length: ${LENGTH}`
const CHUNKED = 'transfer-encoding: chunked'

/** How a body can come to a server: by which header, and in which packets after the head. */
const WAYS: readonly [string, string, readonly (string | Buffer)[], boolean][] = [
  ['with its head, in one packet', SIZED, [BODY], true],
  ['behind its head, in a packet of its own', SIZED, [BODY], false],
  ['begun with its head, and ended later', SIZED, [HALF, REST], true],
  ['in two packets', SIZED, [HALF, REST], false],
  ['chunked, in one packet with its head', CHUNKED, [`${LENGTH.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`], true],
  ['chunked, and ended later', CHUNKED, [`${LENGTH.toString(16)}\r\n${BODY}\r\n`, '0\r\n\r\n'], false]
]

describe('A bound body that comes', () => {
  let server: Server

  before(async () => {
    const { router } = await serviceOf([Notes])
    let count = 0
    server = createServer((req, res) => requests.run(`request ${++count}`, () => router.handler(req, res)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })

  after(() => {
    server.closeAllConnections()
    server.close()
  })

  /** Two requests, one after the other, on one connection. */
  async function post(path: string, header: string, packets: readonly (string | Buffer)[], isJoined: boolean) {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.setNoDelay(true)
    const answers: Answer[] = []
    try {
      for (let round = 0; round < 2; round++) {
        const head = `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${header}\r\n\r\n`
        const [first = '', ...others] = packets
        const parts = isJoined
          ? [Buffer.concat([Buffer.from(head), Buffer.from(first)]), ...others]
          : [head, ...packets]
        const answer = answerOn(socket)
        for (const part of parts) {
          socket.write(part)
          await sleep(10)
        }
        answers.push(await answer)
      }
    } finally {
      socket.destroy()
    }
    return answers
  }

  for (const [title, header, packets, isJoined] of WAYS) {
    it(`${title}, is bound in the asynchronous context of its request`, async () => {
      for (const path of ['/notes', '/slow-notes']) {
        const [one, two] = await post(path, header, packets, isJoined)
        expect([one?.text, two?.text]).to.deep.equal(['Grüße \ufffd', 'Grüße \ufffd'])
        expect(one?.request).to.match(/^request \d+$/)
        expect(two?.request)
          .to.match(/^request \d+$/)
          .and.to.not.equal(one?.request)
      }
    })

    it(`${title}, can be read once more as text and as a stream`, async () => {
      const [one, two] = await post('/raw-notes', header, packets, isJoined)
      expect(one).to.deep.equal({ text: 'Grüße \ufffd', raw: BODY, streamed: BODY })
      expect(two).to.deep.equal(one)
    })
  }

  it('with its head is rejected as any other', async () => {
    const cases = [
      ['{"text":"a"}', "Field 'text' must be at least 2 characters long"],
      ['{"text":', 'Invalid JSON payload'],
      [Buffer.from([0x22, 0xff, 0x22]), 'Invalid JSON payload']
    ] as const
    for (const [body, detail] of cases) {
      const [answer] = await post('/notes', `content-length: ${Buffer.byteLength(body)}`, [body], true)
      expect(answer?.detail).to.include(detail)
    }
  })
})

/** The JSON of the next response on a connection. */
function answerOn(socket: Socket): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let text = ''
    const read = (chunk: Buffer): void => {
      text += chunk.toString()
      const [head = '', body] = text.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
      if (body === undefined || Buffer.byteLength(body) < length) return
      socket.off('data', read)
      resolve(JSON.parse(body))
    }
    socket.on('data', read)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The connection was cut')))
  })
}
