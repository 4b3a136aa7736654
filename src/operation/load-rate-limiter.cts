/** Loads rate-limiter-flexible while an application is declared. In CommonJS, which can load synchronously, and which bundlers understand. */
export = (): typeof import('rate-limiter-flexible') => require('rate-limiter-flexible')
