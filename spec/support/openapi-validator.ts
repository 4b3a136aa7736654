import SwaggerParser from '@apidevtools/swagger-parser'
import { Validator } from '@seriousme/openapi-schema-validator'

/** It compiles OpenAPI's schema once. */
const validator = new Validator()

/**
 * Holds a document against OpenAPI's official schema with two independent validators.
 * @returns what they complain about; empty for a valid document
 */
export async function complaintsAbout(document: object): Promise<string[]> {
  // Both may write into what they are given.
  const copy = () => JSON.parse(JSON.stringify(document))
  const first = await validator.validate(copy())
  const complaints = first.valid ? [] : [`openapi-schema-validator: ${JSON.stringify(first.errors)}`]
  try {
    await SwaggerParser.validate(copy())
  } catch (error) {
    complaints.push(`swagger-parser: ${(error as Error).message}`)
  }
  return complaints
}
