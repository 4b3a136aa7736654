import { cpus, release, type } from 'node:os'

/** Where and when something was measured. */
export function machine() {
  const processors = cpus()
  return {
    date: new Date().toISOString(),
    node: process.version,
    cpu: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    system: `${type()} ${release()}`
  }
}

export function describeMachine({ date, node, cpu, cores, system }) {
  return `${date.slice(0, 10)}, Node ${node}, ${cores} × ${cpu}, ${system}`
}
