import type { Context } from '../../http/context.js'
import { promiseOf } from '../../http/lifetime/pending.js'
import { compileInputHandler, rejectionOf, type UseInputs } from '../../http/parameters/parameter-group.js'
import type { PrincipalSource } from '../../http/principal.js'
import { RejectedInput } from '../../http/response/rejected-input.js'
import { successOf } from '../../http/response/success.js'
import type { ContextHandler } from '../../http/route.js'
import type { Bound } from '../../record/type/fault-list.js'
import { setOwn } from '../../record/type/reading-options.js'
import type { Argument, ArgumentMember, ArgumentPart, MethodInputs } from './method-signature.js'

/** Holds the controller's instance, which is constructed only after the whole application has been checked. */
export interface ControllerHolder {
  instance: { readonly [property: string]: unknown } | undefined
}

/** Calls the controller's method. */
type CallMethod = (...args: unknown[]) => unknown

type Instance = Record<string, CallMethod>

/** Compiles the handler of a route whose handler is a controller's method. */
export function compileHandler(holder: ControllerHolder, property: string, inputs: MethodInputs): ContextHandler {
  const call: CallMethod = (...args) => ((holder.instance as Instance)[property] as CallMethod)(...args)
  if (inputs.inputs === undefined) return (ctx) => call(ctx)
  const handler = compileBoundHandler(call, inputs)
  return inputs.arguments.some(isResponse) ? sendingReturned(handler) : handler
}

function isResponse(argument: Argument): boolean {
  return argument.kind === 'object'
    ? argument.members.some(([, part]) => isResponse(part))
    : argument.kind === 'response'
}

function compileBoundHandler(call: CallMethod, { arguments: list, groups, body }: MethodInputs): ContextHandler {
  const callWith = compileCall(call, list)
  if (groups.length > 0 || body === undefined) return compileInputHandler(groups, body, callWith)
  // The shape of most requests with a body: there is nothing else to bind.
  const read = body<Context>((bound, ctx) =>
    bound.faults === undefined ? callWith(ctx, NO_GROUPS, bound.value) : rejectionOf([bound])
  )
  return (ctx) => ctx.boundBody(read, ctx)
}

const NO_GROUPS: readonly Bound<unknown>[] = []

/** The call with what the readers give. One argument needs no list of them. */
function compileCall(call: CallMethod, list: readonly Argument[]): UseInputs {
  const readers = list.map(compileArgument)
  if (list.some(isOwn)) return compileLater(list, (args) => call(...args))
  const [only] = readers
  if (readers.length === 1 && only !== undefined) return (ctx, groups, body) => call(only(ctx, groups, body))
  return (ctx, groups, body) => {
    const args: unknown[] = []
    for (const read of readers) args.push(read(ctx, groups, body))
    return call(...args)
  }
}

function compileArgument(argument: Argument): UseInputs {
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
    case 'principal':
      return principalReader(argument.sources)
    case 'own':
      return compileOwn(argument)
    case 'object':
      return compileObject(argument.construct, argument.members)
  }
}

function principalReader(sources: readonly PrincipalSource[]): UseInputs {
  const [first, ...rest] = sources
  return first === undefined ? (ctx) => ctx.principal() : (ctx) => ctx.principal(first, ...rest)
}

/** Whether a function of the application's own is behind the argument: it may return a promise. */
function isOwn(argument: Argument): boolean {
  return argument.kind === 'object' ? argument.members.some(([, part]) => isOwn(part)) : argument.kind === 'own'
}

/**
 * Reads one value after the other, and uses all of them. A promise is awaited before the next value is read, and where there is
 * none, none is made.
 */
function compileLater(list: readonly Argument[], use: (values: unknown[], ctx: Context) => unknown): UseInputs {
  const readers = list.map((argument) => ({ read: compileArgument(argument), mayWait: isOwn(argument) }))
  const readFrom = (
    from: number,
    values: unknown[],
    ctx: Context,
    groups: readonly Bound<unknown>[],
    body: unknown
  ): unknown => {
    for (let at = from; at < readers.length; at += 1) {
      const { read, mayWait } = readers[at] as (typeof readers)[number]
      const value = read(ctx, groups, body)
      const promise = mayWait ? promiseOf(value) : undefined
      if (promise !== undefined) {
        return promise.then((settled) => {
          values.push(settled)
          return readFrom(at + 1, values, ctx, groups, body)
        })
      }
      values.push(value)
    }
    return use(values, ctx)
  }
  return (ctx, groups, body) => readFrom(0, [], ctx, groups, body)
}

/** Inputs are set by name in an object of their own, so that functions of all requests get objects of one shape. */
function compileOwn({ own, members }: Extract<ArgumentPart, { readonly kind: 'own' }>): UseInputs {
  const { options } = own
  const make = own.make as (ctx: Context, inputs: object, options: unknown) => unknown
  const names = members.map(([name]) => name)
  const parts = members.map(([, part]) => part)
  return compileLater(parts, (values, ctx) => make(ctx, named(names, values), options))
}

function named(names: readonly string[], values: readonly unknown[]): object {
  const inputs = {}
  for (let at = 0; at < names.length; at += 1) setOwn(inputs, names[at] as string, values[at])
  return inputs
}

/** Every input is set, those that are absent as well: all requests of a route have objects of one shape. */
function compileObject(construct: () => object, members: readonly ArgumentMember[]): UseInputs {
  if (members.some(([, part]) => isOwn(part))) {
    const parts = members.map(([, part]) => part)
    return compileLater(parts, (values) => {
      const request = construct() as Record<string, unknown>
      for (const [index, [property]] of members.entries()) request[property] = values[index]
      return request
    })
  }
  const readers = members.map(([property, part]) => ({ property, read: compileArgument(part) }))
  return (ctx, groups, body) => {
    const request = construct() as Record<string, unknown>
    for (const { property, read } of readers) request[property] = read(ctx, groups, body)
    return request
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
