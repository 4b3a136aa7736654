import { BODY_OPTIONS, type BodyOptions } from '../http/request-body-options.js'
import { isNamedByOptions } from '../options.js'
import { mayBeOptions } from '../record/type/standard-schema.js'
import type { InputDeclaration, ParameterDecoratorOptions, PrincipalOptions } from './declarations.js'
import type { KnownSource } from './input-form.js'
import { isParameterOptions } from './parameter-options.js'

/** Makes an input; the class shows neither this nor the declaration to its users. */
export let makeInput: (declaration: InputDeclaration) => Input
/** What was written about an input. */
export let declarationOf: (input: Input) => InputDeclaration

/**
 * One value that a method gets of a request, declared beside the method: what `param`, `query`, `header`, `cookie`,
 * `body`, `context`, `request`, `response` and `principal` return, and `input` of a decorator of your own. `V` is the value's
 * type.
 */
export class Input<_V = unknown> {
  readonly #declaration: InputDeclaration

  static {
    makeInput = (declaration) => new Input(declaration)
    declarationOf = (input) => input.#declaration
  }

  private constructor(declaration: InputDeclaration) {
    this.#declaration = declaration
  }
}

/** What a decorator of a parameter or a function of an input is called with. */
export type InputArguments = readonly unknown[]

/**
 * The declaration that the arguments of `@Query`, `query` and their like mean: `('page')`, `('page', Integer)`,
 * `('page', { minimum: 1 })`, `(Paging)` and so on.
 */
export function inputDeclaration(source: KnownSource, args: InputArguments): InputDeclaration {
  if (source === 'body') return bodyDeclaration(args)
  if (source === 'principal') return principalDeclaration(args)
  const [name, ...rest] = typeof args[0] === 'string' ? args : [undefined, ...args]
  const [first, second] = rest
  const isTyped = !(isParameterOptions(first) && second === undefined)
  return {
    source,
    name: name as string | undefined,
    type: isTyped ? first : undefined,
    options: ((isTyped ? second : first) ?? {}) as ParameterDecoratorOptions
  }
}

function bodyDeclaration([first, second]: InputArguments): InputDeclaration {
  const isTyped = !isBodyOptions(first)
  const body = (isTyped ? second : first) as BodyOptions | undefined
  return {
    source: 'body',
    name: undefined,
    type: isTyped ? first : undefined,
    options: {},
    ...(body !== undefined && { body })
  }
}

/** Schemes, and the options after them. */
function principalDeclaration(args: InputArguments): InputDeclaration {
  const last = args.at(-1)
  const hasOptions = mayBeOptions(last)
  const schemes = hasOptions ? args.slice(0, -1) : args
  const principal = { schemes, options: (hasOptions ? last : {}) as PrincipalOptions }
  return { source: 'principal', name: undefined, type: undefined, options: {}, principal }
}

/** The body's type may be an enum, which is a plain object too. */
function isBodyOptions(value: unknown): value is BodyOptions {
  return mayBeOptions(value) && isNamedByOptions(value, BODY_OPTIONS)
}
