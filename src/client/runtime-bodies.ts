import { code } from './runtime-text.js'

const BODIES = code`
/** The body as it is sent; its media type is added to the headers. */
function bodyOf(description: Description, input: object, headers: Headers): unknown {
  const body = member(input, 'body')
  if (description.body === undefined || body === undefined) return undefined
  const given = member(input, 'contentType')
  const types = description.body.map(([each]) => each)
  const chosen = typeof given === 'string' ? typeAmong(types, given) : types[0]
  if (chosen === undefined) throw new TypeError(\`\${description.id}: the body is \${types.join(' or ')}, and not \${String(given)}\`)
  const [contentType, kind, fields = []] = description.body.find(([each]) => each === chosen) ?? ['', '']
  // A form writes its own boundary there.
  if (kind !== 'multipart') headers.set('content-type', typeOf(contentType, given, body))
  if (kind === 'json') return JSON.stringify(body)
  return /*encoded*/ body
}

/** A range is no media type: there it is the one that was given, or that of the body itself. */
function typeOf(contentType: string, given: unknown, body: unknown): string {
  if (!contentType.includes('*')) return contentType
  if (typeof given === 'string') return given
  const own = typeof Blob === 'function' && body instanceof Blob ? body.type : ''
  return own === '' ? 'application/octet-stream' : own
}
`

const FORM = code`
function formText(body: object, fields: readonly Encoding[]): string {
  if (typeof URLSearchParams === 'function' && body instanceof URLSearchParams) return body.toString()
  const pairs = Object.entries(body).flatMap(([name, value]) => {
    if (value === undefined || value === null) return []
    const style = fields.find(([each]) => each === name)?.[1]
    return queryPairs(name, value, style ?? (isPlain(value) || Array.isArray(value) ? undefined : 'json'))
  })
  return pairs.join('&')
}
`

const MULTIPART = code`
function formData(body: object, fields: readonly Encoding[]): FormData {
  if (body instanceof FormData) return body
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    const type = fields.find(([each]) => each === name)?.[1] ?? ''
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item instanceof Blob) {
        const file = item.type === '' && type.includes('/') ? new Blob([item], { type }) : item
        const fileName = (item as { readonly name?: string }).name
        if (fileName === undefined) form.append(name, file)
        else form.append(name, file, fileName)
      } else if (item !== undefined && item !== null) {
        form.append(name, plainText(item))
      }
    }
  }
  return form
}
`

const NO_BODIES = code`
function bodyOf(_description: Description, _input: object, _headers: Headers): unknown {
  return undefined
}
`

/** What writes bodies of these kinds. */
export function bodyCode(kinds: ReadonlySet<string>): string {
  if (kinds.size === 0) return NO_BODIES
  const parts: string[] = []
  const cases: string[] = []
  if (kinds.has('form')) {
    parts.push(FORM)
    cases.push("  if (kind === 'form') return formText(body as object, fields)\n")
  }
  if (kinds.has('multipart')) {
    parts.push(MULTIPART)
    cases.push("  if (kind === 'multipart') return formData(body as object, fields)\n")
  }
  let main = BODIES.replace('  return /*encoded*/ body\n', `${cases.join('')}  return body\n`)
  if (cases.length === 0) main = main.replace(', fields = []]', ']')
  return [main, ...parts].join('\n')
}
