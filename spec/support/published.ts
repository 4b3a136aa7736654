import { loadLibraries } from '../../packages/verify/src/document/libraries.js'
import { readDocument } from '../../packages/verify/src/document/published-document.js'
import { SchemaChecks } from '../../packages/verify/src/document/schema-checks.js'
import { RequestJudge } from '../../packages/verify/src/judge/request-judge.js'
import type { Verdict } from '../../packages/verify/src/judge/verdict.js'
import { ValueMaker } from '../../packages/verify/src/values/value-maker.js'
import type { WireRequest } from '../../packages/verify/src/wire/wire-request.js'

/** An OpenAPI document of these paths and component schemas. */
export function openApi(paths: object, schemas: object = {}, openapi = '3.0.3'): object {
  return { openapi, info: { title: 'Spec', version: '1' }, paths, components: { schemas } }
}

/** A document with verification's parts for it: checks, values, judge. */
export async function published(paths: object, schemas: object = {}, openapi = '3.0.3') {
  const libraries = await loadLibraries()
  const document = readDocument(openApi(paths, schemas, openapi))
  const checks = new SchemaChecks(document, libraries)
  return {
    libraries,
    document,
    checks,
    maker: new ValueMaker(checks, libraries),
    judge: new RequestJudge(document, checks)
  }
}

/** A request in short: `POST /data?x=1`. */
export function wire(line: string, headers: Record<string, string> = {}, body?: string | Uint8Array): WireRequest {
  const [method, url] = line.split(' ') as [string, string]
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return { method, url, headers: Object.entries(headers), body: bytes }
}

/** A verdict in one line, for comparisons: `valid`, `invalid query id type`. */
export function inShort(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'invalid':
    case 'unknown-path':
      return [
        verdict.kind,
        ...verdict.faults.map((fault) => [fault.in, fault.path, fault.keyword].filter(Boolean).join(' '))
      ].join(' ')
    case 'unknown-method':
      return `unknown-method ${verdict.methods.join(',')}`
    default:
      return verdict.kind
  }
}
