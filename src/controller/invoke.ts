import { type Fault, ValidationError } from '../errors.js'
import type { Context } from '../http/context.js'
import type { ContextHandler } from '../http/route.js'
import { successOf } from '../http/success.js'
import type { Bound } from '../record/bound.js'
import type { Argument, MethodInputs } from './method-inputs.js'
import { compileTextReader } from './read-text.js'

/** The controller's instance is there only after all of the application was found to be in order. */
export interface ControllerHolder {
  instance: { readonly [property: string]: unknown } | undefined
}

type ControllerMethod = (...args: unknown[]) => unknown

/** Compiles the handler of a route that a controller's method answers. */
export function compileHandler(holder: ControllerHolder, property: string, inputs: MethodInputs): ContextHandler {
  const call = (args: readonly unknown[]): unknown => {
    const instance = holder.instance as NonNullable<ControllerHolder['instance']>
    return (instance[property] as ControllerMethod).apply(instance, args as unknown[])
  }
  if (inputs.inputs === undefined) return (ctx) => call([ctx])
  const handler = compileBoundHandler(call, inputs)
  return inputs.arguments.some(({ kind }) => kind === 'response') ? answeringReturned(handler) : handler
}

function compileBoundHandler(call: (args: readonly unknown[]) => unknown, inputs: MethodInputs): ContextHandler {
  const { body } = inputs
  const groups = compileGroups(inputs)
  const toArguments = compileArguments(inputs.arguments)
  if (body === undefined) {
    return (ctx) => {
      const bound = groups.map((bind) => bind(ctx))
      if (bound.some((result) => result instanceof Promise)) {
        return Promise.all(bound).then((results) => call(toArguments(ctx, accept(results), undefined)))
      }
      return call(toArguments(ctx, accept(bound as Bound<object>[]), undefined))
    }
  }
  return async (ctx) => {
    const bound = groups.map((bind) => bind(ctx))
    const results = [...(await Promise.all(bound)), await ctx.boundBody(body)]
    const values = accept(results)
    return call(toArguments(ctx, values, values.at(-1)))
  }
}

type BindGroup = (ctx: Context) => Bound<object> | Promise<Bound<object>>

function compileGroups({ groups }: MethodInputs): BindGroup[] {
  return groups.map((group) => {
    const read = compileTextReader(group)
    return (ctx) => group.binder.validate(read(ctx))
  })
}

/** All values, or one refusal with the faults of all of them. */
function accept(results: readonly Bound<unknown>[]): unknown[] {
  const faults: Fault[] = []
  for (const result of results) if (result.faults !== undefined) faults.push(...result.faults)
  if (faults.length === 0) return results.map((result) => result.value)
  const trees = results.map((result) => (result.faults === undefined ? undefined : result.tree))
  throw new ValidationError(faults, () => trees.flatMap((tree) => tree?.() ?? []))
}

type ReadArgument = (ctx: Context, groups: readonly unknown[], body: unknown) => unknown

function compileArgument(argument: Argument): ReadArgument {
  switch (argument.kind) {
    case 'context':
      return (ctx) => ctx
    case 'request':
      return (ctx) => ctx.request()
    case 'response':
      return (ctx) => ctx.handOver()
    case 'body':
      return (_ctx, _groups, body) => body
    case 'record':
      return (_ctx, groups) => groups[argument.group]
    case 'field':
      return (_ctx, groups) => (groups[argument.group] as Record<string, unknown>)[argument.property]
  }
}

function compileArguments(
  list: readonly Argument[]
): (ctx: Context, groups: readonly unknown[], body: unknown) => unknown[] {
  const readers = list.map(compileArgument)
  return (ctx, groups, body) => readers.map((read) => read(ctx, groups, body))
}

/** A method with @Res answers by itself; if it returns a value all the same, somebody still waits for that. */
function answeringReturned(handler: ContextHandler): ContextHandler {
  const answer = (ctx: Context, value: unknown): unknown => {
    if (value === undefined || value === ctx.response()) return undefined
    if (value instanceof Error) throw value
    ctx.json(successOf(ctx.route).withBody, value)
    return undefined
  }
  return (ctx) => {
    const value = handler(ctx)
    return value instanceof Promise ? value.then((settled) => answer(ctx, settled)) : answer(ctx, value)
  }
}
