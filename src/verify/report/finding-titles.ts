import type { FindingKind } from '../judge/finding.js'

/** What each kind of finding is called in reports. */
export const FINDING_TITLES: Readonly<Record<FindingKind, string>> = {
  'accepted-invalid': 'The service accepted what its document forbids',
  'refused-valid': 'The service rejected what its document allows',
  'accepted-stranger': 'The service accepted a request without valid credentials',
  'server-error': 'The service failed',
  'undocumented-operation': 'The service has a method that is not in its document',
  'undocumented-status': 'The response has a status that is not in the document',
  'undocumented-media-type': 'The response has a media type that is not in the document',
  'broken-response': 'The response breaks its documented schema',
  'accepted-unusual': 'The service accepted a form that the document does not define',
  'documented-failure': 'The service failed, as the document says that it may',
  'undocumented-path': 'The service has a path that is not in its document',
  'undocumented-limit': 'The service has a limit that is not in its document',
  'undocumented-property': 'The response has a property that its schema does not name',
  'write-only-property': 'The response has a property that is for requests only',
  'broken-allow': 'A 405 does not name the allowed methods',
  'broken-problem': 'The response is not a well-formed problem',
  'broken-csv': 'The response is not well-formed CSV',
  'leaked-internals': 'The response shows the inside of the service',
  'leaked-credential': 'The response shows the credential of the request'
}
