/** Loads prom-client while an application is declared. In CommonJS, which can load synchronously, and which bundlers understand. */
export = (): typeof import('prom-client') => require('prom-client')
