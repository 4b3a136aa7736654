import type { Principals } from '../credentials/principals.js'
import type { PublishedOperation, PublishedParameter } from '../document/published-document.js'
import { shapeOf } from '../judge/text-values.js'
import { EXTREMES, extremeValue } from '../values/extreme-values.js'
import { RANK } from '../values/rank.js'
import { LEXICAL_FORMS } from '../values/text-samples.js'
import { applyEdgeCase, valueEdgeCases } from '../values/value-edge-cases.js'
import type { ValueMaker } from '../values/value-maker.js'
import { percentEncode } from '../wire/wire-request.js'
import { bodyEdgeCases } from './body-edge-cases.js'
import { BodyEncoder } from './body-encoding.js'
import { credentialEdgeCases } from './credential-edge-cases.js'
import { headerEdgeCases } from './header-edge-cases.js'
import { ABSENT_TEXTS, canBeSent, textsOf, withParameter } from './parameter-texts.js'
import { type EdgeCase, type RequestParts, writePath } from './request-parts.js'

/** The lexical forms that clients send most often. */
const LEADING_FORMS: ReadonlySet<string> = new Set(['', '0', '1', '-1', 'true', 'false', '1.5', 'null'])

/** Lists what to try with an operation. */
export function edgeCasesOf(maker: ValueMaker, principals: Principals, operation: PublishedOperation): EdgeCase[] {
  return [
    ...operation.parameters.flatMap((parameter) => parameterEdgeCases(maker, parameter)),
    ...(operation.body === undefined ? [] : bodyEdgeCases(maker, operation.body, operation)),
    ...combinedEdgeCases(maker, operation),
    ...pathEdgeCases(operation),
    ...headerEdgeCases(operation),
    ...credentialEdgeCases(principals, operation)
  ]
}

function parameterEdgeCases(maker: ValueMaker, parameter: PublishedParameter): EdgeCase[] {
  const edgeCases = allParameterEdgeCases(maker, parameter)
  if (parameter.in !== 'path') return edgeCases
  return edgeCases.map((edgeCase) => ({
    ...edgeCase,
    apply: (valid, draw) => {
      const request = edgeCase.apply(valid, draw)
      return request && { ...request, hasOddPath: true }
    }
  }))
}

function allParameterEdgeCases(maker: ValueMaker, parameter: PublishedParameter): EdgeCase[] {
  const name = `${parameter.in} parameter ${parameter.name}`
  const shape = parameter.isJson ? 'scalar' : shapeOf(maker.checks, parameter.schema)
  const send = (label: string, texts: readonly string[]): EdgeCase[] => {
    const value = { kind: 'texts', texts } as const
    if (!canBeSent(parameter, value)) return []
    const rank = LEADING_FORMS.has(texts[0] as string) ? RANK.extreme : RANK.lexical
    return [{ label: `${name}: ${label}`, rank, apply: (request) => withParameter(request, parameter, value) }]
  }
  const edgeCases: EdgeCase[] = LEXICAL_FORMS.flatMap((text) => send(JSON.stringify(text), [text]))
  if (shape === 'list')
    edgeCases.push(...LEXICAL_FORMS.flatMap((text) => send(`an item ${JSON.stringify(text)}`, [text, text])))
  for (const edgeCase of valueEdgeCases(maker, parameter.schema)) {
    edgeCases.push({
      label: `${name}: ${edgeCase.label}`,
      rank: edgeCase.rank,
      share: edgeCase.share && `${parameter.in} ${edgeCase.share}`,
      apply: (request, draw) => {
        const base = maker.valid(parameter.schema, draw)
        const placed = base && applyEdgeCase(maker, base.value, edgeCase, draw)
        const texts = placed && textsOf(parameter, placed.value)
        return texts !== undefined && canBeSent(parameter, texts) ? withParameter(request, parameter, texts) : undefined
      }
    })
  }
  if (parameter.in !== 'path') {
    edgeCases.push({
      label: `${name}: absent`,
      rank: RANK.extreme,
      apply: (request) => withParameter(request, parameter, ABSENT_TEXTS)
    })
  }
  if (parameter.in === 'query') edgeCases.push(...queryEdgeCases(parameter, name))
  if (parameter.in === 'cookie') {
    edgeCases.push({
      label: `${name}: repeated`,
      rank: RANK.lexical,
      apply: (request) => ({ ...request, cookies: [...request.cookies, ...request.cookies] })
    })
  }
  return edgeCases
}

