import type { PublishedOperation, PublishedParameter } from '../document/published-document.js'
import { shapeOf } from '../judge/list-reading.js'
import { LEXICAL_FORMS } from '../values/lexical-forms.js'
import type { ValueMaker } from '../values/value-maker.js'
import { placeProbe } from '../values/value-probe.js'
import { valueProbes } from '../values/value-probes.js'
import { bodyProbes } from './body-probes.js'
import { type Draft, encode } from './draft.js'
import { strangerProbes } from './missing-credentials.js'
import { ABSENT_TEXTS, canTravel, textsOf, withParameter } from './parameter-texts.js'
import type { RequestProbe } from './request-probe.js'

/** Everything to try with an operation. */
export function requestProbes(maker: ValueMaker, operation: PublishedOperation): RequestProbe[] {
  return [
    ...operation.parameters.flatMap((parameter) => parameterProbes(maker, parameter)),
    ...(operation.body === undefined ? [] : bodyProbes(maker, operation.body, operation)),
    ...pathProbes(operation),
    ...strangerProbes(operation)
  ]
}

function parameterProbes(maker: ValueMaker, parameter: PublishedParameter): RequestProbe[] {
  const name = `${parameter.in} parameter ${parameter.name}`
  const shape = parameter.isJson ? 'scalar' : shapeOf(maker.checks, parameter.schema)
  const send = (label: string, texts: readonly string[]): RequestProbe[] => {
    const value = { kind: 'texts', texts } as const
    if (!canTravel(parameter, value)) return []
    return [{ label: `${name}: ${label}`, apply: (draft) => withParameter(draft, parameter, value) }]
  }
  const probes: RequestProbe[] = LEXICAL_FORMS.flatMap((text) => send(JSON.stringify(text), [text]))
  if (shape === 'list')
    probes.push(...LEXICAL_FORMS.flatMap((text) => send(`an item ${JSON.stringify(text)}`, [text, text])))
  for (const probe of valueProbes(maker, parameter.schema)) {
    probes.push({
      label: `${name}: ${probe.label}`,
      apply: (draft, draw) => {
        const base = maker.valid(parameter.schema, draw)
        const placed = base && placeProbe(maker, base.value, probe, draw)
        const texts = placed && textsOf(parameter, placed.value)
        return texts !== undefined && canTravel(parameter, texts) ? withParameter(draft, parameter, texts) : undefined
      }
    })
  }
  if (parameter.in !== 'path') {
    probes.push({ label: `${name}: absent`, apply: (draft) => withParameter(draft, parameter, ABSENT_TEXTS) })
  }
  if (parameter.in === 'query') probes.push(...queryProbes(parameter, name))
  if (parameter.in === 'cookie') {
    probes.push({
      label: `${name}: repeated`,
      apply: (draft) => ({ ...draft, cookies: [...draft.cookies, ...draft.cookies] })
    })
  }
  return probes
}

function queryProbes(parameter: PublishedParameter, name: string): RequestProbe[] {
  const key = encode(parameter.name)
  const own = (draft: Draft) => draft.query.filter((pair) => 'name' in pair && pair.name === parameter.name)
  const add = (label: string, change: (draft: Draft) => Draft['query'] | undefined): RequestProbe => ({
    label: `${name}: ${label}`,
    apply: (draft) => {
      const query = change(draft)
      return query && { ...draft, query }
    }
  })
  const instead = (raw: string) => (draft: Draft) => [...withParameter(draft, parameter, ABSENT_TEXTS).query, { raw }]
  return [
    add('repeated', (draft) => (own(draft).length === 0 ? undefined : [...draft.query, ...own(draft)])),
    add('repeated, empty', (draft) => [...draft.query, { raw: `${key}=` }]),
    add('without "="', instead(key)),
    add('a broken percent sequence', instead(`${key}=%zz`)),
    add('a percent sequence that is no UTF-8', instead(`${key}=%ff`)),
    add('half a percent sequence', instead(`${key}=%2`)),
    add('with "[]" after its name', (draft) => {
      const [pair] = own(draft)
      return pair === undefined || !('text' in pair)
        ? undefined
        : [...withParameter(draft, parameter, ABSENT_TEXTS).query, { name: `${parameter.name}[]`, text: pair.text }]
    }),
    add('every character percent-encoded', (draft) => {
      const [pair] = own(draft)
      if (pair === undefined || !('text' in pair)) return undefined
      const raw = [...Buffer.from(pair.text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
      return [...withParameter(draft, parameter, ABSENT_TEXTS).query, { raw: `${key}=${raw}` }]
    }),
    add('beside one that nobody knows', (draft) => [...draft.query, { raw: 'unexpected=1' }])
  ]
}

const OTHER_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** Other methods, and paths beside the path. */
function pathProbes({ method, path, template, parameters }: PublishedOperation): RequestProbe[] {
  const probes: RequestProbe[] = OTHER_METHODS.filter((other) => other !== method).map((other) => ({
    label: `method ${other}`,
    apply: (draft) => ({ ...draft, method: other, body: undefined, contentType: undefined })
  }))
  const at = (label: string, rawPath: (draft: Draft) => string): RequestProbe => ({
    label: `path: ${label}`,
    apply: (draft) => ({ ...draft, rawPath: rawPath(draft) })
  })
  const literal = (draft: Draft) =>
    template.segments
      .map(
        (segment) => `/${segment.kind === 'literal' ? encode(segment.text) : encode(draft.path[segment.name] ?? 'x')}`
      )
      .join('')
  probes.push(at('one segment more', (draft) => `${literal(draft).replace(/\/$/, '')}/there-is-no-such-path`))
  if (path !== '/') probes.push(at('a slash at its end', (draft) => `${literal(draft)}/`))
  for (const parameter of parameters.filter(({ in: place }) => place === 'path')) {
    const broken = (raw: string) => (draft: Draft) =>
      literal({ ...draft, path: { ...draft.path, [parameter.name]: '\u0001' } }).replace('%01', raw)
    probes.push(at(`${parameter.name} is empty`, broken('')))
    probes.push(at(`${parameter.name} has a broken percent sequence`, broken('%zz')))
    probes.push(at(`${parameter.name} is no UTF-8`, broken('%ff')))
  }
  return probes
}
