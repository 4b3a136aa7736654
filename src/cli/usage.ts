/** The command was called wrongly, or cannot do its work: printed without a stack, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** What `fieldstone --help` prints. */
export const HELP = `Usage: fieldstone <command> <module> [options]

Commands:
  verify <module>     Check a service against its published document; see fieldstone verify --help
  document <module>   Print the OpenAPI document as JSON

<module> is compiled JavaScript. Its default export, or its export named application, app or service,
is an Application or what bootstrap returned. Importing it must not start to listen.

Options:
  -h, --help            Print this text
  -v, --version         Print the version

Exit codes: 0 all is well, 2 the command was called wrongly or the module cannot be loaded; those of
verify are in its help.
`
