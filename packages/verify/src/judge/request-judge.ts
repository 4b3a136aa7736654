import { isNode, type JsonSchema, schemasUnder } from '../document/json-schema-2020.js'
import { operationFault } from '../document/operation-fault.js'
import { compareTemplates, matchTemplate, splitBrokenPath, splitPath } from '../document/path-template.js'
import {
  ANY_RESPONSE,
  type PublishedDocument,
  type PublishedOperation,
  promisingNothing
} from '../document/published-document.js'
import type { SchemaChecks } from '../document/schema-checks.js'
import { headerValues, type WireRequest } from '../wire/wire-request.js'
import { judgeBody } from './body-judge.js'
import { ParameterJudge, type RawPair, splitQuery } from './parameter-judge.js'
import { documentedResponse } from './response-judge.js'
import { open, type PartVerdict, type RequestFault, type Verdict } from './verdict.js'

/** An operation whose path matches, and the texts of its path parameters. */
interface Candidate {
  readonly operation: PublishedOperation
  readonly values: ReadonlyMap<string, string>
}

/** Decides from the published document alone whether a request is valid. */
export class RequestJudge {
  readonly #document: PublishedDocument
  readonly #checks: SchemaChecks
  readonly #parameters: ParameterJudge
  readonly #usables = new Map<PublishedOperation, PublishedOperation>()
  /** How many patterns were known to take too long when these were found usable. */
  #slowPatterns = 0

  constructor(document: PublishedDocument, checks: SchemaChecks) {
    this.#document = document
    this.#checks = checks
    this.#parameters = new ParameterJudge(checks)
  }

  judge(request: WireRequest): Verdict {
    const question = request.url.indexOf('?')
    const rawPath = question === -1 ? request.url : request.url.slice(0, question)
    const pairs = splitQuery(question === -1 ? '' : request.url.slice(question + 1))
    const found = this.#find(request.method, rawPath)
    if (found.kind !== 'found') return found
    return this.#judgeOperation(found.operation, found.values, request, pairs)
  }

  #find(method: string, rawPath: string): Verdict | ({ kind: 'found' } & Candidate) {
    const segments = splitBrokenPath(rawPath)
    const candidates = this.#candidates(segments)
    if (splitPath(rawPath) === undefined)
      return malformed(candidates.find(({ operation }) => operation.method === method)?.operation)
    candidates.sort((a, b) => compareTemplates(a.operation.template, b.operation.template))
    const fitting = candidates.filter(({ operation, values }) => this.#brokenPatterns(operation, values).length === 0)
    // A literal path of another method does not hide a path with parameters: routers differ.
    const first = fitting.find(({ operation }) => operation.method === method)
    if (first !== undefined) return { kind: 'found', ...first }
    const [best] = fitting
    if (best !== undefined) {
      const methodsOf = (all: readonly Candidate[]) => [...new Set(all.map(({ operation }) => operation.method))]
      const own = fitting.filter(({ operation }) => operation.path === best.operation.path)
      const possibleMethods = methodsOf(candidates)
      const [methods, ownMethods] = [methodsOf(fitting), methodsOf(own)]
      const elsewhere = this.#elsewhere(segments)
      return { kind: 'unknown-method', methods, ownMethods, possibleMethods, elsewhere }
    }
    const isElsewhere = this.#elsewhere(segments).length > 0
    const broken = candidates.find(({ operation }) => operation.method === method) ?? candidates[0]
    if (broken === undefined) return { kind: 'unknown-path', isElsewhere, operation: undefined, faults: [] }
    const faults = this.#brokenPatterns(broken.operation, broken.values)
    return { kind: 'unknown-path', isElsewhere, operation: broken.operation, faults }
  }

