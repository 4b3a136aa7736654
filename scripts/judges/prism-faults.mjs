// What prism judges otherwise than the document says: each entry with a reason, and as narrow as it can be. Any other
// disagreement of prism with a service of the harbor fails `npm run judges:check`.

/**
 * One request of verify and its response, with what prism says of them. `kind` is what they disagree in: prism `rejects` a
 * request that the service accepts, or `accepts` one that the service rejects; it finds a `response` wrong; it knows no
 * `route`, or `throws`. `rejected` is what it finds wrong with the request, whatever it says of the response; `accepts`
 * the `x-version-media-type` of the document.
 *
 * @typedef {{ kind: string, method: string, path: string, search: string, headers: Record<string, string>, body: string,
 *   status: number, text: string, messages: readonly string[], places: readonly string[], rejected: readonly string[],
 *   accepts?: string }} Disagreement
 */

const type = ({ headers }) => headers['content-type'] ?? ''
const isForm = (at) => /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/.test(type(at))
const rejectsFor =
  (message) =>
  ({ kind, text }) =>
    kind === 'accepts' && message.test(text)

/** @type {readonly { what: string, isIt: (at: Disagreement) => boolean }[]} */
export const PRISM_FAULTS = [
  {
    what: 'throws where a path, a query or a form is no percent encoding, or knows no such path; the service responds 400',
    isIt: (at) =>
      (at.kind === 'route' || (at.kind === 'throws' && at.messages[0] === 'URI malformed')) &&
      at.status === 400 &&
      !isDecodable(at.path + at.search + (isForm(at) ? at.body : ''))
  },
  {
    what: 'throws where Content-Type is no media type; the service responds 415',
    isIt: ({ kind, messages, status }) =>
      kind === 'throws' && /^Could not parse MIME type string/.test(messages[0]) && status === 415
  },
  {
    what: 'throws where a multipart body is malformed, or has a part without a name',
    isIt: (at) => at.kind === 'throws' && /^multipart\//.test(type(at)) && at.status >= 400 && at.status < 500
  },
  {
    what: 'takes a text of a form for JSON, and throws where it is none',
    isIt: (at) => at.kind === 'throws' && isForm(at) && /JSON/.test(at.messages[0])
  },
  {
    what: 'knows no HEAD where the document has GET (RFC 9110, section 9.3.2), and no OPTIONS (section 9.3.7)',
    isIt: ({ kind, method, status }) =>
      kind === 'route' && (method === 'HEAD' || (method === 'OPTIONS' && status === 204))
  },
  {
    what: 'knows no method QUERY (OpenAPI 3.2)',
    isIt: ({ kind, method }) => kind === 'route' && method === 'QUERY'
  },
  {
    what: 'takes an empty segment of a path for the value of a parameter',
    isIt: ({ kind, path, status }) => kind === 'response' && path.includes('//') && status === 404
  },
  {
    what: 'does not know that requests name other versions, which `x-other-versions` and `x-version-media-type` say',
    isIt: ({ kind, rejected, headers, accepts }) =>
      kind === 'response' &&
      (rejected.some((message) => /(?:tide|api)-version/.test(message)) ||
        (accepts !== undefined && headers.accept?.includes(accepts) !== true))
  },
  {
    what: 'cannot know which credentials are right',
    isIt: ({ kind, status }) => kind === 'accepts' && status === 401
  },
  {
    what: 'does not know the scopes of a principal, nor what the handler forbids',
    isIt: ({ kind, status, text, method }) =>
      kind === 'accepts' && status === 403 && (method === 'HEAD' || /lack the scope|It may not leave/.test(text))
  },
  {
    what: 'has no word for the limits of bodies, which are under `x-body-limits`',
    isIt: (at) =>
      at.kind === 'accepts' && (at.status === 413 || (at.status === 400 && isForm(at) && /More than/.test(at.text)))
  },
  {
    what: 'accepts a body without Content-Type',
    isIt: (at) => at.kind === 'accepts' && at.status === 415 && type(at) === ''
  },
  {
    what: 'does not look at the charset of a body, which is UTF-8',
    isIt: (at) => at.kind === 'accepts' && at.status === 415 && /; *charset=/i.test(type(at))
  },
  {
    what: 'takes any `+json` for application/json',
    isIt: (at) =>
      /^application\/.+\+json/.test(type(at)) && ((at.kind === 'accepts' && at.status === 415) || at.kind === 'rejects')
  },
  { what: 'does not read cookies', isIt: rejectsFor(/Field 'units' /) },
  {
    what: 'takes an empty text of a parameter for an absent one',
    isIt: (at) =>
      at.kind === 'accepts' &&
      /Field '/.test(at.text) &&
      (/[?&][^=&]+=?(?:&|$)/.test(at.search) || Object.values(at.headers).includes(''))
  },
  {
    what: 'reads numbers of parameters as JavaScript does: `+5`, `05`, `1.0`, `0x1`',
    isIt: rejectsFor(
      /Field '(?:berthId|place|lane\[\d+\]|limit|offset|force|x-minimum)' must be (?:an integer|a number)/
    )
  },
  {
    what: 'reads a broken percent sequence of a query or a form as it is',
    isIt: rejectsFor(/broken percent sequence|Invalid form payload/)
  },
  {
    what: 'does not check the parts of forms: their types and names, how often each is there, and how they end',
    isIt: (at) => isForm(at) && at.kind === 'accepts' && (at.status === 400 || at.status === 422)
  },
  {
    what: 'reads bytes that are no UTF-8 as replacement characters',
    isIt: (at) => rejectsFor(/Invalid JSON payload|not (?:valid )?UTF-8/)(at) && at.body.includes('\ufffd')
  },
  {
    what: 'takes no name of a scheme in other letter case (RFC 9110, section 11.1)',
    isIt: ({ kind, messages, headers }) =>
      kind === 'rejects' &&
      messages[0] === 'Invalid security scheme used' &&
      /^(?:bearer|basic) /.test(headers.authorization)
  },
  {
    what: 'reads one file of a list as a text',
    isIt: (at) =>
      at.kind === 'rejects' && /^multipart\//.test(type(at)) && at.places.every((place) => place === 'body.photos')
  },
  {
    what: 'takes a body `false` or `null` for an absent one',
    isIt: ({ kind, messages, body }) =>
      (kind === 'rejects' && messages[0] === 'Body parameter is required' && body === 'false') ||
      (kind === 'accepts' && body === 'null')
  },
  {
    what: 'knows no leap second (RFC 3339, section 5.6)',
    isIt: ({ kind, places, body, text }) =>
      (kind === 'rejects' || kind === 'response') &&
      places.every((place) => /\.(?:at|shift|seenAt)$/.test(place)) &&
      /:60/.test(body + text)
  },
  {
    what: 'reads schemas of OpenAPI 3.1 as those of draft 7, which has no `prefixItems`',
    isIt: ({ kind, places }) =>
      (kind === 'rejects' || kind === 'response') && places.every((place) => /\.range(?:\.\d+)?$/.test(place))
  }
]

function isDecodable(text) {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
