import module from 'node:module'

let imports = 0

/** How a program is run. */
export interface ProgramRun {
  /** What its first text on stdout throws. */
  readonly failure?: unknown
  /** How wide its terminal is; without it, stderr is none. */
  readonly columns?: number
  /** Whether all lines of a text are returned, or the first one and … for the others. */
  readonly isWhole?: boolean
}

/**
 * Runs a program of the build in this process, which imports it anew.
 *
 * @returns a line for each thing that it did to the process: texts on stdout and stderr, and its exit code
 */
export async function runProgram(main: URL, args: readonly string[], how: ProgramRun = {}): Promise<string[]> {
  const { argv, exit, exitCode, stdout, stderr } = process
  const writes = [stdout.write, stderr.write] as const
  const terminal = ['isTTY', 'columns'].map((name) => [name, Object.getOwnPropertyDescriptor(stderr, name)] as const)
  const cache = module as { enableCompileCache?: unknown }
  const { enableCompileCache } = cache
  const lines: string[] = []
  try {
    await new Promise<void>((resolve) => {
      process.argv = ['node', 'main.js', ...args]
      process.exitCode = undefined
      process.exit = ((code: number) => {
        lines.push(`  exits with ${code}`)
        resolve()
      }) as typeof process.exit
      // It would be that of the specs.
      cache.enableCompileCache = () => lines.push('  keeps what is compiled')
      const write = (name: string) => (text: string, done?: () => void) => {
        const [first = '', ...more] = text.split('\n')
        const rest = text.endsWith('\n') ? '' : ' …'
        if (text !== '')
          lines.push(`  ${name}: ${first}${rest}`, ...(how.isWhole ? more.map((line) => `    ${line}`) : []))
        if (text !== '' && name === 'stdout' && 'failure' in how) throw how.failure
        done?.()
        return true
      }
      stdout.write = write('stdout') as typeof stdout.write
      stderr.write = write('stderr') as typeof stderr.write
      const { columns } = how
      for (const [name, value] of Object.entries({ isTTY: columns !== undefined, columns: columns ?? 30 }))
        Object.defineProperty(stderr, name, { value, configurable: true, writable: true })
      import(`${main.href}?${++imports}`).then(
        () => {
          if (process.exitCode === undefined) return
          lines.push(`  ends with ${process.exitCode}`)
          resolve()
        },
        (error) => {
          lines.push(`  throws ${error}`)
          resolve()
        }
      )
    })
  } finally {
    Object.assign(process, { argv, exit, exitCode })
    cache.enableCompileCache = enableCompileCache
    stdout.write = writes[0]
    stderr.write = writes[1]
    for (const [name, before] of terminal) {
      if (before === undefined) delete (stderr as unknown as Record<string, unknown>)[name]
      else Object.defineProperty(stderr, name, before)
    }
  }
  return lines
}
