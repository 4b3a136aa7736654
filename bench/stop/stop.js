// Stops a service under load, by SIGTERM, again and again, and counts the requests that kept connections lose.
//   npm run stop -- --requests 5000 --clients 250 --delay 1500
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { KeptClient } from './kept-client.js'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '5000' },
    clients: { type: 'string', default: '250' },
    delay: { type: 'string', default: '1500' }
  }
})
const [requests, clients, delay] = [values.requests, values.clients, values.delay].map(Number)
if (![requests, clients, delay].every(Number.isSafeInteger) || requests < 1 || clients < 1 || clients > 1_000) {
  console.error('Give whole numbers: --requests, --clients up to 1000, --delay in milliseconds')
  process.exit(2)
}

const MOST_ROUNDS = 200

const total = { before: 0, after: 0, lost: 0, said: 0 }
let rounds = 0
while (total.after < requests && rounds < MOST_ROUNDS) {
  rounds += 1
  await stopOnce()
}
console.log(`Node ${process.version}: ${rounds} stops with a delay of ${delay} ms, ${clients} kept connections each.`)
console.log(`${total.before} requests were answered before the signal.`)
console.log(`Of ${total.after} sent after it, at pauses of up to 0.9 of the delay, ${total.lost} were lost.`)
console.log(`${total.said} of their answers said Connection: close.`)
process.exit(total.lost === 0 ? 0 : 1)

async function stopOnce() {
  const service = fork(new URL('service.js', import.meta.url), {
    env: { ...process.env, NODE_ENV: 'production', DELAY: String(delay) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc']
  })
  const exited = once(service, 'exit')
  const kill = () => service.kill('SIGKILL')
  process.once('exit', kill)
  const [port] = await once(service, 'message')
  const all = Array.from({ length: clients }, (_, index) => new KeptClient(port, index))
  await Promise.all(all.map((client) => client.connected))
  const state = { isStopping: false }
  const runs = all.map((client) => hold(client, state))
  await sleep(200 + Math.random() * 300)
  state.isStopping = true
  service.kill('SIGTERM')
  await Promise.all(runs)
  await exited
  process.off('exit', kill)
}

/** Sends one request after the other on one connection, until an answer says that it is the last one. */
async function hold(client, state) {
  for (;;) {
    const pause = Math.random() * (state.isStopping ? 0.9 * delay : 100)
    await sleep(pause)
    const isAfter = state.isStopping
    const answer = await client.ask()
    if (answer === undefined) {
      total.lost += 1
      if (isAfter) total.after += 1
      return
    }
    if (isAfter) total.after += 1
    else total.before += 1
    if (answer.isLast) {
      if (isAfter) total.said += 1
      return
    }
  }
}
