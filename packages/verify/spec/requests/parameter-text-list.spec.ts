import { openApi } from '../../../../spec/support/published.js'
import { calls, expectWholeList, shown } from '../../../../spec/support/whole-list.js'
import type { ParameterPlace, PublishedParameter } from '../../src/document/published-document.js'
import { readDocument } from '../../src/document/published-document.js'
import { canBeSent, textsOf, withParameter } from '../../src/requests/parameter-texts.js'
import { encodeLiteral, type RequestParts, writeRequest } from '../../src/requests/request-parts.js'
import { JsonText } from '../../src/wire/json-text.js'

const [operation] = readDocument(
  openApi({
    '/a b/@{id}.json/{rest}': {
      get: { responses: {}, parameters: [{ in: 'path', name: 'rest', 'x-spans-segments': true }] }
    }
  })
).operations
const REQUEST: RequestParts = {
  operation: operation!,
  method: 'GET',
  path: { id: '7', rest: 'x/y z' },
  rawPath: undefined,
  query: [
    { name: 'p', text: 'old' },
    { name: 'p[a]', text: 'old' },
    { name: 'pq', text: 'kept' },
    { raw: '' },
    { raw: 'p=old' },
    { raw: 'p' },
    { raw: 'p[a]=old' },
    { raw: 'q=kept' }
  ],
  headers: [
    ['p', 'old'],
    ['x-kept', 'kept']
  ],
  cookies: [
    ['p', 'old'],
    ['q', 'kept;é']
  ],
  contentType: undefined,
  body: undefined
}

const PARAMETERS: readonly (readonly [place: ParameterPlace, style: string, explode: boolean, isJson?: boolean])[] = [
  ['query', 'form', true],
  ['query', 'form', false],
  ['query', 'spaceDelimited', false],
  ['query', 'pipeDelimited', false],
  ['query', 'spaceDelimited', true],
  ['query', 'deepObject', true],
  ['query', 'deepObject', false],
  ['query', 'form', true, true],
  ['path', 'simple', false],
  ['header', 'simple', false],
  ['cookie', 'form', true]
]

const VALUES: readonly unknown[] = [
  ...['', 'a', ' a', 'a b', 'a,b', 'a|b', 'é', '\n', '\ud800', '.', '..', '...', 'a/../b', '/', 'a/', 'x/.', 'true'],
  ...[0, 1.5, true, null, new JsonText('1.0')],
  ...[
    [],
    ['a'],
    ['a', 'b'],
    ['a,b', 'c'],
    ['a|b', 'c'],
    ['a b', 'ü'],
    ['', ''],
    [1, null, new JsonText('2.0')],
    [[1]],
    [{}]
  ],
  ...[
    {},
    { a: 1 },
    { a: 'x', b: ['y', 'z'] },
    { a: { b: 1 } },
    { a: [[1]] },
    { a: 'x,y' },
    { 'a|b': 'x' },
    { a: 'x y' },
    { a: '\ud800' },
    { '\ud800': 'a' },
    { é: null }
  ]
]

function parameterOf([place, style, explode, isJson = false]: (typeof PARAMETERS)[number]): PublishedParameter {
  const name = place === 'path' ? 'id' : 'p'
  return { name, in: place, required: false, style, explode, schema: true, isJson, examples: [], description: '' }
}

/** What is sent, all of it. */
function sent(request: RequestParts): string {
  const { url, headers } = writeRequest(request)
  return `${url} ${headers.map(([name, value]) => `${name}: ${value}`).join(' | ')}`.replace(/\p{Cc}/gu, shown)
}

/** What is sent at the parameter's place. */
function placed(request: RequestParts, place: ParameterPlace): string {
  const { url, headers } = writeRequest(request)
  const [path, query] = url.split('?')
  if (place === 'path' || place === 'query') return (place === 'path' ? path : query) ?? ''
  const own = headers.filter(([name]) => name === (place === 'header' ? 'p' : 'cookie'))
  return own.map((header) => header.join(': ')).join(' | ')
}

describe('Values as texts of parameters', () => {
  it('are those of parameter-text-list.txt, with what can be sent and how it is written', () => {
    const lines = [`before: ${sent(REQUEST)}`]
    for (const own of PARAMETERS) {
      const parameter = parameterOf(own)
      lines.push(`\n${own.join(' ')}`)
      lines.push(
        `absent: ${canBeSent(parameter, { kind: 'absent' })} ${sent(withParameter(REQUEST, parameter, { kind: 'absent' }))}`
      )
      for (const value of VALUES) {
        const texts = textsOf(parameter, value)
        if (texts === undefined) lines.push(`${shown(value)}: none`)
        else if (!canBeSent(parameter, texts)) lines.push(`${shown(value)}: cannot be sent`)
        else lines.push(`${shown(value)}: ${placed(withParameter(REQUEST, parameter, texts), parameter.in)}`)
      }
    }
    const upper = { ...parameterOf(['header', 'simple', false]), name: 'X-Kept' }
    lines.push(`\nx-kept: ${sent(withParameter(REQUEST, upper, { kind: 'texts', texts: ['a', 'b'] }))}`)
    const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
    lines.push(...calls('encodeLiteral', encodeLiteral, [[ascii.join('')], ['é/\u0000'], ['']]))
    const written: Readonly<Record<string, Partial<RequestParts>>> = {
      'without parameters': { path: {}, query: [], headers: [], cookies: [] },
      'a path of its own': { rawPath: '//x', query: [{ raw: '' }] },
      'a content type': { contentType: 'text/plain' },
      'a text': { body: { kind: 'text', text: 'é' } },
      JSON: { body: { kind: 'json', value: { a: new JsonText('1.0') } } },
      bytes: { body: { kind: 'bytes', bytes: Uint8Array.of(1) } },
      'a form': {
        body: { kind: 'multipart', form: { boundary: 'b', parts: [] } },
        contentType: 'multipart/form-data; boundary=b'
      },
      'a form with another type': {
        body: { kind: 'multipart', form: { boundary: 'b', parts: [] } },
        contentType: 'a/b'
      }
    }
    lines.push('\nRequests')
    for (const [title, parts] of Object.entries(written))
      lines.push(`${title}: ${shown(writeRequest({ ...REQUEST, ...parts }))}`)
    expectWholeList('verify/requests/parameter-text-list.txt', lines)
  })
})
