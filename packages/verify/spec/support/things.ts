import type { VerifiableService } from 'fieldstone-verify'
import { type Asked, handmade, json, openApi, parameter, problem, type Responded } from './services.js'

/** The content of an error. */
export const PROBLEM = { description: 'No', content: { 'application/problem+json': { schema: { type: 'object' } } } }

/** The one operation of {@link things}: an integer in the query, which the response repeats. */
const OPERATION = {
  operationId: 'things',
  parameters: [parameter('query', 'id', { type: 'integer', minimum: 1, maximum: 99 }, { required: true })],
  responses: {
    200: json({ type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }),
    400: PROBLEM
  }
}

/**
 * A service of one operation: `respond` gets the id, null where there is none, and what the service does by its document.
 *
 * @param operation more of the operation in the document
 */
export function things(
  respond: (id: string | null, right: () => Responded, asked: Asked) => Responded = (_, right) => right(),
  operation: object = {}
): VerifiableService {
  const document = openApi({ '/things': { get: { ...OPERATION, ...operation } } })
  return handmade(document, (asked) => {
    if (asked.path !== '/things') return problem(404)
    if (asked.method !== 'GET') return problem(405, { allow: 'GET' })
    const ids = asked.query.getAll('id')
    const id = ids.length > 1 ? 'repeated' : (ids[0] ?? null)
    return respond(id, () => rightOf(id), asked)
  })
}

function rightOf(id: string | null): Responded {
  return id !== null && /^[1-9][0-9]?$/.test(id) ? { status: 200, body: { id: Number(id) } } : problem(400)
}