  /** The methods that other documents of the service have for a path. */
  #elsewhere(path: readonly string[]): string[] {
    return this.#document.elsewhere.flatMap(({ method, template }) =>
      matchTemplate(template, path) === undefined ? [] : [method]
    )
  }

  #candidates(path: readonly string[]): Candidate[] {
    return this.#document.operations.flatMap((operation) => {
      const values = matchTemplate(operation.template, path)
      return values === undefined ? [] : [{ operation: this.#usable(operation), values }]
    })
  }

  /** The operation, or one that promises nothing where the document has a mistake in it. */
  #usable(operation: PublishedOperation): PublishedOperation {
    const { size } = this.#checks.patterns.slow
    if (size !== this.#slowPatterns) this.#usables.clear()
    this.#slowPatterns = size
    let usable = this.#usables.get(operation)
    if (usable === undefined) {
      const fault = operationFault(this.#checks, operation)
      usable = fault === undefined ? operation : { ...operation, ...promisingNothing(fault) }
      this.#usables.set(operation, usable)
    }
    return usable
  }

  /** The path parameters whose text does not match their documented pattern: then the path is a different one. */
  #brokenPatterns(operation: PublishedOperation, values: ReadonlyMap<string, string>): RequestFault[] {
    const faults: RequestFault[] = []
    for (const parameter of operation.parameters) {
      const text = parameter.in === 'path' ? values.get(parameter.name) : undefined
      if (text === undefined) continue
      for (const pattern of patternsOf(this.#checks, parameter.schema)) {
        const message = `must match pattern "${pattern}"`
        if (!this.#checks.patterns.matches(pattern, text))
          faults.push({ in: 'path', path: parameter.name, keyword: 'pattern', message })
      }
    }
    return faults
  }

  #judgeOperation(
    operation: PublishedOperation,
    values: ReadonlyMap<string, string>,
    request: WireRequest,
    pairs: readonly RawPair[]
  ): Verdict {
    if (operation.unreadable !== undefined) return { kind: 'open', operation, reasons: [operation.unreadable] }
    const other = otherVersion(operation, request) ?? otherType(this.#document.versionType, request)
    if (other !== undefined) {
      const why = `${other} is in another document`
      return { kind: 'open', operation: { ...operation, ...promisingNothing(why) }, reasons: [why] }
    }
    const parts: PartVerdict[] = operation.parameters.map((parameter) =>
      this.#parameters.judge(parameter, request, pairs, values.get(parameter.name))
    )
    if (operation.body !== undefined) {
      const isLimited = operation.responses !== ANY_RESPONSE && documentedResponse(operation, 413) !== undefined
      const verdict = judgeBody(this.#checks, operation.body, isLimited, request)
      const isOpen = operation.body.isUnchecked && verdict.kind === 'invalid'
      parts.push(isOpen ? open('a body that is not checked (x-unchecked)') : verdict)
    }
    const declared = new Set(operation.parameters.map((parameter) => parameter.name))
    const stray = pairs.some((pair) => pair.value === undefined && !declared.has(pair.name))
    const faults = parts.flatMap((part) => (part.kind === 'invalid' ? [part.fault] : []))
    if (faults.length > 0) return { kind: 'invalid', operation, faults }
    const reasons = parts.flatMap((part) => (part.kind === 'open' ? [part.reason] : []))
    if (stray) reasons.push('a broken percent sequence beside the parameters')
    if (operation.body === undefined && (request.body?.length ?? 0) > 0)
      reasons.push('a body that the document does not describe')
    return reasons.length > 0 ? { kind: 'open', operation, reasons } : { kind: 'valid', operation }
  }
}

/** A path with a broken percent sequence is malformed, and belongs to the operation whose template matches the rest. */
function malformed(operation: PublishedOperation | undefined): Verdict {
  const faults: RequestFault[] = [
    { in: 'path', path: '', keyword: 'percent', message: 'has a broken percent sequence', isUnusual: true }
  ]
  return operation === undefined
    ? { kind: 'unknown-path', isElsewhere: false, operation, faults }
    : { kind: 'invalid', operation, faults }
}

/** The patterns that the schema requires of every text. */
function patternsOf(checks: SchemaChecks, schema: JsonSchema, depth = 0): string[] {
  const node = checks.resolve(schema)
  if (!isNode(node) || depth > 8) return []
  const own = typeof node.pattern === 'string' ? [node.pattern] : []
  return [...own, ...schemasUnder(node, 'allOf').flatMap((part) => patternsOf(checks, part, depth + 1))]
}

/** What a request is for that does not name the document's version by its media types. */
function otherType(type: string | undefined, request: WireRequest): string | undefined {
  if (type === undefined) return undefined
  const named = [...headerValues(request, 'accept'), ...headerValues(request, 'content-type')]
  return named.some((value) => value.toLowerCase().includes(type)) ? undefined : `what does not accept ${type}`
}

/** The version that a request names, where another document describes its operations. */
function otherVersion({ parameters }: PublishedOperation, request: WireRequest): string | undefined {
  for (const { in: place, name, otherVersions, defaultVersion } of parameters) {
    if (place !== 'header' || otherVersions === undefined) continue
    const [value = defaultVersion] = headerValues(request, name.toLowerCase())
    if (value !== undefined && otherVersions.includes(value)) return `version ${value}`
  }
  return undefined
}
