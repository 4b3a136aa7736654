import type { Fault } from '../errors.js'
import type { BodyReader } from '../http/body/reader.js'
import type { Context } from '../http/context.js'
import { promiseOf } from '../http/lifetime/pending.js'
import type { PathPattern } from '../http/path/pattern.js'
import { RejectedInput } from '../http/response/rejected-input.js'
import { successOf } from '../http/response/success-status.js'
import type { ContextHandler } from '../http/route.js'
import type { Bound } from '../record/type/fault-list.js'
import { type CallMethod, compileDirectHandler } from './direct-handler.js'
import type { Argument, MethodInputs } from './method-inputs.js'
import { compileTextReader } from './text-reader.js'

/** Holds the controller's instance, which is constructed only after the whole application has been checked. */
export interface ControllerHolder {
  instance: { readonly [property: string]: unknown } | undefined
}

type Instance = Record<string, CallMethod>

/** Compiles the handler of a route whose handler is a controller's method; `pattern` is the route's path. */
export function compileHandler(
  holder: ControllerHolder,
  property: string,
  inputs: MethodInputs,
  pattern: PathPattern
): ContextHandler {
  const call: CallMethod = (...args) => ((holder.instance as Instance)[property] as CallMethod)(...args)
  if (inputs.inputs === undefined) return (ctx) => call(ctx)
  const general = compileBoundHandler(call, inputs)
  if (inputs.arguments.some(({ kind }) => kind === 'response')) return sendingReturned(general)
  return compileDirectHandler(call, inputs, pattern, general) ?? general
}

function compileBoundHandler(call: CallMethod, inputs: MethodInputs): ContextHandler {
  const { body } = inputs
  const groups = compileGroups(inputs)
  const callBound = compileCall(call, inputs.arguments)
  return (ctx) => {
    const bound = groups.map((bind) => bind(ctx))
    if (bound.some((result) => result instanceof Promise)) {
      return Promise.all(bound).then((results) => bindBody(ctx, results, body, callBound))
    }
    return bindBody(ctx, bound as Bound<object>[], body, callBound)
  }
}

type CallBound = (ctx: Context, results: readonly Bound<unknown>[], body?: unknown) => unknown

function bindBody(
  ctx: Context,
  results: readonly Bound<object>[],
  read: BodyReader | undefined,
  callBound: CallBound
): unknown {
  if (read === undefined) return callBound(ctx, results)
  return ctx.boundBody(read, (body) => callBound(ctx, [...results, body], body.value))
}

type BindGroup = (ctx: Context) => Bound<object> | Promise<Bound<object>>

function compileGroups({ groups }: MethodInputs): BindGroup[] {
  return groups.map((group) => {
    const read = compileTextReader(group)
    return (ctx) => group.binder.validate(read(ctx))
  })
}

/** Calls the method if everything is bound; otherwise rejects the request with the faults of all places. */
function compileCall(call: CallMethod, list: readonly Argument[]): CallBound {
  const readers = list.map(compileArgument)
  return (ctx, results, body) => {
    if (results.some(({ faults }) => faults !== undefined)) return rejectionOf(results)
    return call(...readers.map((read) => read(ctx, results, body)))
  }
}

function rejectionOf(results: readonly Bound<unknown>[]): RejectedInput {
  const faults: Fault[] = []
  for (const result of results) if (result.faults !== undefined) faults.push(...result.faults)
  const trees = results.map((result) => (result.faults === undefined ? undefined : result.tree))
  return new RejectedInput(faults, () => trees.flatMap((tree) => tree?.() ?? []))
}

type ReadArgument = (ctx: Context, groups: readonly Bound<unknown>[], body: unknown) => unknown

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
      return (_ctx, groups) => groups[argument.group]?.value
    case 'field':
      return (_ctx, groups) => (groups[argument.group] as Bound<Record<string, unknown>>).value?.[argument.property]
  }
}

/** A method with @Res writes the response itself; if it returns a value nevertheless, that value is sent. */
function sendingReturned(handler: ContextHandler): ContextHandler {
  const send = (ctx: Context, value: unknown): unknown => {
    if (value === undefined || value === ctx.response()) return undefined
    if (value instanceof RejectedInput) return value
    if (value instanceof Error) throw value
    ctx.json(successOf(ctx.route).withBody, value)
    return undefined
  }
  return (ctx) => {
    const value = handler(ctx)
    const promise = promiseOf(value)
    return promise === undefined ? send(ctx, value) : promise.then((settled) => send(ctx, settled))
  }
}
