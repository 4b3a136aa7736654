import type { AddressInfo } from 'node:net'
import { SetupError } from '../../errors.js'
import type { ServerListenOptions } from './options.js'
import type { NodeServer } from './protocols.js'

/** Where the server listens. */
export interface ListenAddress {
  /** To be opened on this machine: `http://localhost:8080`. */
  readonly url: string
  /** The address that the server listens on: `127.0.0.1`, `::`. */
  readonly host: string
  /** The port that the server listens on; the chosen one where 0 was asked for. */
  readonly port: number
}

const DEFAULT_PORT = 8080

/** Lets the server listen. Rejects with a {@link SetupError} `LISTEN_FAILED` for what its remedy is known. */
export async function startListening(server: NodeServer, options: ServerListenOptions): Promise<ListenAddress> {
  try {
    await listening(server, options)
  } catch (error) {
    throw listenFailure((error as NodeJS.ErrnoException).code, options) ?? error
  }
  return listenAddress(server.address() as AddressInfo, options.tls === undefined ? 'http' : 'https')
}

function listening(server: NodeServer, { port = DEFAULT_PORT, host }: ServerListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    try {
      server.listen({ port, host }, () => {
        server.off('error', reject)
        resolve()
      })
    } catch (error) {
      reject(error)
    }
  })
}

function listenAddress({ address, port }: AddressInfo, scheme: 'http' | 'https'): ListenAddress {
  const everywhere = address === '::' || address === '0.0.0.0'
  const name = everywhere ? 'localhost' : address.includes(':') ? `[${address}]` : address
  return { url: `${scheme}://${name}:${port}`, host: address, port }
}

/** For a server that is closed before it listens. */
export const CLOSED = 'CLOSED'

const LISTEN_FAILURES: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  EADDRINUSE: ['the port is already in use', 'stop the program that listens there or choose another port'],
  EACCES: ['the port may not be opened by this user', 'choose a port above 1023'],
  EADDRNOTAVAIL: [
    'the host is not an address of this machine',
    'choose 127.0.0.1, 0.0.0.0 or an address of this machine'
  ],
  ENOTFOUND: ['the host is not known', 'choose 127.0.0.1, 0.0.0.0 or an address of this machine'],
  ERR_SOCKET_BAD_PORT: ['the port is not a port number', 'choose a whole number from 0 to 65535'],
  [CLOSED]: ['the server was closed while it began to listen', 'close it when it listens'],
  ERR_SERVER_ALREADY_LISTEN: ['the server listens already', 'call listen once']
}

/** The error for a code of Node's, or for {@link CLOSED}; undefined for a code that nothing is known about. */
export function listenFailure(code: string | undefined, options: ServerListenOptions): SetupError | undefined {
  const { port = DEFAULT_PORT, host = '*' } = options
  const failure = LISTEN_FAILURES[String(code)]
  return failure === undefined ? undefined : new SetupError('LISTEN_FAILED', failure[0], `${host}:${port}`, failure[1])
}
