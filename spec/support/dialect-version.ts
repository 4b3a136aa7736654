import { type OpenAPIVersion } from 'fieldstone'

/** The versions of OpenAPI whose schemas differ: those of 3.2 are those of 3.1. */
export type DialectVersion = Exclude<OpenAPIVersion, '3.2'>
