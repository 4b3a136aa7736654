/// <reference types="node" preserve="true" />

export type { DisagreementKind } from './disagreement-kind.js'
export type { VerifiableService } from './exchange.js'
export { formatReport } from './format-report.js'
export { MissingLibraryError } from './missing-library.js'
export type { OperationName, VerifyOptions, VerifyProgress } from './options.js'
export type { Disagreement, OperationReport, VerifyReport } from './report.js'
export { verify } from './verify.js'
