/** In CommonJS, which can load synchronously, as routes are registered. */
export = (): typeof import('@fastify/proxy-addr') => require('@fastify/proxy-addr')
