import type { Input, WireInput } from '../input.js'
import { Random } from '../random.js'
import { drawConnection } from './connection.js'
import { drawFetch } from './fetch.js'
import { drawFrames } from './frames.js'
import { drawHttp2Client } from './http2-client.js'

type Transport = WireInput['transport'] | 'fetch' | 'http2-client'

const TRANSPORTS: readonly (readonly [weight: number, transport: Transport])[] = [
  [38, 'plain'],
  [18, 'bare'],
  [5, 'tls'],
  [5, 'alpn'],
  [4, 'no-alpn'],
  [3, 'h2'],
  [10, 'h2c'],
  [4, 'http2-client'],
  [13, 'fetch']
]

/** The transports that the command line may name. */
export const TRANSPORT_NAMES: readonly string[] = TRANSPORTS.map(([, transport]) => transport)

/** The input of that iteration: the same for the same seed, on any machine. */
export function drawInput(seed: number, iteration: number, only: string | undefined): Input {
  const random = new Random(seed, iteration)
  const drawn = random.weighted(TRANSPORTS)
  const transport = (only as Transport | undefined) ?? drawn
  const name = String(iteration)
  if (transport === 'fetch') return drawFetch(random, name)
  if (transport === 'http2-client') return drawHttp2Client(random, name)
  if (transport === 'h2' || transport === 'h2c') return drawFrames(random, transport, name)
  return drawConnection(random, transport, name)
}
