import { shown } from './whole-list.js'

/** The texts of all programs that the work makes, each with the values that it gets by reference. */
export function capturedPrograms(work: () => unknown): string[] {
  const programs: string[] = []
  const Original = globalThis.Function
  globalThis.Function = new Proxy(Original, {
    construct(target, args: string[]) {
      const made = Reflect.construct(target, args) as (constants: readonly unknown[]) => unknown
      return (constants: readonly unknown[]) => {
        programs.push(...(args[1] as string).split('\n').map((line) => withValue(line, constants)))
        return made(constants)
      }
    }
  })
  try {
    work()
  } finally {
    globalThis.Function = Original
  }
  return programs
}

/** `const c0 = constants[0]` with what it is. */
function withValue(line: string, constants: readonly unknown[]): string {
  const [, name, index] = /^const (c\d+) = constants\[(\d+)\]$/.exec(line) ?? []
  return name === undefined ? line : `const ${name} = ${named(constants[Number(index)])}`
}

function named(value: unknown): string {
  if (typeof value !== 'object' || value === null || value instanceof RegExp || value instanceof Date) {
    return shown(value)
  }
  if (value instanceof Set) return shown(value)
  if (Array.isArray(value)) return `[${value.map(named).join(', ')}]`
  const { name } = value as { readonly name?: unknown }
  return typeof name === 'string' ? `an object ${name}` : 'an object'
}
