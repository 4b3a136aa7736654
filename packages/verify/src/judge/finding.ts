/**
 * How much a finding says: a `disagreement` contradicts the document; a `suspicion` is what a document cannot promise, but
 * a good service keeps.
 */
export type FindingLevel = 'disagreement' | 'suspicion'

/** Every kind of finding, with its level. */
export const FINDING_LEVELS = {
  /** The document forbids the request, the service accepted it. */
  'accepted-invalid': 'disagreement',
  /** The document allows the request, the service rejected it. */
  'refused-valid': 'disagreement',
  /** The document requires credentials, and the service accepted a request without them, or with wrong ones. */
  'accepted-stranger': 'disagreement',
  /** The service accepted the request of a principal that lacks the scopes which the document requires. */
  'accepted-scope': 'disagreement',
  /** The response was a 5xx that the document does not list, or there was none. */
  'server-error': 'disagreement',
  /** The service has a method that its document does not have for the path. */
  'undocumented-operation': 'disagreement',
  /** The response has a status that the operation does not document. */
  'undocumented-status': 'disagreement',
  /** The response has a body of a media type that the status does not document. */
  'undocumented-media-type': 'disagreement',
  /** The body of the response breaks its documented schema. */
  'broken-response': 'disagreement',
  /** To send the documented default of a parameter leads to another response than to leave the parameter out. */
  'default-differs': 'disagreement',
  /** A link of the document does not lead where it should (OpenAPI 3.1, section 4.8.20). */
  'broken-link': 'disagreement',
  /** A header of the response that the document promises is absent, or breaks its schema. */
  'broken-header': 'disagreement',
  /**
   * The service accepted a form that the document does not define, and that some readers take for a valid value: `+5` for
   * an integer, a parameter twice, a broken percent sequence.
   */
  'accepted-unusual': 'suspicion',
  /** The service rejected a form that RFCs allow and few clients send: the name of a security scheme in lower case. */
  'refused-unusual': 'suspicion',
  /** The response was a 5xx that the document lists. */
  'documented-failure': 'suspicion',
  /** The service has a path that is not in its document. */
  'undocumented-path': 'suspicion',
  /** A limit that is not in the document: 408, 413, 414, 415, 429, 431. */
  'undocumented-limit': 'suspicion',
  /** The response has a property that its schema does not name. */
  'undocumented-property': 'suspicion',
  /** The response has a property that its schema calls `writeOnly`. */
  'write-only-property': 'suspicion',
  /** `Allow` of a 405 or of a response to OPTIONS names other methods than the document (RFC 9110, section 10.2.1). */
  'broken-allow': 'suspicion',
  /** A problem is not well-formed (RFC 9457, section 3). */
  'broken-problem': 'suspicion',
  /** A response of comma-separated values is not well-formed (RFC 4180, section 2). */
  'broken-csv': 'suspicion',
  /** The response contains a stack trace. */
  'leaked-internals': 'suspicion',
  /** The response contains the credential of the request. */
  'leaked-credential': 'suspicion',
  /** The same request in another spelling, as percent-encoded or with header names in other case, gets another response. */
  'spelling-matters': 'suspicion',
  /** What was created cannot be read. */
  'lost-creation': 'suspicion',
  /** What was created is not in the list of its collection. */
  'unlisted-creation': 'suspicion',
  /** What was created has another value than was sent: trimmed, cut, rounded, dropped. */
  'changed-value': 'suspicion',
  /** The `Location` of a 201 does not lead to what was created (RFC 9110, section 15.3.2). */
  'broken-location': 'suspicion',
  /** After an update another value is read than was sent, or the moment of the last update is as before. */
  'lost-update': 'suspicion',
  /** An update changed a property that it did not send. */
  'lost-property': 'suspicion',
  /** A request that was rejected changed something all the same. */
  'rejected-change': 'suspicion',
  /** What was deleted can still be read, listed or updated. */
  'undeleted-resource': 'suspicion',
  /** Two resources of a collection have the same id. */
  'shared-id': 'suspicion',
  /** A creation of what was there already, under the id that the request has, succeeded once more. */
  'accepted-duplicate': 'suspicion',
  /** A request to one resource changed another. */
  'side-effect': 'suspicion',
  /** What belongs to one resource is there under another. */
  'foreign-resource': 'suspicion',
  /** A list that is filtered by a property has items with another value of it, or lacks those that have this value. */
  'ignored-filter': 'suspicion',
  /** A page of a list has more items than were requested, or fewer although there are more. */
  'ignored-page-size': 'suspicion',
  /** The pages of a list overlap, leave items out, or do not begin where they should. */
  'broken-paging': 'suspicion',
  /** The number of items that a list reports, or what they belong to, is wrong. */
  'broken-total': 'suspicion',
  /** A list is not in the order that was requested. */
  'broken-order': 'suspicion',
  /** The same request got a response of another status, shape or order, although nothing was changed. */
  'unrepeatable-response': 'suspicion',
  /** A request of a safe method changed what a list has (RFC 9110, section 9.2.1). */
  'unsafe-read': 'suspicion',
  /** A response took longer than `maxResponseTime`, or far longer than others of its operation, three times. */
  'slow-response': 'suspicion',
  /** The body is not in the charset of `Content-Type`, or `Location` is no URI reference. */
  'misleading-header': 'suspicion',
  /** The response has another media type than the only one that the request accepts (RFC 9110, section 12.5.1). */
  'ignored-accept': 'suspicion',
  /** The service acts against `If-None-Match`, `If-Modified-Since` or `If-Match` (RFC 9110, section 13.1). */
  'ignored-condition': 'suspicion',
  /** A part of a response is not the part that was asked for (RFC 9110, section 14.4). */
  'broken-range': 'suspicion',
  /** The `ETag` did not change with what it is the tag of, or a 304 has another one (RFC 9110, section 8.8.3). */
  'broken-etag': 'suspicion',
  /** HEAD has another status or other headers than GET, or a body (RFC 9110, section 9.3.2). */
  'broken-head': 'suspicion',
  /** What one principal created, and another one's lists do not have, can be read or changed by the other all the same. */
  'foreign-principal': 'suspicion',
  /** A 401 of an operation with a scheme of HTTP has no `WWW-Authenticate` (RFC 9110, section 15.5.2). */
  'missing-challenge': 'suspicion'
} as const satisfies Readonly<Record<string, FindingLevel>>

/** The ways in which a service can contradict its document, or be worse than a good service. */
export type FindingKind = keyof typeof FINDING_LEVELS

/** One point in which a response disagrees with the document, or is suspicious. */
export interface Finding {
  readonly kind: FindingKind
  /** Distinguishes it from other findings of its kind in the same operation: a status, a media type, a path and keyword. */
  readonly what: string
  /** What the document says of the request or of the response, as a sentence. */
  readonly judge: string
}

/** Whether the finding contradicts the document. */
export function isDisagreement({ kind }: { readonly kind: FindingKind }): boolean {
  return FINDING_LEVELS[kind] === 'disagreement'
}
