// npm run instructions -- [--runtime node|bun|deno] [--only user,order: cases of `cases`, for bun and deno of `compare`]
//   [--subjects raw,fieldstone,fastify] [--warmup 40000] [--requests 5000]  --out file.json
import { parseArgs } from 'node:util'
import { chosenCases } from '../cases/chosen-cases.js'
import { Connection, requestBytes } from '../cases/connection.js'
import { CASES } from '../compare/cases.js'
import { describeMachine, machine } from '../process/machine.js'
import { save } from '../process/save.js'
import { markdownTable } from '../process/table.js'
import { CountedServer } from './counted-server.js'

const CONNECTIONS = 8

const { values: given } = parseArgs({
  options: {
    runtime: { type: 'string', default: 'node' },
    only: { type: 'string', default: 'user,data,order' },
    subjects: { type: 'string', default: 'raw,fieldstone' },
    warmup: { type: 'string', default: '40000' },
    requests: { type: 'string', default: '5000' },
    out: { type: 'string' }
  }
})
const [warmup, requests] = [Number(given.warmup), Number(given.requests)]
if (!(warmup >= 1_000 && requests >= 1_000)) throw new Error('fewer than 1,000 requests say nothing')
const names = given.subjects.split(',')

const result = { machine: machine(), runtime: given.runtime, warmup, requests, cases: {} }
console.log(
  `${describeMachine(result.machine)}, ${given.runtime}. Instructions a request, without those of the kernel and of the compilers.\n`
)
for (const name of given.only.split(',')) {
  const { subjects, exchanges } = await caseNamed(name)
  const counts = {}
  for (const subject of subjects) {
    counts[subject.name] = await count(subject, exchanges)
    console.error(`${name}  ${subject.name}  ${Math.round(counts[subject.name])}`)
  }
  result.cases[name] = counts
}
const rows = Object.entries(result.cases).map(([name, counts]) => [
  name,
  ...names.map((subject) => Math.round(counts[subject])),
  ...names.slice(1).map((subject) => (counts[subject] / counts[names[0]]).toFixed(3))
])
console.log(markdownTable(['case', ...names, ...names.slice(1).map((name) => `${name} ÷ ${names[0]}`)], rows))
console.log(`\n${save(`instructions-${result.machine.date.replace(/[:.]/g, '-')}`, result, given.out)}`)

/** What is sent, and to whom: programs of a case, or those of the fetch form. */
async function caseNamed(name) {
  if (given.runtime !== 'node') {
    const { request, status } = CASES.find((entry) => entry.name === name) ?? notFound(name)
    const subjects = names.map((each) => {
      return { name: each, program: new URL(`../fetch/${each}.js`, import.meta.url).pathname, ready: '/users/1' }
    })
    return { subjects, exchanges: [{ request, status }] }
  }
  const [{ subjects, exchanges }] = await chosenCases([name])
  const chosen = names.map((each) => ({
    ready: '/ready',
    ...(subjects.find(({ name }) => name === each) ?? notFound(each))
  }))
  return { subjects: chosen, exchanges }
}

function notFound(name) {
  throw new Error(`there is no ${name}`)
}

async function count(subject, exchanges) {
  const server = await CountedServer.start(given.runtime, subject)
  try {
    await send(server, exchanges, warmup)
    await server.count()
    await send(server, exchanges, requests)
    return (await server.count()) / requests
  } finally {
    await server.stop()
  }
}

/** Sends so many requests, on all connections. Throws for a response with another status than the exchange's. */
async function send({ port }, exchanges, total) {
  const bytes = exchanges.map(({ request }) => requestBytes(request))
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(port)))
  let sent = 0
  const loop = (client) =>
    new Promise((resolve, reject) => {
      const next = () => {
        if (sent === total) return resolve()
        const at = sent++ % exchanges.length
        client.send(bytes[at], (error, status) => {
          if (error === undefined && status === exchanges[at].status) next()
          else reject(error ?? new Error(`${status} in place of ${exchanges[at].status}`))
        })
      }
      next()
    })
  try {
    await Promise.all(clients.map(loop))
  } finally {
    for (const client of clients) client.close()
  }
}
