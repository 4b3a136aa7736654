/** Loads @opentelemetry/api while an application is declared. In CommonJS, which can load synchronously, and which bundlers understand. */
export = (): typeof import('@opentelemetry/api') => require('@opentelemetry/api')
