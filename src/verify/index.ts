/// <reference types="node" preserve="true" />

export { MissingLibraryError } from './document/missing-library.js'
export type { FindingKind, FindingLevel } from './judge/finding.js'
export type { OperationName, VerifyOptions, VerifyProgress } from './options.js'
export { type AcceptedFinding, readBaseline, writeBaseline } from './report/baseline.js'
export type { ContractCoverage, ContractPart, PartCoverage } from './report/coverage.js'
export { formatReport } from './report/format-report.js'
export { formatJUnit } from './report/junit.js'
export { formatMarkdown } from './report/markdown.js'
export type { OperationReport, ReportedFinding, UnprovedOperation, VerifyReport } from './report/report.js'
export { verify } from './verify.js'
export type { VerifiableService } from './wire/target.js'
