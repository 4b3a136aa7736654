// The target: one application behind every transport, in a process of its own, whose death the fuzzer sees.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bootstrap, type ListenOptions, type Logger } from 'fieldstone'
import { TLS } from '../../spec/support/test-certificate.js'
import { targetApplication } from './application.js'
import { reachedCount } from './echo.js'
import { runFetch } from './fetch.js'
import { DEATH, type FuzzerMessage, type TargetMessage, type Usage } from './messages.js'

const folder = mkdtempSync(join(tmpdir(), 'fieldstone-fuzz-'))
const uploads = join(folder, 'uploads')
const files = join(folder, 'files')
for (const each of [uploads, files, join(files, 'sub')]) mkdirSync(each)
writeFileSync(join(files, 'index.html'), '<!doctype html><title>Files</title>')
writeFileSync(join(files, 'long.txt'), 'abcdefghij'.repeat(500))
writeFileSync(join(files, 'sub', 'data.json'), '{"a":1}')
writeFileSync(join(files, '.secret'), 'never sent')
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

function send(message: TargetMessage): void {
  if (process.connected) process.send?.(message)
}

// The monitor only watches: the process dies of it as any other would.
process.on('uncaughtExceptionMonitor', (error, origin) => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  // A message could still be under way when the process is gone.
  writeSync(2, `${DEATH}${JSON.stringify({ what: origin, text })}\n`)
})
process.on('warning', (warning) =>
  send({ type: 'fault', what: 'warning', text: `${warning.name}: ${warning.message}` })
)

const errors: Record<string, number> = {}
const logger: Logger = {
  debug() {},
  info() {},
  warn() {},
  error: (...line: readonly unknown[]) => {
    const [fields, message] = line as [{ route?: string; err?: unknown }, string?]
    const text = `${message ?? ''} ${fields?.err instanceof Error ? fields.err.message : ''}`.trim()
    errors[text] = (errors[text] ?? 0) + 1
  }
}

const TRANSPORTS: Readonly<Record<string, { readonly isLayered: boolean; readonly options: ListenOptions }>> = {
  plain: { isLayered: true, options: {} },
  bare: { isLayered: false, options: {} },
  tls: { isLayered: false, options: { tls: TLS } },
  h2: { isLayered: false, options: { tls: TLS, http2: true } },
  h2c: { isLayered: true, options: { http2: true } }
}

const ports: Record<string, number> = {}
for (const [name, { isLayered, options }] of Object.entries(TRANSPORTS)) {
  const service = await bootstrap(targetApplication({ uploads, files, logger, isLayered }))
  const { port } = await service.listen({ ...options, port: 0, host: '127.0.0.1', signals: false })
  ports[name] = port
}
const fetched = await bootstrap(targetApplication({ uploads, files, logger, isLayered: true }))
const bare = await bootstrap(targetApplication({ uploads, files, logger, isLayered: false, isDirect: true }))

async function usage(): Promise<Usage> {
  // What ended in the last turn of the loop gives back its memory and descriptors in the next ones.
  await sleep(20)
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  const descriptors = readdirSync('/proc/self/fd').length
  return { files: readdirSync(uploads).length, descriptors, heapUsed, rss, reached: reachedCount(), errors }
}

process.on('message', async (message: FuzzerMessage) => {
  if (message.type === 'usage') send({ type: 'usage', usage: await usage() })
  else {
    const { fetch } = message.input.isBare ? bare : fetched
    send({ type: 'fetched', id: message.id, result: await runFetch(fetch, message.input) })
  }
})
process.once('disconnect', () => process.exit(0))
send({ type: 'ready', ports: { ...ports, alpn: ports.h2 as number, 'no-alpn': ports.h2 as number } })
