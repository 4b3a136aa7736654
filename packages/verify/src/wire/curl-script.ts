import { curlLine, type Hiding, SHOWN } from './curl.js'
import { textAt } from './json-text.js'
import { jsonOf, NoResponse } from './target.js'
import { percentEncode, type WireRequest, type WireResponse } from './wire-request.js'

/** A request of a script, with what its reader needs to know. */
export interface ScriptStep {
  readonly request: WireRequest
  readonly response: WireResponse | NoResponse
  /** What it does: `create a book`. */
  readonly note: string
  /** The path's parts that are in the JSON of earlier responses. */
  readonly uses: readonly ScriptUse[]
  /** Whether it is sent at the same time as the step before it. */
  readonly isAtOnce: boolean
}

/** A text that a request takes from the JSON of an earlier response. */
export interface ScriptUse {
  readonly from: Pick<ScriptStep, 'response'>
  /** The names of the properties that lead to it. */
  readonly path: readonly string[]
}

/** The name of a shell variable. */
type Variable = { readonly name: string; readonly path: readonly string[]; readonly text: string }

/**
 * Requests as a script for `sh`: a comment with the status that came, then the command. An id that a later request needs is
 * read from the response by `node`, as a service may choose another one.
 */
export function curlScript(steps: readonly ScriptStep[], base: string, hiding: Hiding = SHOWN): string {
  const variables = variablesOf(steps)
  const lines = steps.flatMap((step, index) => {
    const { response, note, uses } = step
    const own = variables.get(response) ?? []
    const status = response instanceof NoResponse ? 'no response' : String(response.status)
    const comment = `# ${hiding.mask(note).replace(/\s+/g, ' ')}${step.isAtOnce ? ', at the same time' : ''}: ${status}`
    const known = uses.flatMap(({ from, path }) => {
      return (variables.get(from.response) ?? []).filter((variable) => variable.path.join('\n') === path.join('\n'))
    })
    const plain = curlLine(step.request, base, hiding)
    const isHidden = hiding.shellWord(step.request.url) !== undefined
    const line = isHidden ? plain : withVariables(plain, step.request, known)
    const isWithNext = steps[index + 1]?.isAtOnce === true
    const end = isWithNext ? ' &' : step.isAtOnce ? '; wait' : ''
    const [variable, ...more] = own
    if (variable === undefined || end !== '') return [comment, `${line}${end}`]
    return [comment, ...assignments(line, variable, more)]
  })
  return lines.join('\n')
}

/** Names for what later steps use of each response. */
function variablesOf(steps: readonly ScriptStep[]): ReadonlyMap<WireResponse | NoResponse, readonly Variable[]> {
  const out = new Map<WireResponse | NoResponse, Variable[]>()
  let count = 0
  for (const { from, path } of steps.flatMap(({ uses }) => uses)) {
    const own = out.get(from.response) ?? []
    const text = textAt(jsonOf(from.response), path)
    const isKnown = own.some((variable) => variable.path.join('\n') === path.join('\n'))
    // What a shell or a URL treats in its own way stays as it is.
    if (isKnown || text === undefined || !/^[\w-]+$/.test(text)) continue
    count++
    out.set(from.response, [...own, { name: count === 1 ? 'ID' : `ID${count}`, path, text }])
  }
  return out
}

/** The line with `$ID` in place of the text in its path. */
function withVariables(line: string, { url }: WireRequest, variables: readonly Variable[]): string {
  let [path = '', ...query] = url.split('?')
  const plain = path
  for (const { name, text } of variables) {
    path = path
      .split('/')
      .map((segment) => (segment === percentEncode(text) ? `'"$${name}"'` : segment))
      .join('/')
  }
  if (path === plain) return line
  const at = line.lastIndexOf(plain)
  const start = Math.max(line.lastIndexOf(' ', at), line.lastIndexOf(" '", at)) + 1
  const address = line.slice(start).replace(/^'|'$/g, '').replace(url, '')
  const rest = query.length > 0 ? `?${query.join('?')}` : ''
  return `${line.slice(0, start)}'${address}${path}${rest}'`.replace(/''$/, '')
}

/** Keeps the body in a variable, shows it, and reads the ids from it. */
function assignments(line: string, variable: Variable, more: readonly Variable[]): string[] {
  const plain = line.replace('curl -i ', 'curl -s ')
  const read = ({ path }: Variable) => {
    const members = path
      .map((name) => (/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`))
      .join('')
    return `node -p 'JSON.parse(fs.readFileSync(0))${members.replaceAll("'", "'\\''")}'`
  }
  if (more.length === 0) return [`${variable.name}=$(${plain} | ${read(variable)}); echo "$${variable.name}"`]
  const all = [variable, ...more].map((one) => `${one.name}=$(printf %s "$BODY" | ${read(one)})`)
  return [`BODY=$(${plain}); echo "$BODY"`, ...all]
}
