import { Writable } from 'node:stream'
import { Application } from '../../application/application.js'
import { bootstrap } from '../../application/bootstrap.js'
import { Service } from '../../application/service.js'
import loadServer from '../../mcp/load-mcp-server.cjs'
import loadStdio from '../../mcp/load-mcp-stdio.cjs'
import { toolServer } from '../../mcp/tool-server.js'
import { loadLibrary } from '../../operation/library.js'
import type { Terminal } from '../definition/command-definition.js'
import { UsageError } from '../definition/usage-error.js'
import { importApplication, notAnApplication, reportingSetupErrors } from '../module/import-module.js'
import { callerWith } from './caller.js'

/** The options of `fieldstone mcp`, as the parser gives them. */
export interface McpCommandOptions {
  readonly tag?: readonly string[]
  readonly operation?: readonly string[]
  readonly credential?: readonly string[]
}

/** Serves the tools of an application over stdin and stdout until stdin ends; returns the exit code. */
export async function serveTools(
  path: string,
  { tag: tags, operation: operations, credential = [] }: McpCommandOptions,
  terminal: Terminal
): Promise<number> {
  if (tags === undefined && operations === undefined) {
    throw new UsageError('No operation is selected; add --tag <tag> or --operation <id>')
  }
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write
  const service = await loadedService(path)
  const { library, stdio, server } = await reportingSetupErrors(async () => ({
    library: loadLibrary('@modelcontextprotocol/server', 'fieldstone mcp', loadServer),
    stdio: loadLibrary('@modelcontextprotocol/server', 'fieldstone mcp', loadStdio),
    server: toolServer(service.router, { tags, operations })
  }))
  const caller = callerWith(credential, service.document.components?.securitySchemes ?? {}, process.env)
  await service.start()
  const out = new Writable({
    decodeStrings: false,
    write(text: string | Buffer, _encoding, done) {
      terminal.out(text.toString())
      done()
    }
  })
  const ended = new Promise<void>((resolve) => process.stdin.once('close', resolve).once('end', resolve))
  const handle = stdio.serveStdio(
    server.factory(library, () => caller),
    { transport: new stdio.StdioServerTransport(process.stdin, out) }
  )
  await ended
  await handle.close()
  await service.close()
  return 0
}

async function loadedService(path: string): Promise<Service> {
  const found = await importApplication(path)
  const { value } = found
  if (value instanceof Service) return value
  if (value instanceof Application) return reportingSetupErrors(() => bootstrap(value))
  throw notAnApplication(found)
}
