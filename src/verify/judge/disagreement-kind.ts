/** The ways in which a service and its document can disagree. */
export type DisagreementKind =
  /** The document forbids the request, the service took it. */
  | 'accepted-invalid'
  /** The document allows the request, the service refused it. */
  | 'refused-valid'
  /** The document asks for credentials, and a request without them, or with wrong ones, was let in. */
  | 'accepted-stranger'
  /** The answer was a 5xx, or none. */
  | 'server-error'
  /** A path or method that is not in the document was answered. */
  | 'undocumented-operation'
  /** A 405 without an `Allow` that names the documented methods (RFC 9110, section 15.5.6). */
  | 'broken-allow'
  /** The answer has a status that the operation does not document. */
  | 'undocumented-status'
  /** The answer has a body of a media type that the status does not document. */
  | 'undocumented-media-type'
  /** The body of the answer breaks its documented schema. */
  | 'broken-response'
  /** A problem that is none (RFC 9457, section 3). */
  | 'broken-problem'
