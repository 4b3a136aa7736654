import { Writable } from 'node:stream'
import { Application } from '../../application/application.js'
import { bootstrap } from '../../application/bootstrap.js'
import { Service } from '../../application/service.js'
import loadServer from '../../mcp/load-mcp-server.cjs'
import loadStdio from '../../mcp/load-mcp-stdio.cjs'
import { toolServer } from '../../mcp/tool-server.js'
import type { SecuritySchemeObject } from '../../openapi/document.js'
import { loadLibrary } from '../../operation/library.js'
import type { Terminal } from '../definition/command-definition.js'
import { UsageError } from '../definition/usage-error.js'
import { importApplication, notAnApplication, reportingSetupErrors } from '../module/import-module.js'

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
  const caller = callerWith(credential, service.document.components?.securitySchemes ?? {})
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

/** Who calls: this machine, with the credentials of the command line. */
function callerWith(given: readonly string[], schemes: Readonly<Record<string, SecuritySchemeObject>>) {
  const headers = new Map<string, string>()
  const cookies: string[] = []
  const query = new URLSearchParams()
  for (const text of given) {
    const [, name, variable] = /^([^=]+)=env:(.+)$/.exec(text) ?? []
    if (name === undefined || variable === undefined) {
      throw new UsageError(
        `--credential ${JSON.stringify(text.split('=')[0])} is not <scheme>=env:<NAME>; write bearer=env:TOKEN`
      )
    }
    const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined
    const known = Object.keys(schemes).join(', ')
    if (scheme === undefined) {
      throw new UsageError(
        `There is no security scheme ${name}; ${known === '' ? 'the document has none' : `the document has ${known}`}`
      )
    }
    const value = process.env[variable]
    if (value === undefined || value === '') throw new UsageError(`The environment variable ${variable} is not set`)
    if (scheme.type !== 'apiKey') headers.set('authorization', authorizationOf(scheme, value))
    else if (scheme.in === 'header') headers.set(scheme.name.toLowerCase(), value)
    else if (scheme.in === 'query') query.append(scheme.name, value)
    else cookies.push(`${scheme.name}=${value}`)
  }
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
  return {
    origin: 'http://localhost',
    header: (name: string) => headers.get(name),
    query,
    remoteAddress: '127.0.0.1'
  }
}

function authorizationOf(scheme: SecuritySchemeObject, value: string): string {
  const isBasic = scheme.type === 'http' && scheme.scheme === 'basic'
  return isBasic ? `Basic ${Buffer.from(value).toString('base64')}` : `Bearer ${value}`
}
