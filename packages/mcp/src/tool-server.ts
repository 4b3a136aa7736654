import { type CallToolResult, ProtocolError, Server } from '@modelcontextprotocol/server'
import {
  BootstrapError,
  type FetchHandler,
  type Logger,
  type OpenAPIDocument,
  type Router,
  SetupError
} from 'fieldstone'
import type { McpOptions } from './mcp-options.js'
import { ArgumentError, type Caller, requestOf } from './tool-request.js'
import { failure, resultOf } from './tool-result.js'
import { type Tool, toolsOf } from './tools.js'

/** How the server introduces itself. */
export interface ServerIdentity {
  readonly name: string
  readonly version: string
  readonly instructions: string | undefined
}

/** Calls the operations of a service as tools: each call is a request to the service, in the same process. */
export class ToolServer {
  readonly #tools: ReadonlyMap<string, Tool>
  readonly #document: OpenAPIDocument
  readonly #fetch: FetchHandler
  readonly #identity: ServerIdentity
  readonly #responseLimit: number
  readonly #logger: Logger

  /** @param fetch the whole service: with its middleware, security schemes, checks, hooks and limits */
  constructor(
    tools: readonly Tool[],
    document: OpenAPIDocument,
    fetch: FetchHandler,
    identity: ServerIdentity,
    responseLimit: number,
    logger: Logger
  ) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]))
    this.#document = document
    this.#fetch = fetch
    this.#identity = identity
    this.#responseLimit = responseLimit
    this.#logger = logger
  }

  /** Makes the SDK's server of one connection or one request; `callerOf` finds who calls. */
  factory(callerOf: (authInfo: { readonly extra?: Record<string, unknown> } | undefined) => Caller): () => Server {
    const { instructions, name, version } = this.#identity
    const listed = [...this.#tools.values()].map(
      ({ name: tool, title, description, inputSchema, outputSchema, annotations }) => ({
        name: tool,
        ...(title !== undefined && { title }),
        description,
        inputSchema,
        ...(outputSchema !== undefined && { outputSchema }),
        annotations
      })
    )
    return () => {
      const options = { capabilities: { tools: {} }, ...(instructions !== undefined && { instructions }) }
      const server = new Server({ name, version }, options)
      server.setRequestHandler('tools/list', () => ({ tools: listed }))
      server.setRequestHandler('tools/call', ({ params }, { http, mcpReq }) => {
        const tool = this.#tools.get(params.name)
        if (tool === undefined) {
          // JSON-RPC's "Invalid params", as the protocol says of a tool that there is not.
          throw new ProtocolError(-32602, `There is no tool ${JSON.stringify(params.name)}`)
        }
        return this.#call(tool, params.arguments ?? {}, callerOf(http?.authInfo), mcpReq.signal)
      })
      return server
    }
  }

  async #call(
    tool: Tool,
    given: Readonly<Record<string, unknown>>,
    caller: Caller,
    signal: AbortSignal
  ): Promise<CallToolResult> {
    try {
      const request = requestOf(tool, given, caller, this.#document, signal)
      const response = await this.#fetch(request, { remoteAddress: caller.remoteAddress })
      return await resultOf(tool, response, this.#responseLimit)
    } catch (err) {
      if (err instanceof ArgumentError) return failure(err.message)
      if (!signal.aborted) this.#logger.error({ err, tool: tool.name }, 'A tool could not be called')
      return failure(`${tool.name} was cut before its response was complete`)
    }
  }
}

const RESPONSE_LIMIT = 1_000_000

/** How the tools of a router are chosen and introduced. */
export type ToolOptions = Pick<
  McpOptions,
  'tags' | 'operations' | 'apiVersion' | 'name' | 'version' | 'instructions' | 'responseLimit'
>

/**
 * The tools of a router whose routes are all registered.
 *
 * @throws BootstrapError with everything that is wrong with the selection
 */
export function toolServer(router: Router, options: ToolOptions): ToolServer {
  const errors: SetupError[] = []
  const document = router.describe({ openapi: '3.2' }, options.apiVersion)
  const { logger } = router
  const tools = toolsOf(document, options, errors, (operation, why) => {
    logger.warn({ operation }, `mcp(): ${operation} has a selected tag, and is not a tool: ${why}`)
  })
  if (errors.length > 0) throw new BootstrapError(errors)
  if (tools.length === 0) {
    throw new SetupError('APPLICATION_INVALID', 'no operation is a tool', 'mcp()', 'name tags or operations')
  }
  const { title, version, description } = document.info
  const identity = {
    name: options.name ?? title,
    version: options.version ?? version,
    instructions: options.instructions ?? description
  }
  return new ToolServer(tools, document, router.fetch, identity, options.responseLimit ?? RESPONSE_LIMIT, logger)
}
