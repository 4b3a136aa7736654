/** Code of the client, as it is written into its file. A backtick and a dollar sign have a backslash before them here. */
export function code({ raw }: TemplateStringsArray): string {
  return (raw[0] ?? '').replace(/\\([`$])/g, '$1').trimStart()
}
