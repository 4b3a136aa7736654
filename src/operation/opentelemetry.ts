/// <reference types="node" preserve="true" />

import type {
  Attributes,
  Histogram,
  MeterProvider,
  Span,
  Context as TraceContext,
  TracerProvider
} from '@opentelemetry/api'
import { HttpError, SetupError } from '../errors.js'
import type { Context } from '../http/context.js'
import type { EndedExchange, Exchange, Hooks } from '../http/hooks.js'
import { checkOptions, type OptionTable } from '../options.js'
import { DURATION_BUCKETS } from './duration-buckets.js'
import { loadLibrary } from './library.js'
import loadOpenTelemetry from './load-opentelemetry.cjs'

type Api = typeof import('@opentelemetry/api')

/** The part of a `TracerProvider` that is used; an application without `@opentelemetry/api` compiles. */
export interface TracerSource {
  /** The tracer of this name. */
  getTracer(name: string): { startSpan(name: string): object }
}

/** The part of a `MeterProvider` that is used; an application without `@opentelemetry/api` compiles. */
export interface MeterSource {
  /** The meter of this name. */
  getMeter(name: string): { createHistogram(name: string): object }
}

/** Where traces and metrics go. */
export interface OpenTelemetryOptions {
  /** A `TracerProvider` of `@opentelemetry/api`. Default: the global one, which the SDK registers. */
  readonly tracerProvider?: TracerSource
  /** A `MeterProvider` of `@opentelemetry/api`. Default: the global one, which the SDK registers. */
  readonly meterProvider?: MeterSource
}

const OPEN_TELEMETRY_OPTIONS: OptionTable<OpenTelemetryOptions> = { tracerProvider: true, meterProvider: true }

/** The state of a request while it is handled. */
interface Trace {
  readonly span: Span
  readonly context: TraceContext
  /** Whether the span was started here, so that it must be ended and measured here. */
  readonly isOwn: boolean
  readonly attributes: Attributes
  error: unknown
}

/** The key under which `@opentelemetry/core` keeps what Node's instrumentation of http knows of a request. */
const RPC_METADATA = Symbol.for('OpenTelemetry SDK Context Key RPC_METADATA')

/**
 * Traces and measures requests by OpenTelemetry's semantic conventions for HTTP servers (stable since 1.23), through
 * `@opentelemetry/api`: a span `GET /items/{id}` that continues the caller's trace and is active in middleware and
 * handlers, and the histogram `http.server.request.duration` in seconds. Statuses from 500 on and responses that were cut
 * are errors; their exception is recorded. Queries, headers and bodies are not recorded: they may contain secrets. A method
 * that HTTP does not define is `_OTHER`, and its span is called `HTTP`.
 *
 * Where `@opentelemetry/instrumentation-http` has already started a span for the request, that span gets the name and the
 * route, and no second one is started.
 *
 * @throws SetupError APPLICATION_INVALID where `@opentelemetry/api` is not installed, and for an invalid option
 *
 * @example new Application({ title, version, controllers, hooks: [openTelemetry()] })
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): Hooks {
  checkOptions(options, OPEN_TELEMETRY_OPTIONS, 'openTelemetry()')
  checkProviders(options)
  const api = loadLibrary('@opentelemetry/api', 'openTelemetry()', loadOpenTelemetry)
  const tracer = ((options.tracerProvider as TracerProvider | undefined) ?? api.trace).getTracer('fieldstone')
  const traces = new WeakMap<Context, Trace>()
  let histogram: Histogram | undefined
  // Made at the first request: unlike a tracer, a meter stays with the provider that is global when it is made.
  const measure = (): Histogram => {
    histogram ??= ((options.meterProvider as MeterProvider | undefined) ?? api.metrics)
      .getMeter('fieldstone')
      .createHistogram('http.server.request.duration', {
        description: 'Duration of HTTP server requests.',
        unit: 's',
        advice: { explicitBucketBoundaries: [...DURATION_BUCKETS] }
      })
    return histogram
  }
  return {
    onRequest: (exchange) => {
      traces.set(exchange.ctx, adopt(exchange, api) ?? begin(exchange, api, tracer))
    },
    around: ({ ctx }, run) => {
      const trace = traces.get(ctx)
      if (trace === undefined) run()
      else api.context.with(trace.context, run)
    },
    onError: ({ ctx }, error) => {
      const trace = traces.get(ctx)
      if (trace === undefined || (error instanceof HttpError && error.status < 500)) return
      trace.error = error
      trace.span.recordException(error instanceof Error ? error : String(error))
    },
    onResponse: (ended) => {
      const trace = traces.get(ended.ctx)
      if (trace?.isOwn !== true) return
      const outcome = outcomeOf(ended, trace.error)
      trace.span.setAttributes(outcome)
      if (outcome['error.type'] !== undefined) trace.span.setStatus({ code: api.SpanStatusCode.ERROR })
      trace.span.end()
      measure().record(ended.ms / 1000, { ...trace.attributes, ...outcome }, trace.context)
    }
  }
}

/** The span of Node's instrumentation of http, which measures the request once it knows the route. */
function adopt({ ctx, method, template }: Exchange, api: Api): Trace | undefined {
  const context = api.context.active()
  const metadata = context.getValue(RPC_METADATA) as { type?: unknown; span?: Span; route?: string } | undefined
  if (metadata?.type !== 'http' || metadata.span === undefined) return undefined
  const { span } = metadata
  if (template !== undefined && ctx.route !== undefined) {
    metadata.route = template
    span.updateName(spanName(method, template))
    span.setAttribute('http.route', template)
  }
  return { span, context, isOwn: false, attributes: {}, error: undefined }
}