function queryEdgeCases(parameter: PublishedParameter, name: string): EdgeCase[] {
  const key = percentEncode(parameter.name)
  const own = (request: RequestParts) => request.query.filter((pair) => 'name' in pair && pair.name === parameter.name)
  const add = (label: string, change: (request: RequestParts) => RequestParts['query'] | undefined): EdgeCase => ({
    label: `${name}: ${label}`,
    rank: RANK.lexical,
    apply: (request) => {
      const query = change(request)
      return query && { ...request, query }
    }
  })
  const instead = (raw: string) => (request: RequestParts) => [
    ...withParameter(request, parameter, ABSENT_TEXTS).query,
    { raw }
  ]
  return [
    add('repeated', (request) => (own(request).length === 0 ? undefined : [...request.query, ...own(request)])),
    add('repeated, empty', (request) => [...request.query, { raw: `${key}=` }]),
    add('without "="', instead(key)),
    add('a broken percent sequence', instead(`${key}=%zz`)),
    add('a percent sequence that is no UTF-8', instead(`${key}=%ff`)),
    add('half a percent sequence', instead(`${key}=%2`)),
    add('with "[]" after its name', (request) => {
      const [pair] = own(request)
      return pair === undefined || !('text' in pair)
        ? undefined
        : [...withParameter(request, parameter, ABSENT_TEXTS).query, { name: `${parameter.name}[]`, text: pair.text }]
    }),
    add('every character percent-encoded', (request) => {
      const [pair] = own(request)
      if (pair === undefined || !('text' in pair)) return undefined
      const raw = [...Buffer.from(pair.text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
      return [...withParameter(request, parameter, ABSENT_TEXTS).query, { raw: `${key}=${raw}` }]
    }),
    add('beside one that is not in the document', (request) => [...request.query, { raw: 'unexpected=1' }])
  ]
}

const OTHER_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** All parameters and the body at an extreme at once. */
function combinedEdgeCases(maker: ValueMaker, operation: PublishedOperation): EdgeCase[] {
  return EXTREMES.map((extreme) => ({
    label: `all at once: ${extreme}`,
    rank: RANK.combined,
    apply: (valid, draw) => {
      let request = valid
      for (const parameter of operation.parameters) {
        // The path leads to something that exists.
        if (parameter.in === 'path') continue
        const isAbsent = !parameter.required && (extreme === 'least' || extreme === 'null')
        const made = isAbsent ? undefined : extremeValue(maker, parameter.schema, extreme, draw)
        const texts = isAbsent ? ABSENT_TEXTS : made && textsOf(parameter, made.value)
        if (texts !== undefined && canBeSent(parameter, texts)) request = withParameter(request, parameter, texts)
      }
      if (operation.body === undefined) return request
      if (!operation.body.required && extreme === 'least')
        return { ...request, body: undefined, contentType: undefined }
      for (const [type, media] of operation.body.content) {
        const made = media.schema && extremeValue(maker, media.schema, extreme, draw)
        const encoded = made && new BodyEncoder(maker).encode(type, media, made.value, draw)
        if (encoded !== undefined) return { ...request, ...encoded }
      }
      return undefined
    }
  }))
}

/** Other methods, and paths that are almost the path. */
function pathEdgeCases({ method, path, template, parameters }: PublishedOperation): EdgeCase[] {
  const edgeCases: EdgeCase[] = OTHER_METHODS.filter((other) => other !== method).map((other) => ({
    label: `method ${other}`,
    rank: RANK.method,
    // One operation of the path is enough.
    share: `${path} ${other}`,
    method: other,
    apply: (request) => ({ ...request, method: other, body: undefined, contentType: undefined })
  }))
  const at = (label: string, rawPath: (request: RequestParts) => string): EdgeCase => ({
    label: `path: ${label}`,
    rank: RANK.method,
    apply: (request) => ({ ...request, rawPath: rawPath(request) })
  })
  const literal = (request: RequestParts, name?: string, raw = '') =>
    writePath(template, (own, encode) => (own === name ? raw : encode(request.path[own] ?? 'x')))
  edgeCases.push(at('one segment more', (request) => `${literal(request).replace(/\/$/, '')}/there-is-no-such-path`))
  if (!path.endsWith('/')) edgeCases.push(at('a slash at its end', (request) => `${literal(request)}/`))
  for (const parameter of parameters.filter(({ in: place }) => place === 'path')) {
    const broken = (raw: string) => (request: RequestParts) => literal(request, parameter.name, raw)
    edgeCases.push(at(`${parameter.name} is empty`, broken('')))
    edgeCases.push(at(`${parameter.name} has a broken percent sequence`, broken('%zz')))
    edgeCases.push(at(`${parameter.name} is no UTF-8`, broken('%ff')))
  }
  return edgeCases
}
