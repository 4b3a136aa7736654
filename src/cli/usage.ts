/** The command was called wrongly, or cannot do its work: printed without a stack, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** What `fieldstone --help` prints. */
export const HELP = `Usage: fieldstone <command> <module> [options]

Commands:
  verify <module>     Check a service against its published document
  document <module>   Print the OpenAPI document as JSON

<module> is compiled JavaScript. Its default export, or its export named application, app or service,
is an Application or what bootstrap returned. Importing it must not start to listen.

Options of verify:
  --runs <n>            How many requests are made (default: 1000)
  --seed <n>            Make the same requests again (default: random)
  --skip <id,…>         Skip operations, by operationId
  --header <name:value> Send a header with every request; may be given several times
  --query <name=value>  Send a query parameter with every request; may be given several times
  --max <n>             Stop after so many different disagreements (default: 20)
  --shrink-runs <n>     Requests to simplify one disagreement (default: 200)
  --reset-every <n>     Call reset before every n-th request that may change state (default: 1)
  --timeout <ms>        How long a response may take (default: 10000)
  --document-path <p>   Read the document from this path of the service
  --base-url <url>      The service's address in curl lines (default: http://localhost:8080)
  --json                Print the report as JSON

If <module> exports a function named reset, it is awaited before requests that may change state.

Options:
  -h, --help            Print this text
  -v, --version         Print the version

Exit codes: 0 service and document agree, 1 they do not, 2 the command was called wrongly or the module
cannot be loaded.
`
