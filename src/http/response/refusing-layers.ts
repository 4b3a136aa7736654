import type { Middleware } from '../route.js'

/** The statuses that a layer can answer by itself, as far as the document tells them without being asked. */
export type LayerStatus = 429 | 503

const known = new WeakMap<Middleware, readonly LayerStatus[]>()

/** The same layer, of which the document says that it can answer by these statuses with a problem, wherever it stands. */
export function refusing(layer: Middleware, statuses: readonly LayerStatus[]): Middleware {
  known.set(layer, statuses)
  return layer
}

/** What the layers can answer by themselves. */
export function layerStatuses(layers: readonly Middleware[]): Set<LayerStatus> {
  return new Set(layers.flatMap((layer) => known.get(layer) ?? []))
}
