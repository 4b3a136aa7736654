/**
 * A request as code: for a shell and for `fetch`. Credentials are names of variables, so that no secret is copied along.
 *
 * @typedef {object} SampleRequest
 * @property {string} method in upper case
 * @property {string} url absolute
 * @property {readonly (readonly [name: string, value: string])[]} headers
 * @property {{ kind: 'text', text: string } | { kind: 'form', parts: readonly (readonly [string, unknown])[] }
 *   | { kind: 'file' } | undefined} body `form` is multipart
 * @property {readonly Credential[]} credentials
 *
 * @typedef {object} Credential
 * @property {string} scheme
 * @property {'bearer' | 'basic' | 'header' | 'query' | 'cookie'} kind
 * @property {string} name of the header, the query parameter or the cookie
 */

/** The name of the variable that has a credential: `TOKEN` for the only one. */
function variableOf({ scheme, kind }, all) {
  if (kind === 'basic') return 'USER_AND_PASSWORD'
  const own = scheme
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toUpperCase()
  return all.length === 1 ? 'TOKEN' : `TOKEN_${own}`
}

/** As a query parameter, with the variable in place of the value. */
function withQuery(url, credentials, variable) {
  const added = credentials
    .filter(({ kind }) => kind === 'query')
    .map((each) => `${encodeURIComponent(each.name)}=${variable(each)}`)
  if (added.length === 0) return url
  return `${url}${url.includes('?') ? '&' : '?'}${added.join('&')}`
}

/** @param {SampleRequest} request */
export function curlOf({ method, url, headers, body, credentials }) {
  const variable = (each) => `$${variableOf(each, credentials)}`
  const lines = []
  if (method === 'HEAD') lines.push('--head')
  else if (method !== 'GET') lines.push(`--request ${shell(method)}`)
  // curl writes the type of a form itself, with its boundary.
  for (const [name, value] of headers.filter(([name]) => body?.kind !== 'form' || !/^content-type$/i.test(name)))
    lines.push(`--header ${shell(`${name}: ${value}`)}`)
  for (const each of credentials) {
    if (each.kind === 'bearer') lines.push(`--header "Authorization: Bearer ${variable(each)}"`)
    if (each.kind === 'basic') lines.push(`--user "${variable(each)}"`)
    if (each.kind === 'header') lines.push(`--header ${shellWith(`${each.name}: `, variable(each))}`)
    if (each.kind === 'cookie') lines.push(`--cookie ${shellWith(`${each.name}=`, variable(each))}`)
  }
  if (body?.kind === 'text') lines.push(`--data-raw ${shell(body.text)}`)
  if (body?.kind === 'file') lines.push("--data-binary '@file'")
  if (body?.kind === 'form') {
    for (const [name, value] of body.parts)
      lines.push(
        isFile(value)
          ? `--form ${shell(`${name}=@${value.name ?? 'file'}`)}`
          : `--form-string ${shell(`${name}=${partText(value)}`)}`
      )
  }
  const hasVariable = credentials.some(({ kind }) => kind === 'query')
  const address = withQuery(url, credentials, variable)
  const target = hasVariable ? shellWith(url, address.slice(url.length)) : shell(address)
  return ['curl', ...lines, target].join(lines.length === 0 ? ' ' : ' \\\n  ')
}

/** Between single quotes a shell reads no character but the quote itself. */
function shell(text) {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** A text, and behind it one in which the shell puts a variable. */
function shellWith(text, expanded) {
  return /^[\w:/.?=&%~-]*$/.test(text) ? `"${text}${expanded}"` : `${shell(text)}"${expanded}"`
}

/** @param {SampleRequest} request */
export function fetchOf({ method, url, headers, body, credentials }) {
  const variable = (each) => camel(variableOf(each, credentials))
  const lines = []
  const given = headers
    .filter(([name]) => !/^content-type$/i.test(name) || body?.kind !== 'form')
    .map(([name, value]) => [name, literal(value)])
  for (const each of credentials) {
    if (each.kind === 'bearer') given.push(['Authorization', `\`Bearer \${${variable(each)}}\``])
    if (each.kind === 'basic') given.push(['Authorization', `\`Basic \${btoa(${variable(each)})}\``])
    if (each.kind === 'header') given.push([each.name, variable(each)])
    if (each.kind === 'cookie') lines.push("  credentials: 'include'")
  }
  if (method !== 'GET') lines.unshift(`  method: ${literal(method)}`)
  if (given.length > 0)
    lines.push(`  headers: {\n${given.map(([name, value]) => `    ${key(name)}: ${value}`).join(',\n')}\n  }`)
  const isJson = headers.some(([name, value]) => /^content-type$/i.test(name) && /\bjson\b/i.test(value))
  if (body?.kind === 'text') lines.push(`  body: ${(isJson && jsonCall(body.text)) || literal(body.text)}`)
  if (body?.kind === 'file') lines.push('  body: file')
  if (body?.kind === 'form') lines.push('  body: form')
  const form =
    body?.kind === 'form'
      ? [
          'const form = new FormData()',
          ...body.parts.map(
            ([name, value]) => `form.append(${literal(name)}, ${isFile(value) ? 'file' : literal(partText(value))})`
          )
        ]
      : []
  const hasQuery = credentials.some(({ kind }) => kind === 'query')
  const address = withQuery(url, credentials, (each) => `\${encodeURIComponent(${variable(each)})}`)
  const target = hasQuery ? `\`${url.replace(/[\\`]|\$\{/g, '\\$&')}${address.slice(url.length)}\`` : literal(url)
  const options = lines.length === 0 ? '' : `, {\n${lines.join(',\n')}\n}`
  return [...form, `const response = await fetch(${target}${options})`, readLine(method)].filter(Boolean).join('\n')
}

function readLine(method) {
  return method === 'HEAD' ? 'console.log(response.status)' : 'console.log(response.status, await response.text())'
}

function jsonCall(text) {
  try {
    return `JSON.stringify(${indented(pretty(JSON.parse(text)), '  ')})`
  } catch {
    return undefined
  }
}

/** A value as JavaScript writes it, with lines that are short enough to be read. */
function pretty(value, indent = '') {
  if (typeof value === 'string') return literal(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((each) => pretty(each, `${indent}  `))
    : Object.entries(value).map(([name, each]) => `${key(name)}: ${pretty(each, `${indent}  `)}`)
  if (parts.length === 0) return isList ? '[]' : '{}'
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }']
  const line = `${open}${parts.join(', ')}${close}`
  if (line.length + indent.length <= 70 && !line.includes('\n')) return line
  return `${open.trim()}\n${parts.map((part) => `${indent}  ${part}`).join(',\n')}\n${indent}${close.trim()}`
}

function indented(code, by) {
  return code.replaceAll('\n', `\n${by}`)
}

/** JSON writes no line separators of JavaScript; between single quotes it is as people write it. */
function literal(text) {
  const inside = JSON.stringify(String(text)).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inside.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}

/** `__proto__` between quotes would be the prototype. */
function key(name) {
  if (name === '__proto__') return "['__proto__']"
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
}

function camel(name) {
  return name.toLowerCase().replace(/_+(\w)/g, (_, letter) => letter.toUpperCase())
}

function partText(value) {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

function isFile(value) {
  return typeof Blob !== 'undefined' && value instanceof Blob
}
