import { type AnyMemberDecorator, checkCalled } from '../decorator-form.js'
import { setupErrorOf } from '../errors.js'
import type { Context } from '../http/context.js'
import { captureSource } from '../http/routing/source.js'
import { checkOptions, isPlain, type OptionTable } from '../options.js'
import type { InputDeclaration } from './declarations.js'
import { Input, makeInput } from './input.js'
import { declaring } from './parameter-decorators.js'
import type { InputDecorator } from './parameter-signature.js'

const invalid = setupErrorOf('PARAMETER_INVALID')

/** The inputs of a parameter decorator, by the names that its function gives them. */
export type OwnInputs = Readonly<Record<string, Input>>

/** The values of such inputs. */
export type InputValues<I> = { readonly [N in keyof I]: I[N] extends Input<infer V> ? Valued<V> : unknown }

/** An optional principal of an unknown type has the type undefined: see `principal`. */
type Valued<V> = [V] extends [undefined] ? unknown : V

/** What a parameter decorator of your own declares. */
export interface OwnDecoratorOptions<I extends OwnInputs, O> {
  /**
   * What its function is given of a request, read and checked before, and documented as parameters of each route that uses
   * the decorator. A function of the decorator's options where they depend on these.
   *
   * @example { size: query('size', Integer, { minimum: 1, maximum: 100, default: 20 }) }
   */
  readonly inputs?: I | ((options: O) => I)
  /** The decorator's name, for errors: `Page`. Default: that of its function, or where it was made. */
  readonly name?: string
}

const OWN_DECORATOR_OPTIONS: OptionTable<OwnDecoratorOptions<OwnInputs, never>> = { inputs: true, name: true }

/** A decorator of parameters, and of fields of request classes, that gives values of type V. */
export interface OwnDecorator<V, O> {
  /** The decorator, with the value that its function is given. */
  (...options: OwnArguments<O>): InputDecorator<V>
  /**
   * The same beside a method.
   *
   * @example \@Get(Page.input({ max: 50 }), { responses: { 200: [Book] } })
   */
  input(...options: OwnArguments<O>): Input<V>
}

/** What a decorator is called with whose function takes options of type O; `never` for none. */
type OwnArguments<O> = [O] extends [never] ? [] : undefined extends O ? [options?: O] : [options: O]

/** No input is declared. */
type NoInputs = Readonly<Record<never, never>>

/**
 * Makes a decorator of parameters, and of fields of request classes. What its function returns is the value of the parameter;
 * a promise is awaited before the method is called. What it throws becomes the response, as if the method threw it.
 *
 * The function is given the context, the values of the declared inputs, and what the decorator was called with: at most one
 * value.
 *
 * @example
 * const Session = createParameterDecorator((ctx) => sessions.of(ctx.cookie('session')))
 *
 * const Page = createParameterDecorator(
 *   (_ctx, { page, size }) => ({ offset: (page - 1) * size, limit: size }),
 *   {
 *     inputs: ({ max = 100 }: { max?: number } = {}) => ({
 *       page: query('page', Integer, { minimum: 1, default: 1 }),
 *       size: query('size', Integer, { minimum: 1, maximum: max, default: 20 })
 *     })
 *   }
 * )
 *
 * \@Get() list(\@Page({ max: 50 }) page: { offset: number; limit: number }) { … }
 */
export function createParameterDecorator<V, const I extends OwnInputs = NoInputs, O = never>(
  make: (ctx: Context, inputs: InputValues<I>, options: O) => V,
  declared: OwnDecoratorOptions<I, O> = {}
): OwnDecorator<Awaited<V>, O> {
  const source = captureSource(undefined, createParameterDecorator)
  const { inputs = {}, name = make?.name || undefined } = declared
  const shown = () => (name === undefined ? `the decorator made at ${source()}` : `@${name}`)
  if (typeof make !== 'function') {
    throw invalid('it was given no function', shown(), 'write createParameterDecorator((ctx) => …)')
  }
  checkOptions<OwnDecoratorOptions<OwnInputs, never>>(declared as never, OWN_DECORATOR_OPTIONS, shown)
  const declaration = (options: readonly unknown[]): InputDeclaration => {
    const given: unknown = typeof inputs === 'function' ? inputs(options[0] as O) : inputs
    if (typeof given !== 'object' || given === null || !isPlain(given)) {
      throw invalid('its inputs are not an object', shown(), "write inputs: { size: query('size', Integer) }")
    }
    const own = { name: shown(), make: make as never, inputs: given as OwnInputs, options: options[0] }
    return { source: 'own', name: undefined, type: undefined, options: {}, own }
  }
  const decorator = (...options: readonly unknown[]): AnyMemberDecorator => {
    checkCalled(name ?? 'decorator', options)
    return declaring(declaration(options))
  }
  return Object.assign(decorator, { input: (...options: readonly unknown[]) => makeInput(declaration(options)) })
}
