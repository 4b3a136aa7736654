/// <reference types="node" preserve="true" />

import type { Registry } from 'prom-client'
import { SetupError } from '../errors.js'
import type { Context } from '../http/context.js'
import type { EndedExchange, Hooks } from '../http/hooks.js'
import type { Middleware } from '../http/route.js'
import type { Routes } from '../http/routes.js'
import { checkOptions, FLAG, type OptionTable } from '../options.js'
import { DURATION_BUCKETS } from './duration-buckets.js'
import { loadLibrary } from './library.js'
import loadPromClient from './load-prom-client.cjs'

/** The part of prom-client's `Registry` that other code can rely on; an application without prom-client compiles. */
export interface MetricsRegistry {
  /** The media type of what `metrics` returns. */
  readonly contentType: string
  /** All metrics as text. */
  metrics(): Promise<string>
  /** A metric of this name; undefined if there is none. */
  getSingleMetric(name: string): object | undefined
}

/** What is measured, and where the metrics are served. */
export interface PrometheusOptions<R extends MetricsRegistry = MetricsRegistry> {
  /** The path of the metrics: not in the document, and outside of all middleware. `false` for none. Default: `/metrics`. */
  readonly path?: string | false
  /** Middleware around the metrics only, to restrict access. */
  readonly middleware?: readonly Middleware[]
  /** A `Registry` of prom-client, which contains the metrics that are served. Default: a new one. */
  readonly registry?: R
  /** Whether the process is measured as well (memory, event loop, garbage collection). Default: true without `registry`. */
  readonly processMetrics?: boolean
  /** The upper bounds of the histogram, in seconds. Default: those that OpenTelemetry recommends, 5 ms to 10 s. */
  readonly buckets?: readonly number[]
  /** The start of all names: `shop_`. Default: empty. */
  readonly prefix?: string
}

/** Hooks that measure requests, with the registry that contains the metrics. */
export interface PrometheusHooks<R extends MetricsRegistry = MetricsRegistry> extends Hooks {
  /** The registry of prom-client that has the metrics. */
  readonly registry: R
}

const PROMETHEUS_OPTIONS: OptionTable<PrometheusOptions> = {
  path: true,
  middleware: true,
  registry: true,
  processMetrics: FLAG,
  buckets: true,
  prefix: true
}

export { DURATION_BUCKETS }

/**
 * Measures requests for Prometheus, through prom-client: the histogram `http_request_duration_seconds` with the labels
 * `method`, `route` (the template, `/items/{id}`; empty where no route matches) and `status` (`aborted` where the client
 * left before there was one), the gauge `http_requests_in_progress`, and
 * the counter `http_response_violations_total` of responses that break the document, with the labels `method`, `route` and
 * `status`. Clients choose no label: a method that HTTP does not define counts as `_OTHER`.
 *
 * @throws SetupError APPLICATION_INVALID where prom-client is not installed, and for an invalid option
 *
 * @example new Application({ title, version, controllers, hooks: [prometheus()] })
 */
export function prometheus<R extends MetricsRegistry = MetricsRegistry>(
  options: PrometheusOptions<R> = {}
): PrometheusHooks<R> {
  checkOptions(options, PROMETHEUS_OPTIONS, 'prometheus()')
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = loadLibrary(
    'prom-client',
    'prometheus()',
    loadPromClient
  )
  const { path = '/metrics', middleware = [], prefix = '', buckets = DURATION_BUCKETS } = options
  checkValues(options, Registry)
  const registry = (options.registry as Registry | undefined) ?? new Registry()
  if (options.processMetrics ?? options.registry === undefined) collectDefaultMetrics({ register: registry, prefix })
  const durationName = `${prefix}http_request_duration_seconds`
  const violationsName = `${prefix}http_response_violations_total`
  const progressName = `${prefix}http_requests_in_progress`
  // Two applications may share a registry, and then they share the metrics.
  const duration =
    (registry.getSingleMetric(durationName) as InstanceType<typeof Histogram<Label>> | undefined) ??
    new Histogram({
      name: durationName,
      help: 'How long requests took to be answered, in seconds',
      labelNames: LABELS,
      buckets: [...buckets],
      registers: [registry]
    })
  const progress =
    (registry.getSingleMetric(progressName) as InstanceType<typeof Gauge> | undefined) ??
    new Gauge({ name: progressName, help: 'How many requests are being answered', registers: [registry] })
  const violations =
    (registry.getSingleMetric(violationsName) as InstanceType<typeof Counter<Label>> | undefined) ??
    new Counter({
      name: violationsName,
      help: 'How many responses broke the document',
      labelNames: LABELS,
      registers: [registry]
    })
  return {
    registry: registry as MetricsRegistry as R,
    onRequest: () => progress.inc(),
    onResponse: (ended) => {
      progress.dec()
      duration.observe(labelsOf(ended), ended.ms / 1000)
    },
    onViolation: ({ method, template = '' }, { status }) => {
      violations.inc({ method, route: template, status: String(status) })
    },
    onRouter: (router) => {
      if (path !== false) serve(router, path, middleware, registry)
    }
  }
}

const LABELS = ['method', 'route', 'status'] as const
type Label = (typeof LABELS)[number]

function labelsOf({ method, template = '', status }: EndedExchange): Record<Label, string> {
  return { method, route: template, status: status === undefined ? 'aborted' : String(status) }
}

function serve(router: Routes, path: string, middleware: readonly Middleware[], registry: Registry): void {
  const handler = async (ctx: Context): Promise<void> => {
    const text = await registry.metrics()
    ctx.header('cache-control', 'no-store')
    ctx.send(200, registry.contentType, text)
  }
  const options = { hidden: true, handlerTimeout: 0, middleware }
  router.add({ method: 'GET', path, handler, options, isProbe: true, source: 'prometheus' })
}

function checkValues({ registry, buckets = DURATION_BUCKETS, prefix = '' }: PrometheusOptions, type: unknown): void {
  if (registry !== undefined && typeof (registry as Partial<Registry> | null)?.getSingleMetric !== 'function') {
    throw invalid(`registry is not a ${(type as { name: string }).name}`, "give a Registry of prom-client's")
  }
  const isAscending =
    Array.isArray(buckets) && buckets.every((bound, index) => bound > ((buckets[index - 1] as number | undefined) ?? 0))
  if (!isAscending) throw invalid('buckets are not ascending numbers above 0', 'give seconds: buckets: [0.1, 0.5, 1]')
  if (typeof prefix !== 'string' || !/^(?:[a-zA-Z_:][a-zA-Z0-9_:]*)?$/.test(prefix)) {
    throw invalid(`prefix is ${JSON.stringify(prefix)}`, 'give letters, digits and underscores')
  }
}

function invalid(what: string, remedy: string): SetupError {
  return new SetupError('APPLICATION_INVALID', what, 'prometheus()', remedy)
}
