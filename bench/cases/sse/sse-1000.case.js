import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../../process/ask.js'
import { subjectsIn } from '../subjects.js'

const CLIENTS = 1_000
const TICKS = 5
const HEAD = 'GET /events HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\n\r\n'

export default {
  title: `server-sent events: ${CLIENTS} clients come, get ${TICKS + 1} events each, and leave`,
  subjects: subjectsIn('sse', ['raw', 'fieldstone', 'fastify']).map((subject) => ({
    ...subject,
    flags: ['--expose-gc']
  })),
  exchanges: [{ request: { method: 'GET', path: '/ready' }, status: 200, mentions: ['ready'] }],
  goals: [
    { to: 'raw', atMost: 1.3 },
    { to: 'raw', atMost: 1.3, figure: 'memory' }
  ],
  load
}

/** For one client: `cpu` of its request, its events and its end, and `memory`, the bytes in use while all are open. */
async function load(server) {
  const number = async (path) => Number((await ask(server.port, { method: 'GET', path })).bytes.toString())
  const empty = await number('/memory')
  const begin = await server.usage()
  const clients = new Clients(server.port)
  await clients.open()
  for (let tick = 1; tick <= TICKS; tick++) {
    const came = clients.next()
    await number(`/ticks/${tick}`)
    await came
  }
  const idle = await server.usage()
  const full = await number('/memory')
  const again = await server.usage()
  clients.close()
  while ((await number('/subscribed')) > 0) await sleep(10)
  const end = await server.usage()
  return { cpu: (idle.cpu - begin.cpu + end.cpu - again.cpu) / CLIENTS, memory: (full - empty) / CLIENTS }
}

class Clients {
  #port
  #sockets = []
  #missing = 0
  #done

  constructor(port) {
    this.#port = port
  }

  /** Resolves when each has its first event; they come fifty at a time. */
  async open() {
    const all = this.next()
    for (let index = 0; index < CLIENTS; index++) {
      const socket = connect(this.#port, '127.0.0.1', () => socket.write(HEAD))
      socket.on('data', (bytes) => this.#read(bytes))
      this.#sockets.push(socket)
      if (index % 50 === 49) await sleep(1)
    }
    await all
  }

  /** Resolves when each has one more event. */
  next() {
    this.#missing += CLIENTS
    return new Promise((resolve) => {
      this.#done = resolve
    })
  }

  close() {
    for (const socket of this.#sockets) socket.destroy()
  }

  #read(bytes) {
    for (let at = bytes.indexOf('data: '); at !== -1; at = bytes.indexOf('data: ', at + 1)) this.#missing--
    if (this.#missing === 0) this.#done()
  }
}
