import { Writable } from 'node:stream'
import { StdioServerTransport, serveStdio as serveConnection } from '@modelcontextprotocol/server/stdio'
import { checkOptions, type OptionTable, type Service } from 'fieldstone'
import { callerWith } from './credentials.js'
import type { McpOptions, ToolSelection } from './mcp-options.js'
import { toolServer } from './tool-server.js'

/** Which operations {@link serveStdio} serves, and with what credentials it calls them. */
export interface StdioOptions extends ToolSelection, Pick<McpOptions, 'apiVersion'> {
  /** By the name of their security scheme: a bearer token, `user:password`, or an API key. Default: none. */
  readonly credentials?: Readonly<Record<string, string>>
  /** Writes a message of the protocol; default: to stdout, where nothing else may be written then. */
  readonly write?: (text: string) => void
}

const STDIO_OPTIONS: OptionTable<StdioOptions> = {
  tags: true,
  operations: true,
  apiVersion: true,
  credentials: true,
  write: true
}

/**
 * Serves operations of a service as tools over stdin and stdout, as clients on the same machine start it. Starts the
 * service, and closes it when stdin ends; then the promise is fulfilled.
 *
 * @throws BootstrapError of OPTION_UNKNOWN; SetupError APPLICATION_INVALID for a tag, an operation or a security scheme that the document does not have
 *
 * @example await serveStdio(await bootstrap(application), { tags: ['public'] })
 */
export async function serveStdio(service: Service, options: StdioOptions): Promise<void> {
  checkOptions(options, STDIO_OPTIONS, 'serveStdio()')
  const { credentials = {}, write = (text) => process.stdout.write(text), ...selection } = options
  const server = toolServer(service.router, selection)
  const caller = callerWith(credentials, service.document.components?.securitySchemes ?? {})
  await service.start()
  const out = new Writable({
    decodeStrings: false,
    write(text: string | Buffer, _encoding, done) {
      write(text.toString())
      done()
    }
  })
  const ended = new Promise<void>((resolve) => process.stdin.once('close', resolve).once('end', resolve))
  const connection = serveConnection(
    server.factory(() => caller),
    { transport: new StdioServerTransport(process.stdin, out) }
  )
  await ended
  await connection.close()
  await service.close()
}
