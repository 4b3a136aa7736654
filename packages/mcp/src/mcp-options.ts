import { checkOptions, type Middleware, type OptionTable, type SecurityRequirement, SetupError } from 'fieldstone'

/** Which operations are tools, and where they are served. */
export interface McpOptions {
  /** The operations with at least one of these tags, but for those that cannot be tools: a warning names them. */
  readonly tags?: readonly string[]
  /** The operations with these `operationId`s. */
  readonly operations?: readonly string[]
  /** Of routes that have versions, the version whose operations are tools. Default: the default version, or else the last. */
  readonly apiVersion?: string
  /** The path of the endpoint (streamable HTTP); it is not in the document. Default: `/mcp`. */
  readonly path?: string
  /** The name by which the server introduces itself. Default: the title of the document. */
  readonly name?: string
  /** Its version. Default: that of the document. */
  readonly version?: string
  /** What a model should know of all tools together. Default: the description of the document. */
  readonly instructions?: string
  /**
   * The origins of web pages that may use the endpoint, as `https://chat.example`. A request with any other
   * `Origin` gets a 403, so that no page can reach a service on the reader's own machine or network (DNS rebinding). Pages on
   * `localhost` and loopback addresses are always accepted, programs without an `Origin` too. Default: none.
   */
  readonly origins?: readonly string[]
  /**
   * What a request to the endpoint itself must show, as the option `security` of a route. The operations require what they
   * declare in any case: the credentials of the request to the endpoint are passed on. Default: nothing.
   */
  readonly security?: readonly SecurityRequirement[]
  /** Middleware around the endpoint alone. */
  readonly middleware?: readonly Middleware[]
  /** The most bytes of a response that a tool returns; a larger one is a tool error. Default: 1,000,000. */
  readonly responseLimit?: number
}

/** {@link McpOptions}, by name. */
const MCP_OPTIONS: OptionTable<McpOptions> = {
  tags: true,
  operations: true,
  apiVersion: true,
  path: true,
  name: true,
  version: true,
  instructions: true,
  origins: true,
  security: true,
  middleware: true,
  responseLimit: true
}

/** Which operations become tools. */
export type ToolSelection = Pick<McpOptions, 'tags' | 'operations'>

/** Checks names and values. @throws SetupError APPLICATION_INVALID, BootstrapError of OPTION_UNKNOWN */
export function checkMcpOptions(options: McpOptions | undefined): void {
  if (options === undefined) {
    throw new SetupError(
      'APPLICATION_INVALID',
      'there are no options',
      'mcp()',
      "name operations: mcp({ tags: ['…'] })"
    )
  }
  checkOptions(options, MCP_OPTIONS, 'mcp()')
  checkValues(options)
}

function checkValues(options: McpOptions): void {
  const { path, tags, operations, origins, responseLimit } = options
  const invalid = (what: string, remedy: string) => new SetupError('APPLICATION_INVALID', what, 'mcp()', remedy)
  if (path !== undefined && !(typeof path === 'string' && path.startsWith('/'))) {
    throw invalid('path is not a path', "write path: '/mcp'")
  }
  for (const [name, list] of Object.entries({ tags, operations, origins })) {
    if (list === undefined || (Array.isArray(list) && list.every((item) => typeof item === 'string'))) continue
    throw invalid(`${name} is not a list of texts`, `write ${name}: ['…']`)
  }
  for (const origin of origins ?? []) {
    if (URL.canParse(origin) && new URL(origin).origin === origin) continue
    throw invalid(
      `origins has ${JSON.stringify(origin)}, which is not an origin`,
      "write it like 'https://chat.example'"
    )
  }
  for (const name of ['apiVersion', 'name', 'version', 'instructions'] as const) {
    const value: unknown = options[name]
    if (value === undefined || typeof value === 'string') continue
    throw invalid(`${name} is not a text`, name === 'apiVersion' ? "write apiVersion: '2'" : `write ${name}: '…'`)
  }
  if (responseLimit !== undefined && !(Number.isSafeInteger(responseLimit) && responseLimit > 0)) {
    throw invalid('responseLimit is not a size', 'give a whole number of bytes above 0')
  }
}
