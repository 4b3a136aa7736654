import { matchTemplate, splitPath } from '../document/path-template.js'
import type { PublishedOperation } from '../document/published-document.js'
import type { RequestMaker } from '../requests/request-maker.js'
import type { RequestParts } from '../requests/request-parts.js'
import type { Play } from '../resources/play.js'
import type { Sequence } from '../resources/sequence-trial.js'
import { statusOf } from '../session/session.js'
import type { Draw } from '../values/draw.js'
import { headersOf } from '../wire/target.js'
import { reached } from './reached.js'

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

/** Follows the redirect of an operation that documents one; also after what it leads to was deleted. */
export function redirectSequences(
  operation: PublishedOperation,
  operations: readonly PublishedOperation[],
  requests: RequestMaker
): Sequence[] {
  if (![...operation.responses.keys()].some((status) => /^30[12378]$|^3XX$/.test(status))) return []
  return [
    {
      label: `follow the redirect of ${operation.path}`,
      operation,
      cost: 5,
      play: async (play) => {
        const url = await follow(play, operation, operations, requests)
        const deletion = url && play.decide('delete', (draw) => requestAt(url, 'DELETE', operations, requests, draw))
        if (deletion === undefined) return
        const step = await play.send(deletion, [], 'delete what it leads to')
        if (statusOf(step.response) < 300) await follow(play, operation, operations, requests)
      }
    }
  ]
}

/** Where the redirect leads in the service; a finding where that is not there. */
async function follow(
  play: Play,
  operation: PublishedOperation,
  operations: readonly PublishedOperation[],
  requests: RequestMaker
): Promise<URL | undefined> {
  const first = await reached(play, operation, requests, isRedirect)
  if (first === undefined) return undefined
  const { location } = headersOf(first.response)
  const base = `http://service.invalid${first.request.url}`
  const url = location !== undefined && URL.canParse(location, base) ? new URL(location, base) : undefined
  if (url === undefined || url.host !== 'service.invalid') return undefined
  // Only what the document has must be there.
  const parts = play.decide(`follow ${url.pathname}`, (draw) => requestAt(url, 'GET', operations, requests, draw))
  if (parts === undefined) return undefined
  const step = await play.send(parts, [], 'follow its Location')
  if (![404, 410].includes(statusOf(step.response))) return url
  const status = statusOf(first.response)
  const judge = `the Location of a ${status} leads to something that is there`
  play.found('broken-location', `${status}`, judge, operation, [...play.steps])
  return undefined
}

/** A request of the operation that has this path; undefined where none has. */
function requestAt(
  url: URL,
  method: string,
  operations: readonly PublishedOperation[],
  requests: RequestMaker,
  draw: Draw
): RequestParts | undefined {
  const path = splitPath(url.pathname) ?? []
  const operation = operations.find(
    (each) => each.method === method && matchTemplate(each.template, path) !== undefined
  )
  const parts = operation && requests.valid(operation, draw)
  if (operation === undefined || parts === undefined) return undefined
  const values = Object.fromEntries(matchTemplate(operation.template, path) ?? [])
  const query = url.search === '' || method !== 'GET' ? [] : [{ raw: url.search.slice(1) }]
  return { ...parts, path: values, query }
}
