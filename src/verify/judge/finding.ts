/** The ways in which a service and its document can disagree. */
export type DisagreementKind =
  /** The document forbids the request, the service accepted it. */
  | 'accepted-invalid'
  /** The document allows the request, the service rejected it. */
  | 'refused-valid'
  /** The document requires credentials, and the service accepted a request without them, or with wrong ones. */
  | 'accepted-stranger'
  /** The response was a 5xx, or there was none. */
  | 'server-error'
  /** The service has a path or method that is not in the document. */
  | 'undocumented-operation'
  /** A 405 without an `Allow` that names the documented methods (RFC 9110, section 15.5.6). */
  | 'broken-allow'
  /** The response has a status that the operation does not document. */
  | 'undocumented-status'
  /** The response has a body of a media type that the status does not document. */
  | 'undocumented-media-type'
  /** The body of the response breaks its documented schema. */
  | 'broken-response'
  /** A problem is not well-formed (RFC 9457, section 3). */
  | 'broken-problem'

/** One point in which a response disagrees with the document. */
export interface Finding {
  readonly kind: DisagreementKind
  /** Distinguishes it from other findings of its kind in the same operation: a status, a media type, a path and keyword. */
  readonly what: string
  /** What the document says of the request or of the response, as a sentence. */
  readonly judge: string
}
