/**
 * Loads the optional libraries of this folder when they are needed: while an application is declared, so synchronously.
 * In CommonJS, where that is possible, and where bundlers see what is loaded.
 */
export = {
  '@opentelemetry/api': (): typeof import('@opentelemetry/api') => require('@opentelemetry/api'),
  'prom-client': (): typeof import('prom-client') => require('prom-client'),
  'rate-limiter-flexible': (): typeof import('rate-limiter-flexible') => require('rate-limiter-flexible'),
  ioredis: (): typeof import('ioredis') => require('ioredis')
}
