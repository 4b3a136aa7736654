// Run by way-of-a-request.spec.ts in a process of its own, because it resets the counts of any other coverage. Prints, as
// JSON, the files of src of which a function runs while a POST is handled: while the first one is, and while each later one is.
import { Session } from 'node:inspector/promises'
import { connect } from 'node:net'
import { Application, Body, bootstrap, Controller, Field, Post, Returns } from 'fieldstone'
import { blockedTime } from '../../src/http/lifetime/blocked-time.js'

/** How many later requests are measured: what runs in only some of them belongs to the server and not to a request. */
const LATER = 3

class Item {
  @Field({ minLength: 1, maxLength: 20 }) name!: string
  @Field({ minimum: 1 }) count!: number
}

@Controller('/items')
class ItemController {
  @Post('/')
  @Returns(201, Item)
  create(@Body() item: Item): Item {
    return item
  }
}

// The server measures how long the event loop was blocked, ten times a second.
globalThis.setInterval = ((work: () => void) => setTimeout(work, 2 ** 31 - 1)) as unknown as typeof setInterval

const service = await bootstrap(
  new Application({ title: 'Items', version: '1.0.0', controllers: [ItemController], logger: false })
)
const { port } = await service.listen({ port: 0, host: '127.0.0.1', signals: false })
// As the first of those ten does: until then, each request reads the clock.
blockedTime.since(0)
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
const first = await filesOf(post)
const later: string[][] = []
for (let count = 0; count < LATER; count++) later.push(await filesOf(post))
const always = (later[0] as string[]).filter((file) => later.every((files) => files.includes(file)))
console.log(JSON.stringify({ first, later: always }))
process.exit(0)

/** Sends a valid record over a connection of its own, and resolves when the response is there. */
function post(): Promise<void> {
  const body = '{"name":"Lamp","count":2}'
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      const head = ['POST /items HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
      socket.write(`${[...head, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`)
    })
    let text = ''
    socket.on('error', reject).on('data', (chunk) => {
      text += chunk
      if (!text.endsWith(body)) return
      if (text.startsWith('HTTP/1.1 201 ')) resolve()
      else reject(new Error(text))
    })
  })
}

/** The files of src, such as `http/server/server.ts`, of which a function runs while the work is done. */
async function filesOf(work: () => Promise<void>): Promise<string[]> {
  const sources = new URL('../../src/', import.meta.url).href
  // What is taken starts again at zero.
  await session.post('Profiler.takePreciseCoverage')
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result
    .filter(({ url, functions }) => url.startsWith(sources) && functions.some(isRun))
    .map(({ url }) => url.slice(sources.length).replace(/\.js$/, '.ts'))
}

/** Functions with code of their own; the first of a file is the module itself. */
function isRun({ functionName, ranges }: { functionName: string; ranges: { startOffset: number; count: number }[] }) {
  const [whole] = ranges
  return whole !== undefined && whole.count > 0 && !(functionName === '' && whole.startOffset === 0)
}
