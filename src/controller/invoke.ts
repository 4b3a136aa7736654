import { type Fault, ValidationError } from '../errors.js'
import type { Context } from '../http/context.js'
import { parseCookies } from '../http/cookies.js'
import { parseForm } from '../http/form.js'
import type { ContextHandler } from '../http/route.js'
import type { Bound } from '../record/bound.js'
import type { Argument, MethodInputs, ParameterGroup } from './inputs.js'

/** The controller's instance is there only after all of the application was found to be in order. */
export interface ControllerHolder {
  instance: { readonly [property: string]: unknown } | undefined
}

type ControllerMethod = (...args: unknown[]) => unknown

/** Compiles the handler of a route that a controller's method answers. */
export function compileHandler(holder: ControllerHolder, property: string, inputs: MethodInputs): ContextHandler {
  const call = (args: readonly unknown[]): unknown => {
    const { instance } = holder
    return (instance?.[property] as ControllerMethod).apply(instance, args as unknown[])
  }
  if (inputs.inputs === undefined) return (ctx) => call([ctx])
  const { groups, body } = inputs
  const toArguments = compileArguments(inputs.arguments)
  if (body === undefined) {
    return (ctx) => {
      const bound = groups.map((group) => group.binder.validate(readText(ctx, group)))
      if (bound.some((result) => result instanceof Promise)) {
        return Promise.all(bound).then((results) => call(toArguments(ctx, accept(results), undefined)))
      }
      return call(toArguments(ctx, accept(bound as Bound<object>[]), undefined))
    }
  }
  return async (ctx) => {
    const bound = groups.map((group) => group.binder.validate(readText(ctx, group)))
    const results = [...(await Promise.all(bound)), await ctx.boundBody(body)]
    const values = accept(results)
    return call(toArguments(ctx, values, values.at(-1)))
  }
}

/** All values, or one refusal with the faults of all of them. */
function accept(results: readonly Bound<unknown>[]): unknown[] {
  const faults: Fault[] = []
  for (const result of results) if (result.faults !== undefined) faults.push(...result.faults)
  if (faults.length === 0) return results.map((result) => result.value)
  const trees = results.map((result) => (result.faults === undefined ? undefined : result.tree))
  throw new ValidationError(faults, () => trees.flatMap((tree) => tree?.() ?? []))
}

function compileArguments(
  list: readonly Argument[]
): (ctx: Context, groups: readonly unknown[], body: unknown) => unknown[] {
  const read = list.map((argument): ((ctx: Context, groups: readonly unknown[], body: unknown) => unknown) => {
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
  })
  return (ctx, groups, body) => read.map((argument) => argument(ctx, groups, body))
}

type Texts = Record<string, string | string[]>

/** What arrived at one place of the request, by the names on the wire; a name that came several times gives a list. */
function readText(ctx: Context, group: ParameterGroup): Texts {
  switch (group.place) {
    case 'path':
      return ctx.params
    case 'query':
      return parseForm(ctx.search, 'The query has a broken percent sequence')
    case 'cookie':
      return parseCookies(ctx.request().headers.cookie)
    case 'header':
      return readHeaders(ctx, group.names)
  }
}

/** A list in a header is separated by commas (OpenAPI 3.0, style `simple`). */
function readHeaders(ctx: Context, names: ParameterGroup['names']): Texts {
  const texts: Texts = Object.create(null)
  const headers = ctx.request().headersDistinct
  for (const { name, isList } of names) {
    const values = headers[name.toLowerCase()]
    if (values === undefined) continue
    if (isList) texts[name] = values.flatMap((value) => value.split(',').map((item) => item.trim()))
    else texts[name] = values.length === 1 ? (values[0] as string) : values
  }
  return texts
}
