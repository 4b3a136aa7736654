import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

export interface FuzzOptions {
  readonly seed: number
  readonly minutes: number
  /** How many inputs are drawn at most: the same ones on every machine. */
  readonly inputs: number
  /** How many connections are open at once. */
  readonly connections: number
  /** The only transport, where one is named. */
  readonly transport: string | undefined
  /** The file of a finding to run again. */
  readonly replay: string | undefined
}

const USAGE = `npm run fuzz -- [--seed n] [--minutes n] [--inputs n] [--connections n] [--transport name] [--replay file]`

/** Reads the command line. Throws an Error for a wrong one. */
export function readOptions(args: readonly string[]): FuzzOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      minutes: { type: 'string' },
      inputs: { type: 'string' },
      connections: { type: 'string', default: '48' },
      transport: { type: 'string' },
      replay: { type: 'string' }
    }
  })
  return {
    // Chance decides only which seed it is, and the seed is printed.
    seed: values.seed === undefined ? randomInt(2 ** 32) : positive('seed', values.seed, 0),
    // Inputs that are counted take the time that they need.
    minutes: positive('minutes', values.minutes ?? (values.inputs === undefined ? '1' : '60'), 0),
    inputs: values.inputs === undefined ? Number.POSITIVE_INFINITY : positive('inputs', values.inputs, 1),
    connections: positive('connections', values.connections, 1),
    transport: values.transport,
    replay: values.replay
  }
}

function positive(name: string, text: string, least: number): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < least) throw new Error(`--${name} is ${text}\n${USAGE}`)
  return value
}
