/**
 * Libraries that only some applications need, loaded when they do: while routes are registered, so without waiting.
 *
 * In CommonJS, where that can be, and where whoever bundles for an edge worker sees what is loaded.
 */
export = {
  loadProxyAddr: (): typeof import('@fastify/proxy-addr') => require('@fastify/proxy-addr')
}
