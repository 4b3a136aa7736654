import { Validator } from '@seriousme/openapi-schema-validator'

/** It compiles OpenAPI's schema once. */
const validator = new Validator()

/**
 * Holds a document against OpenAPI's official schema.
 * @returns what it complains about; empty for a valid document
 */
export async function complaintsAbout(document: object): Promise<string[]> {
  // It may write into what it is given.
  const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)))
  return valid ? [] : [JSON.stringify(errors)]
}
