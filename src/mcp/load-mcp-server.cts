/** Loads the SDK while an application is declared. In CommonJS, which can load synchronously, and which bundlers understand. */
export = (): typeof import('@modelcontextprotocol/server') => require('@modelcontextprotocol/server')
