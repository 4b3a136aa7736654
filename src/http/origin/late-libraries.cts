/**
 * Libraries that only some applications need, loaded synchronously while routes are registered.
 *
 * In CommonJS, which can load synchronously, and in which a bundler for an edge worker finds what is loaded.
 */
export = {
  loadProxyAddr: (): typeof import('@fastify/proxy-addr') => require('@fastify/proxy-addr')
}
