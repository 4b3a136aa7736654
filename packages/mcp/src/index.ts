/// <reference types="node" preserve="true" />

export { mcp } from './mcp.js'
export type { McpOptions, ToolSelection } from './mcp-options.js'
export { type StdioOptions, serveStdio } from './serve-stdio.js'