function begin({ ctx, method, template }: Exchange, api: Api, tracer: ReturnType<TracerProvider['getTracer']>): Trace {
  const req = ctx.request()
  const parent = api.propagation.extract(api.context.active(), req.headers, {
    get: (headers, name) => headers[name.toLowerCase()],
    keys: (headers) => Object.keys(headers)
  })
  const route = template === undefined ? {} : { 'http.route': template }
  const attributes: Attributes = {
    'http.request.method': method,
    'url.scheme': ctx.protocol,
    'network.protocol.version': req.httpVersion === '2.0' ? '2' : req.httpVersion,
    ...route
  }
  const span = tracer.startSpan(
    spanName(method, template),
    {
      kind: api.SpanKind.SERVER,
      attributes: {
        ...attributes,
        'url.path': pathOf(req.url ?? '/'),
        ...serverOf(ctx.host),
        ...(ctx.ip !== '' && { 'client.address': ctx.ip }),
        ...(req.headers['user-agent'] !== undefined && { 'user_agent.original': req.headers['user-agent'] })
      }
    },
    parent
  )
  return { span, context: api.trace.setSpan(parent, span), isOwn: true, attributes, error: undefined }
}

/** `GET /items/{id}`, or `GET` without a route; the conventions call what is `_OTHER` `HTTP` here. */
function spanName(method: string, template: string | undefined): string {
  const name = method === '_OTHER' ? 'HTTP' : method
  return template === undefined ? name : `${name} ${template}`
}

function pathOf(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? target : target.slice(0, query)
}

function serverOf(host: string): Attributes {
  const [, address = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(host) ?? []
  if (address === '') return {}
  return { 'server.address': address, ...(port !== undefined && { 'server.port': Number(port) }) }
}

function outcomeOf({ status, isAborted }: EndedExchange, error: unknown): Attributes {
  const type = errorType(status, isAborted, error)
  return {
    ...(status !== undefined && { 'http.response.status_code': status }),
    ...(type !== undefined && { 'error.type': type })
  }
}

function errorType(status: number | undefined, isAborted: boolean, error: unknown): string | undefined {
  const hasFailed = status !== undefined && status >= 500
  if (!isAborted && !hasFailed) return undefined
  if (error instanceof Error && !(error instanceof HttpError))
    return /^[\w$.]{1,64}$/.test(error.name) ? error.name : '_OTHER'
  return hasFailed ? String(status) : 'aborted'
}

function checkProviders({ tracerProvider, meterProvider }: OpenTelemetryOptions): void {
  if (
    tracerProvider !== undefined &&
    typeof (tracerProvider as Partial<TracerSource> | null)?.getTracer !== 'function'
  ) {
    throw invalid('tracerProvider is not a TracerProvider', 'give one of the SDK of OpenTelemetry, or none')
  }
  if (meterProvider !== undefined && typeof (meterProvider as Partial<MeterSource> | null)?.getMeter !== 'function') {
    throw invalid('meterProvider is not a MeterProvider', 'give one of the SDK of OpenTelemetry, or none')
  }
}

function invalid(what: string, remedy: string): SetupError {
  return new SetupError('APPLICATION_INVALID', what, 'openTelemetry()', remedy)
}
