// The fuzzer of the wire: see README.md beside it.
import { TRANSPORT_NAMES } from './grammar/draw.js'
import { showInput } from './input.js'
import { type FuzzOptions, readOptions } from './options.js'
import { print, Report, readReproduction } from './report.js'
import { Runner } from './runner.js'
import { Stage } from './stage.js'

async function fuzz(options: FuzzOptions): Promise<boolean> {
  const { seed, minutes, inputs, transport } = options
  if (transport !== undefined && !TRANSPORT_NAMES.includes(transport)) {
    throw new Error(`--transport is ${transport}; it is one of ${TRANSPORT_NAMES.join(', ')}`)
  }
  const extent = Number.isFinite(inputs) ? `with ${inputs} inputs` : `for ${minutes} minutes`
  print(`Fuzzing ${extent}, seed ${seed}`)
  const stage = await Stage.open()
  const report = new Report(seed)
  try {
    await new Runner(stage, report, options).run()
  } finally {
    await stage.close()
  }
  report.close()
  return report.findings === 0
}

/** Runs a reproduction alone, and prints every verdict on it. */
async function replay(file: string): Promise<boolean> {
  const { seed, iteration, kind, input } = readReproduction(file)
  print(`Seed ${seed}, iteration ${iteration}, ${input.transport}: ${kind}`)
  for (const line of showInput(input)) print(`  > ${line}`)
  const stage = await Stage.open()
  try {
    const verdicts = await stage.runAlone(input)
    for (const verdict of verdicts) print(`${verdict.kind}\n  ${verdict.detail}`)
    if (verdicts.length === 0) print('Nothing is wrong with it')
    return verdicts.length === 0
  } finally {
    await stage.close()
  }
}

const options = readOptions(process.argv.slice(2))
const isSound = options.replay === undefined ? await fuzz(options) : await replay(options.replay)
process.exitCode = isSound ? 0 : 1
