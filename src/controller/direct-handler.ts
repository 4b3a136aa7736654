import type { BodyReader, UseBody } from '../http/body/reader.js'
import type { Context } from '../http/context.js'
import type { PathPattern } from '../http/path/pattern.js'
import { RejectedInput } from '../http/response/rejected-input.js'
import type { ContextHandler } from '../http/route.js'
import { compilePlainQuery, type PlainTexts } from '../http/syntax/plain-query.js'
import { compileTextAcceptor } from '../record/parameter-reader.js'
import type { FieldSchema } from '../record/type/schema.js'
import type { Argument, MethodInputs } from './method-inputs.js'

/** Calls the controller's method. */
export type CallMethod = (...args: unknown[]) => unknown

/** Reads one argument; returns UNSURE where only the binder can read it. */
type ReadArgument = (ctx: Context, query: PlainTexts) => unknown

const UNSURE: unique symbol = Symbol('unsure')
const NONE: PlainTexts = []

/**
 * Compiles a handler that reads each argument directly from its source, without a record of all of them, and calls the
 * method at once. Where an argument may have to be rejected, the general handler takes over: only that reports faults.
 *
 * Undefined for a method with an argument that cannot be read in this way.
 */
export function compileDirectHandler(
  call: CallMethod,
  inputs: MethodInputs,
  pattern: PathPattern,
  general: ContextHandler
): ContextHandler | undefined {
  const queried = inputs.arguments.flatMap((argument) => fieldOf(argument, inputs, 'query')?.name ?? [])
  const scan = queried.length === 0 ? undefined : compilePlainQuery(queried)
  if (queried.length > 0 && scan === undefined) return undefined
  const readers: ReadArgument[] = []
  for (const argument of inputs.arguments) {
    const reader = compileReader(argument, inputs, pattern, queried)
    if (reader === undefined) return undefined
    readers.push(reader)
  }
  const queryOf = scan === undefined ? () => NONE : (ctx: Context) => scan(ctx.search)
  const { body } = inputs
  if (body !== undefined) return withBody(call, readers, queryOf, inputs.arguments, body, general)
  return withoutBody(call, readers, queryOf, general)
}

type QueryOf = (ctx: Context) => PlainTexts | undefined

function withoutBody(
  call: CallMethod,
  readers: readonly ReadArgument[],
  queryOf: QueryOf,
  general: ContextHandler
): ContextHandler {
  const [first, second] = readers as [ReadArgument, ReadArgument]
  if (readers.length === 1) {
    return (ctx) => {
      const query = queryOf(ctx)
      const a = query === undefined ? UNSURE : first(ctx, query)
      return a === UNSURE ? general(ctx) : call(a)
    }
  }
  if (readers.length === 2) {
    return (ctx) => {
      const query = queryOf(ctx)
      if (query === undefined) return general(ctx)
      const a = first(ctx, query)
      const b = second(ctx, query)
      return a === UNSURE || b === UNSURE ? general(ctx) : call(a, b)
    }
  }
  return (ctx) => {
    const args = readAll(ctx, readers, queryOf(ctx))
    return args === undefined ? general(ctx) : call(...args)
  }
}

function withBody(
  call: CallMethod,
  readers: readonly ReadArgument[],
  queryOf: QueryOf,
  list: readonly Argument[],
  body: BodyReader,
  general: ContextHandler
): ContextHandler {
  const at = list.findIndex(({ kind }) => kind === 'body')
  if (readers.length === 1) {
    const use: UseBody = (bound) =>
      bound.faults === undefined ? call(bound.value) : new RejectedInput(bound.faults, bound.tree)
    return (ctx) => ctx.boundBody(body, use)
  }
  return (ctx) => {
    const args = readAll(ctx, readers, queryOf(ctx))
    if (args === undefined) return general(ctx)
    return ctx.boundBody(body, (bound) => {
      if (bound.faults !== undefined) return new RejectedInput(bound.faults, bound.tree)
      args[at] = bound.value
      return call(...args)
    })
  }
}

function readAll(ctx: Context, readers: readonly ReadArgument[], query: PlainTexts | undefined): unknown[] | undefined {
  if (query === undefined) return undefined
  const args: unknown[] = []
  for (const read of readers) {
    const value = read(ctx, query)
    if (value === UNSURE) return undefined
    args.push(value)
  }
  return args
}

function compileReader(
  argument: Argument,
  inputs: MethodInputs,
  pattern: PathPattern,
  queried: readonly string[]
): ReadArgument | undefined {
  if (argument.kind === 'context') return (ctx) => ctx
  if (argument.kind === 'request') return (ctx) => ctx.request()
  if (argument.kind === 'body') return () => undefined
  const inPath = fieldOf(argument, inputs, 'path')
  if (inPath !== undefined) {
    const accept = compileTextAcceptor(inPath)
    const index = pattern.parameters.findIndex(({ name }) => name === inPath.name)
    if (accept === undefined || index === -1) return undefined
    return (ctx) => sure(accept(ctx.pathValue(index)))
  }
  const inQuery = fieldOf(argument, inputs, 'query')
  return inQuery === undefined ? undefined : compileQueryReader(inQuery, queried.indexOf(inQuery.name))
}

function compileQueryReader(field: FieldSchema, index: number): ReadArgument | undefined {
  const accept = compileTextAcceptor(field)
  if (accept === undefined) return undefined
  const absent = field.required || field.default !== undefined ? UNSURE : undefined
  return (_ctx, query) => {
    const text = query[index]
    return text === undefined ? absent : sure(accept(text))
  }
}

function sure(value: unknown): unknown {
  return value === undefined ? UNSURE : value
}

/** The field of a named parameter, if it is in this place. */
function fieldOf(argument: Argument, { groups }: MethodInputs, place: string): FieldSchema | undefined {
  if (argument.kind !== 'field') return undefined
  const group = groups[argument.group]
  return group?.place === place ? group.fields.find(({ property }) => property === argument.property) : undefined
}
