/** What a runtime expression of a link or a callback points at. OpenAPI 3.0.3, section 4.7.20.4. */
export type RuntimeExpression = { readonly text: string } & (
  | { readonly of: 'url' | 'method' | 'statusCode' }
  | { readonly of: 'request' | 'response'; readonly place: 'header' | 'query' | 'path'; readonly name: string }
  /** `pointer` has the names of a JSON Pointer; it is empty for the whole body. */
  | { readonly of: 'request' | 'response'; readonly place: 'body'; readonly pointer: readonly string[] }
)

const WHOLE: Readonly<Record<string, 'url' | 'method' | 'statusCode'>> = {
  $url: 'url',
  $method: 'method',
  $statusCode: 'statusCode'
}

/** The expression that a text is; undefined where it is none. */
export function parseExpression(text: string): RuntimeExpression | undefined {
  const whole = Object.hasOwn(WHOLE, text) ? WHOLE[text] : undefined
  if (whole !== undefined) return { text, of: whole }
  const source =
    /^\$(request|response)\.(?:body(?:#((?:\/(?:[^~/]|~[01])*)*))?|(header)\.([\w!#$%&'*+.^`|~-]+)|(query|path)\.(.+))$/s
  const match = source.exec(text)
  if (match === null) return undefined
  const [, message, pointer = '', header, token, place = header, name = token] = match
  const of = message as 'request' | 'response'
  if (place !== undefined) return { text, of, place: place as 'header' | 'query' | 'path', name: name as string }
  const names = pointer.split('/').slice(1)
  return { text, of, place: 'body', pointer: names.map((one) => one.replaceAll('~1', '/').replaceAll('~0', '~')) }
}

/** A text with expressions in braces: its parts, in order. */
export type ExpressionTemplate = readonly (string | RuntimeExpression)[]

/**
 * A text in which expressions are in braces: `{$request.query.callbackUrl}/data`. A text that is an expression as a whole has
 * that one part.
 *
 * @returns the wrong expression in place of the parts, where one is wrong
 */
export function parseTemplate(text: string): ExpressionTemplate | { readonly wrong: string } {
  if (text.startsWith('$')) {
    const expression = parseExpression(text)
    return expression === undefined ? { wrong: text } : [expression]
  }
  const parts: (string | RuntimeExpression)[] = []
  let rest = text
  for (let open = rest.indexOf('{$'); open >= 0; open = rest.indexOf('{$')) {
    const close = rest.indexOf('}', open)
    const inner = close < 0 ? rest.slice(open + 1) : rest.slice(open + 1, close)
    const expression = close < 0 ? undefined : parseExpression(inner)
    if (expression === undefined) return { wrong: inner }
    if (open > 0) parts.push(rest.slice(0, open))
    parts.push(expression)
    rest = rest.slice(close + 1)
  }
  if (rest !== '') parts.push(rest)
  return parts
}
