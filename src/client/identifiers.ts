/** Names that TypeScript itself has for types, or that no declaration may have. */
const RESERVED_TYPES = [
  ...['any', 'unknown', 'never', 'void', 'null', 'undefined', 'string', 'number', 'boolean', 'bigint', 'symbol'],
  ...['object', 'this', 'as', 'async', 'await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger'],
  ...['default', 'delete', 'do', 'else', 'enum', 'export', 'extends', 'false', 'finally', 'for', 'function', 'if'],
  ...['implements', 'import', 'in', 'instanceof', 'interface', 'let', 'new', 'package', 'private', 'protected'],
  ...['public', 'return', 'static', 'super', 'switch', 'throw', 'true', 'try', 'type', 'typeof', 'var', 'while'],
  ...['with', 'yield', 'arguments', 'eval', 'globalThis', 'asserts', 'infer', 'is', 'keyof', 'readonly', 'require'],
  ...['unique', 'abstract', 'accessor', 'declare', 'get', 'set', 'module', 'namespace', 'of', 'satisfies', 'intrinsic']
]

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u

/** Whether the text can be written as a name, without quotes. */
export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text)
}

/** Gives each name once: the second of two that would be equal gets a number. Names that differ by case alone are two. */
export class Names {
  readonly #taken: Set<string>

  /** @param taken names that are given to nothing */
  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken)
  }

  /** The first of the wished names that is free, or the last one with a number behind it. */
  take(...wished: readonly [string, ...string[]]): string {
    const free = wished.find((name) => !this.#taken.has(name)) ?? this.#numbered(wished[wished.length - 1] as string)
    this.#taken.add(free)
    return free
  }

  #numbered(name: string): string {
    for (let number = 2; ; number++) {
      const numbered = `${name}${/\d$/.test(name) ? '_' : ''}${number}`
      if (!this.#taken.has(numbered)) return numbered
    }
  }
}

/** Names of types: those of TypeScript are taken. */
export function typeNames(taken: Iterable<string>): Names {
  return new Names([...RESERVED_TYPES, ...taken])
}

/** A text as the name of a type: `foo-bar.v2` is `FooBarV2`; one that is a name already begins with a capital letter. */
export function typeName(text: string): string {
  const name = isIdentifier(text) ? text : wordsOf(text).map(capitalized).join('')
  const safe = isIdentifier(name) ? name : `T${name}`
  return capitalized(safe)
}

/** A text as the name of a method: a name stays as it is, `items.list` is `itemsList`. */
export function methodName(text: string): string {
  // Whoever awaits an object with a method of this name calls it; the other is no property in an object's literal.
  if (text === 'then' || text === '__proto__') return `${text.replaceAll('_', '')}_`
  if (isIdentifier(text)) return text
  const [first = '', ...others] = wordsOf(text)
  const name = first.charAt(0).toLowerCase() + first.slice(1) + others.map(capitalized).join('')
  return isIdentifier(name) ? methodName(name) : `_${name}`
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{ID_Continue}$]+/u).filter((word) => word !== '')
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
