import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A service of another framework, and its own document. */
export interface ForeignService {
  readonly url: string
  readonly document: object
  /** Puts back what the service has at its start. */
  reset(): void
  close(): Promise<unknown>
}

/** A mistake that only a longer run finds for sure. */
export function rarely(line: string): RareMistake {
  return { line }
}

interface RareMistake {
  readonly line: string
}

/** What is wrong with a service, as verify reports it: kind, operation and what. */
export type Mistake = string | RareMistake

/** The address at which a server of this process listens, on a port of its own. */
export async function addressOf(server: Server): Promise<string> {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
