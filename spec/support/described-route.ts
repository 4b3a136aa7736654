import {
  BootstrapError,
  generateOpenAPISpec,
  type Method,
  type OpenAPIConfig,
  type RouteDefinition,
  type RouteOptions
} from 'fieldstone'
import type { RegisteredOptions } from '../../src/http/operation-options.js'
import { parsePathPattern } from '../../src/http/path/pattern.js'
import type { RecordLookup } from '../../src/record/json-schema/json-schema.js'

export const CONFIG: OpenAPIConfig = { title: 'Shop', version: '1.0.0' }

/** A route that only describes itself: its handler must never run. */
export function describedRoute(
  method: Method,
  path: string,
  options: RegisteredOptions<RouteOptions> = {},
  source = `${method} ${path}`
): RouteDefinition {
  const handler = () => {
    throw new Error('a document is generated without calling handlers')
  }
  return { method, path, pattern: parsePathPattern(path, source), handler, options, middleware: [], source }
}

/** The messages of the setup errors that keep the document of these routes from being generated. */
export function faultsOf(
  routes: readonly RouteDefinition[],
  config: unknown = CONFIG,
  lookup?: RecordLookup
): string[] {
  try {
    generateOpenAPISpec({ routes }, config as OpenAPIConfig, lookup)
  } catch (error) {
    if (error instanceof BootstrapError) return error.errors.map(({ message }) => message)
    throw error
  }
  return []
}
