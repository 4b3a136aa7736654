/** Whether this process may turn text into code; edge runtimes and `--disallow-code-generation-from-strings` forbid it. */
export const canGenerateCode: boolean = mayGenerateCode(globalThis as { readonly navigator?: Navigator })

interface Navigator {
  readonly userAgent?: string
}

/** Whether a process with these globals may turn text into code. */
function mayGenerateCode({ navigator }: { readonly navigator?: Navigator }): boolean {
  // It allows this while a worker starts, and no longer when requests come.
  if (navigator?.userAgent === 'Cloudflare-Workers') return false
  try {
    return new Function('return true')() === true
  } catch {
    return false
  }
}

/** A text as it is written in code. Names that come from outside go into code in no other way. */
export function quoted(text: string): string {
  return JSON.stringify(text)
}

/** The test whether a variable holds an object that is not a list. */
export function objectTest(variable: string): string {
  return `typeof ${variable} === 'object' && ${variable} !== null && !Array.isArray(${variable})`
}

/**
 * A program that is put together from pieces. Values from outside are named by {@link Program.constant} or written by
 * {@link quoted}; no piece holds them itself.
 */
export class Program {
  readonly #constants: unknown[] = []
  readonly #known = new Map<unknown, string>()
  readonly #functions: string[] = []
  #names = 0

  /** A name that nothing else in the program has. */
  name(): string {
    return `v${this.#names++}`
  }

  /** The name of a value that the program gets by reference. */
  constant(value: object | symbol | string | number | boolean | null | undefined): string {
    const known = this.#known.get(value)
    if (known !== undefined) return known
    const name = `c${this.#constants.length}`
    this.#constants.push(value)
    // A map takes -0 for 0.
    if (value !== 0) this.#known.set(value, name)
    return name
  }

  define(functionText: string): void {
    this.#functions.push(functionText)
  }

  /** Makes the program; answers the value of an expression in it. */
  build<T>(result: string): T {
    // Constants of the surrounding function and not its parameters: these the optimiser knows never to change.
    const constants = this.#constants.map((_value, index) => `const c${index} = constants[${index}]`)
    const body = ['"use strict"', ...constants, ...this.#functions, `return ${result}`].join('\n')
    return new Function('constants', body)(this.#constants)
  }
}
