import { type Fault } from '../../errors.js'
import type { Binder } from '../../record/binder.js'
import type { Bound } from '../../record/type/fault-list.js'
import type { FieldSchema } from '../../record/type/schema.js'
import type { BodyReader } from '../body/request-body.js'
import type { Context } from '../context.js'
import type { ParameterPlace } from '../parameter-name.js'
import { RejectedInput } from '../response/rejected-input.js'
import type { ContextHandler } from '../route.js'
import { compileTextReader } from './text-reader.js'

/** Parameters of one place that are bound together. */
export interface ParameterGroup {
  readonly place: ParameterPlace
  readonly binder: Pick<Binder<object>, 'validate'>
  readonly fields: readonly FieldSchema[]
}

/** Called with what was bound, one for each group, when there is no fault. */
export type UseInputs = (ctx: Context, groups: readonly Bound<unknown>[], body: unknown) => unknown

/** What the body of a request is read with: whose it is, and what was bound before. */
interface WithGroups {
  readonly ctx: Context
  readonly results: readonly Bound<object>[]
}

/**
 * Compiles the handler that reads and checks groups of parameters, then the body, and calls `use` with them; it returns
 * the faults of all of them together where there are any.
 */
export function compileInputHandler(
  groups: readonly ParameterGroup[],
  body: BodyReader | undefined,
  use: UseInputs
): ContextHandler {
  const bindings = groups.map(compileBinding)
  // Loops and not callbacks: this runs for most requests.
  const useBound = (ctx: Context, results: readonly Bound<unknown>[], value?: unknown): unknown => {
    for (const { faults } of results) if (faults !== undefined) return rejectionOf(results)
    return use(ctx, results, value)
  }
  const read = body?.<WithGroups>((bound, { ctx, results }) => useBound(ctx, [...results, bound], bound.value))
  const bindBody = (ctx: Context, results: readonly Bound<object>[]): unknown =>
    read === undefined ? useBound(ctx, results) : ctx.boundBody(read, { ctx, results })
  const [only] = bindings
  // Most routes: no list grows, which would keep room for sixteen more.
  if (only !== undefined && bindings.length === 1) {
    return (ctx) => {
      const result = only(ctx)
      if (result instanceof Promise) return result.then((settled) => bindBody(ctx, [settled]))
      return bindBody(ctx, [result])
    }
  }
  return (ctx) => {
    const results: (Bound<object> | Promise<Bound<object>>)[] = []
    let isPending = false
    for (const bind of bindings) {
      const result = bind(ctx)
      if (result instanceof Promise) isPending = true
      results.push(result)
    }
    if (isPending) return Promise.all(results).then((settled) => bindBody(ctx, settled))
    return bindBody(ctx, results as Bound<object>[])
  }
}

function compileBinding(group: ParameterGroup): (ctx: Context) => Bound<object> | Promise<Bound<object>> {
  const read = compileTextReader(group)
  return (ctx) => group.binder.validate(read(ctx))
}

/** Rejects the request with the faults of all places. */
export function rejectionOf(results: readonly Bound<unknown>[]): RejectedInput {
  const faults: Fault[] = []
  for (const result of results) if (result.faults !== undefined) faults.push(...result.faults)
  const trees = results.map((result) => (result.faults === undefined ? undefined : result.tree))
  return new RejectedInput(faults, () => trees.flatMap((tree) => tree?.() ?? []))
}
