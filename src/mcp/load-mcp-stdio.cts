/** Loads the part of the SDK for stdio: in CommonJS as the rest of it, of which a process must have one copy. */
export = (): typeof import('@modelcontextprotocol/server/stdio') => require('@modelcontextprotocol/server/stdio')
