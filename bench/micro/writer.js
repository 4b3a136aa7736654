import { compileSerializer } from '../../dist/src/record/serializer.js'

/** A declared type's values to JSON text, as a reply is written. */
export function compileWriter(type) {
  const project = compileSerializer(type)
  return (value) => JSON.stringify(project(value))
}
