import { expect } from 'chai'
import { bootstrap } from 'fieldstone'
import { formatReport, type VerifiableService } from 'fieldstone-verify'
import { cases, seed } from '../../../../spec/support/chance.js'
import { findingsOf, type Request, verified } from '../support/verified.js'
import { partAt } from './wide-application.js'

type Schema = Record<string, unknown>

/** What is wrong: the document says something else, or a request is read as another one. */
interface Mistake {
  readonly document?: (document: Schema) => void
  readonly read?: (request: Request) => Request
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Each schema of the document is changed in place. */
function described(change: (schema: Schema) => void): Mistake {
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (isObject(value)) change(value)
    for (const member of Object.values(value)) visit(member)
  }
  return { document: visit }
}

/** The texts of the path and of the query are read as others. */
function texts(change: (text: string) => string): Mistake {
  const changed = (text: string) => {
    try {
      return encodeURIComponent(change(decodeURIComponent(text)))
    } catch {
      return text
    }
  }
  return {
    read: (request) => {
      const [path = '', ...query] = request.url.split('?')
      const search = query.join('?').replace(/=([^&]*)/g, (_, text: string) => `=${changed(text)}`)
      const [, before = '', last = ''] = /^(.*\/)([^/]*)$/.exec(path) ?? []
      return { ...request, url: `${before}${changed(last)}${query.length > 0 ? `?${search}` : ''}` }
    }
  }
}

function header(name: string, change: (text: string) => string): Mistake {
  return {
    read: (request) => {
      const headers = Object.entries(request.headers).map(([key, value]) => [key, key === name ? change(value) : value])
      return { ...request, headers: Object.fromEntries(headers) }
    }
  }
}

/** The members of the body's JSON are read as others. */
function members(change: (members: Schema) => unknown): Mistake {
  return {
    read: (request) => {
      try {
        const value: unknown = JSON.parse(Buffer.from(request.body ?? '').toString())
        return isObject(value) ? { ...request, body: JSON.stringify(change(value)) } : request
      } catch {
        return request
      }
    }
  }
}

const member = (name: string, change: (value: unknown) => unknown) =>
  members((all) => (Object.hasOwn(all, name) ? { ...all, [name]: change(all[name]) } : all))

const MISTAKES: readonly (readonly [what: string, at: string, mistake: Mistake])[] = [
  ['integers may have leading zeros', '/inputs/things', texts((text) => text.replace(/^(-?)0+(?=\d)/, '$1'))],
  ['integers may have a plus', '/inputs/query', texts((text) => text.replace(/^\+/, ''))],
  ['integers may be written as 1.0', '/inputs/things', texts((text) => text.replace(/\.0+$/, ''))],
  ['TRUE is true', '/inputs/headers', header('x-flag', (text) => text.toLowerCase())],
  [
    'numbers become texts',
    '/records/derived',
    member('title', (value) => (typeof value === 'number' ? `${value}` : value))
  ],
  ['texts become integers', '/records/numbers', member('integer', (value) => (value === '5' ? 5 : value))],
  ['1 becomes true', '/records/choices', member('flag', (value) => (value === 1 ? true : value))],
  [
    'enums are read in any case',
    '/records/choices',
    member('level', (value) => (typeof value === 'string' ? value.toLowerCase() : value))
  ],
  ['null is taken for a text', '/records/derived', member('title', (value) => value ?? 'null')],
  [
    'one item passes for a list',
    '/bodies/shape',
    member('sizes', (value) => (typeof value === 'number' ? [value] : value))
  ],
  [
    'the last item is not read',
    '/bodies/shape',
    member('sizes', (value) => (Array.isArray(value) && value.length > 0 ? [...value.slice(0, -1), 0] : value))
  ],
  ['lists pass for objects', '/records/lists', member('counts', (value) => (Array.isArray(value) ? {} : value))],
  [
    'unknown fields are let be',
    '/records/strict',
    members((all) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => ['the-name', 'maybe', 'id'].includes(name)))
    )
  ],
  [
    'a space may stand for the T',
    '/records/moments',
    members((all) => JSON.parse(JSON.stringify(all).replace(/(\d\d) (\d\d:)/g, '$1T$2')))
  ],
  [
    'required fields are not described',
    '/records/point',
    described((schema) => {
      if (!Array.isArray(schema.required)) return
      schema.required = schema.required.filter((name) => name !== 'count' && name !== 'x')
    })
  ],
  [
    'closed records are not described',
    '/records/strict',
    described((schema) => {
      if (schema.additionalProperties === false) delete schema.additionalProperties
    })
  ],
  [
    'rules of items are not described',
    '/records/lists',
    described((schema) => {
      if (schema.type === 'array' && isObject(schema.items)) delete schema.items.minLength
    })
  ],
  [
    'null is not described',
    '/records/moments',
    described((schema) => {
      if (schema.nullable === true) delete schema.nullable
    })
  ],
  [
    'exclusive bounds are described as inclusive',
    '/records/numbers',
    described((schema) => {
      delete schema.exclusiveMinimum
      delete schema.exclusiveMaximum
    })
  ],
  [
    'the first value of an enum is not described',
    '/records/choices',
    described((schema) => {
      if (Array.isArray(schema.enum) && schema.enum.length > 1) schema.enum.shift()
    })
  ],
  [
    'maxLength is described one too large',
    '/records/derived',
    described((schema) => {
      if (typeof schema.maxLength === 'number') schema.maxLength++
    })
  ],
  [
    'minimum is described one too small',
    '/records/numbers',
    described((schema) => {
      if (typeof schema.minimum === 'number') schema.minimum--
    })
  ],
  [
    'the pattern of a format is too wide',
    '/records/texts',
    described((schema) => {
      if (schema.pattern === '^[A-Za-z0-9]+$') schema.pattern = '^[A-Za-z0-9_]+$'
    })
  ],
  [
    'required parameters are not described',
    '/inputs/headers',
    described((schema) => {
      if (schema.required === true && (schema.in === 'query' || schema.in === 'header')) schema.required = false
    })
  ],
  [
    'rejections of bodies are not described',
    '/records/point',
    described((schema) => {
      if (isObject(schema.responses)) delete schema.responses['415']
    })
  ]
]

async function service(
  at: string,
  { document: change, read = (request) => request }: Mistake = {}
): Promise<VerifiableService> {
  const own = await bootstrap(partAt(at))
  const document = structuredClone(own.document) as unknown as Schema
  change?.(document)
  return { document, inject: (request) => own.inject(read(request) as never) }
}

describe('verify finds the mistakes of a framework', () => {
  const options = { seed: seed(11), shrinkRuns: 0, maxDisagreements: 1, strict: true }

  for (const [what, at, mistake] of MISTAKES) {
    it(what, async () => {
      const exclude = ({ path }: { path: string }) => !path.startsWith(at)
      const report = await verified(await service(at, mistake), { ...options, exclude })
      expect(findingsOf(report), formatReport(report)).not.to.deep.equal([])
    })
  }

  for (const at of ['/records', '/bodies', '/inputs']) {
    it(`and nothing where there is none: ${at}`, async () => {
      const report = await verified(await service(at), { ...options, runs: cases(200, 6_000) })
      expect(findingsOf(report), formatReport(report)).to.deep.equal([])
    })
  }
})
