/**
 * The optional libraries of this folder, loaded when they are asked for: while an application is declared, so without
 * waiting. In CommonJS, where that can be, and where whoever bundles sees what is loaded.
 */
export = {
  '@opentelemetry/api': (): typeof import('@opentelemetry/api') => require('@opentelemetry/api'),
  'prom-client': (): typeof import('prom-client') => require('prom-client'),
  'rate-limiter-flexible': (): typeof import('rate-limiter-flexible') => require('rate-limiter-flexible'),
  ioredis: (): typeof import('ioredis') => require('ioredis')
}
