// Holds mixed good, bad and aborted traffic on a service for minutes, and tells memory, descriptors and errors.
//   npm run soak -- --minutes 2 --clients 32
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { holdTraffic } from './traffic.js'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '2' }, clients: { type: 'string', default: '32' } }
})
const minutes = Number(values.minutes)
const clients = Number(values.clients)
if (!(minutes > 0 && minutes <= 60) || !(Number.isSafeInteger(clients) && clients > 0 && clients <= 1_000)) {
  console.error('Give --minutes above 0, 60 at most, and --clients from 1 to 1000')
  process.exit(2)
}

/** Growth of the heap that is still taken for noise of the collector and of caches, in bytes. */
const ALLOWED_HEAP = 8 * 1_048_576

const service = fork(new URL('service.js', import.meta.url), {
  execArgv: ['--expose-gc'],
  env: { ...process.env, NODE_ENV: 'production' }
})
process.on('exit', () => service.kill('SIGKILL'))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
const died = once(service, 'exit')
died.then(([code]) => {
  if (code === 0) return
  console.error(`The service died with ${code}`)
  process.exit(1)
})

const { port } = await answer()
const total = minutes * 60_000
// Until code is compiled and caches are full, memory grows and that means nothing.
const warmup = Math.min(total / 4, 30_000)
await holdTraffic({ port, clients, until: performance.now() + warmup })
const before = await usage()
const tally = await holdTraffic({ port, clients, until: performance.now() + total - warmup })
const after = await usage()
service.send('close')
const closed = await Promise.race([died.then(() => true), sleep(10_000, false)])

const open = after.exchanges.begun - after.exchanges.ended
const checks = [
  [closed, 'the service did not stop'],
  [tally.wrong.size === 0, 'some answers were wrong'],
  [after.unhandled === 0, 'promises were rejected that nobody handled'],
  [open === 0, `${open} requests never ended`],
  [after.files === 0, `${after.files} temporary files were left behind`],
  [(after.descriptors ?? 0) <= (before.descriptors ?? 0) + 4, 'descriptors were left open'],
  [after.heapUsed <= before.heapUsed + ALLOWED_HEAP, 'the heap has grown']
]

console.log(`${minutes} minutes, ${clients} clients, Node ${process.version}\n`)
console.log('| after | rss | heap | descriptors | exchanges | aborted | log: errors | warnings | unhandled |')
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |')
for (const [name, use] of [
  ['warm-up', before],
  ['the whole', after]
]) {
  const { exchanges, log, unhandled } = use
  const cells = [name, megabytes(use.rss), megabytes(use.heapUsed), use.descriptors ?? 'unknown', exchanges.ended]
  console.log(`| ${[...cells, exchanges.aborted, log.error, log.warn, unhandled].join(' | ')} |`)
}
console.log(`\nGood ${tally.good}, bad ${tally.bad}, aborted ${tally.aborted}, no proper requests ${tally.raw}`)
for (const [what, count] of tally.wrong) console.log(`WRONG ${what} (${count} times)`)
const failures = checks.filter(([isFine]) => !isFine)
for (const [, what] of failures) console.log(`FAILED: ${what}`)
if (failures.length === 0) console.log('Nothing was left behind.')
process.exit(failures.length === 0 ? 0 : 1)

async function answer() {
  const [message] = await once(service, 'message')
  return message
}

/** When the last connections are closed. */
async function usage() {
  await sleep(1_500)
  service.send('usage')
  return answer()
}

function megabytes(bytes) {
  return `${(bytes / 1_048_576).toFixed(1)} MB`
}
