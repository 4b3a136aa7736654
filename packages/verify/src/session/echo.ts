import { isNode, type JsonSchema } from '../document/json-schema-2020.js'
import type { PublishedOperation } from '../document/published-document.js'
import type { SchemaChecks } from '../document/schema-checks.js'
import type { Finding } from '../judge/finding.js'
import { documentedResponse } from '../judge/response-judge.js'
import { propertiesOf, shapeOf } from '../judge/text-values.js'
import type { RequestParts } from '../requests/request-parts.js'
import { readBack } from '../wire/json-text.js'
import { plainParts } from '../wire/multipart.js'
import { jsonOf } from '../wire/target.js'
import type { WireResponse } from '../wire/wire-request.js'
import { essenceOf, isJsonType, mediaEntry } from '../wire/wire-request.js'
import { type Difference, type StoredValues, sentenceOfDifference } from './stored-values.js'

const CHANGES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** More differences in one response say the same. */
const MOST = 3

/**
 * Compares what a successful request sent with what its own response says, where both schemas name the same property with
 * the same type: a text that was cut, a price that was rounded, an item that is missing.
 */
export class Echo {
  readonly #checks: SchemaChecks
  readonly #stored: StoredValues

  constructor(checks: SchemaChecks, stored: StoredValues) {
    this.#checks = checks
    this.#stored = stored
  }

  findings(parts: RequestParts, response: WireResponse): Finding[] {
    const { operation, method } = parts
    if (method !== operation.method || response.status < 200 || response.status >= 300) return []
    const schema = this.#responseSchema(operation, response)
    if (schema === undefined) return []
    const received = jsonOf(response)
    const differences = [
      ...(CHANGES.has(method) ? this.#bodyDifferences(parts, schema, received) : []),
      ...this.#parameterDifferences(parts, received)
    ]
    return differences.slice(0, MOST).map((difference) => ({
      kind: 'changed-value',
      what: `response ${difference.path}`,
      judge: `${sentenceOfDifference(difference)} in the response`
    }))
  }

  #responseSchema(operation: PublishedOperation, { status, headers }: WireResponse): JsonSchema | undefined {
    const essence = essenceOf(headers['content-type'] ?? '')
    return isJsonType(essence)
      ? mediaEntry(documentedResponse(operation, status)?.content ?? new Map(), essence)?.schema
      : undefined
  }

  #bodyDifferences(parts: RequestParts, schema: JsonSchema, received: unknown): Difference[] {
    const { body, contentType, operation } = parts
    const sent = mediaEntry(operation.body?.content ?? new Map(), essenceOf(contentType ?? ''))?.schema
    if (body === undefined || sent === undefined) return []
    const value = body.kind === 'json' ? readBack(body.value) : this.#formValue(sent, formTexts(parts))
    const differences = value === undefined ? [] : this.#stored.differences(sent, value, schema, received)
    return [...differences, ...this.#lostFiles(parts, sent, received)]
  }

  /** Lists of files that are shorter in the response, where it has a list of the same name. Equal files may be kept once. */
  #lostFiles({ body }: RequestParts, sent: JsonSchema, received: unknown): Difference[] {
    const fields = body?.kind === 'multipart' ? plainParts(body.form) : undefined
    if (fields === undefined || !isNode(received)) return []
    const lists = Object.entries(propertiesOf(this.#checks, sent)).filter(([, property]) => {
      return shapeOf(this.#checks, property) === 'list'
    })
    return lists.flatMap(([name]): Difference[] => {
      const files = fields.filter((part) => part.name === name && part.filename !== undefined)
      const different = new Set(files.map(({ content }) => Buffer.from(content).toString('latin1'))).size
      const kept = received[name]
      if (!Array.isArray(kept) || kept.length >= different) return []
      return [{ path: name, text: `was sent as ${different} different files, and has ${kept.length} items` }]
    })
  }

  /** The texts of a form as an object: only of properties that are texts, or lists of texts. */
  #formValue(schema: JsonSchema, texts: ReadonlyMap<string, string[]> | undefined): unknown {
    if (texts === undefined) return undefined
    const members: [name: string, value: unknown][] = []
    for (const [name, property] of Object.entries(propertiesOf(this.#checks, schema))) {
      const values = texts.get(name)
      if (values === undefined) continue
      const value = shapeOf(this.#checks, property) === 'list' ? values : values[0]
      if (this.#checks.check(property, value, 'request') === undefined) members.push([name, value])
    }
    return Object.fromEntries(members)
  }

  /** The last parameter of the path, a header or a cookie that the response repeats under the same name. */
  #parameterDifferences({ operation, path, headers, cookies }: RequestParts, received: unknown): Difference[] {
    if (!isNode(received)) return []
    const last = operation.template.segments.at(-1)
    return operation.parameters.flatMap(({ in: place, name, isJson }): Difference[] => {
      if (isJson) return []
      const sent =
        place === 'path'
          ? last?.kind === 'parameter' && last.name === name
            ? path[name]
            : undefined
          : place === 'header'
            ? headers.find(([other]) => other === name.toLowerCase())?.[1]
            : place === 'cookie'
              ? cookies.find(([other]) => other === name)?.[1]
              : undefined
      const repeated = received[name]
      const isText = typeof repeated === 'string' || typeof repeated === 'number'
      if (sent === undefined || !isText || isSameText(sent, String(repeated))) return []
      return [
        { path: name, text: `was sent in the ${place} as ${JSON.stringify(sent)}, and is ${JSON.stringify(repeated)}` }
      ]
    })
  }
}

function isSameText(sent: string, repeated: string): boolean {
  return sent.toLowerCase() === repeated.toLowerCase() || (sent !== '' && Number(sent) === Number(repeated))
}

function formTexts({ body, contentType }: RequestParts): ReadonlyMap<string, string[]> | undefined {
  const texts = new Map<string, string[]>()
  const add = (name: string, text: string) => texts.set(name, [...(texts.get(name) ?? []), text])
  if (body?.kind === 'text' && essenceOf(contentType ?? '') === 'application/x-www-form-urlencoded') {
    for (const [name, text] of new URLSearchParams(body.text)) add(name, text)
    return texts
  }
  const fields = body?.kind === 'multipart' ? plainParts(body.form) : undefined
  if (fields === undefined) return undefined
  for (const { name, filename, content } of fields)
    if (filename === undefined) add(name, Buffer.from(content).toString())
  return texts
}
