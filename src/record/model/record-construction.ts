import { SetupError } from '../../errors.js'
import type { Class, ConcreteClass } from '../../metadata.js'
import type { Direction } from '../type/reading-options.js'
import type { RecordSchema } from '../type/schema.js'

/** An instance of a record, by its properties. */
export type Instance = { [property: string]: unknown }

/** How instances of a record are made: by the constructor, with the prototype alone, or as plain objects. */
export type Construction = 'constructor' | 'prototype' | 'plain'

/**
 * How the instances of a record are made. For a request they are instances of the class. What a response contains is only
 * checked, so its class may have getters only, or a constructor with arguments.
 *
 * @throws SetupError RECORD_INVALID if requests cannot be bound to the class
 */
export function constructionOf(schema: RecordSchema, direction: Direction): Construction {
  const isRequest = direction === 'request'
  let construction: Construction = 'constructor'
  let sample: Instance
  try {
    sample = instanceMaker(schema, construction)()
  } catch (error) {
    if (isRequest) throw notConstructible(schema.class, error as Error)
    construction = 'prototype'
    sample = instanceMaker(schema, construction)()
  }
  for (const { property, access, default: given } of schema.fields) {
    if (isWritable(sample, property)) continue
    if (!isRequest) return 'plain'
    if (access !== 'readOnly' || given !== undefined) throw notWritable(`${schema.class.name}.${property}`)
  }
  return construction
}

/** The function that makes them. */
export function instanceMaker(schema: RecordSchema, construction: Construction): () => Instance {
  const Target = schema.class as ConcreteClass<Instance>
  if (construction === 'constructor') return () => new Target()
  return construction === 'prototype' ? () => Object.create(Target.prototype) as Instance : () => ({})
}

function notConstructible(target: Class, { message }: Error): SetupError {
  return new SetupError(
    'RECORD_INVALID',
    `the class cannot be constructed without arguments (${message})`,
    target.name,
    'let its constructor work without arguments; binding sets the fields afterwards'
  )
}

function notWritable(place: string): SetupError {
  return new SetupError(
    'RECORD_INVALID',
    'the field has only a getter or is read-only, so that it cannot be bound',
    place,
    'add a setter, declare it with `readOnly: true`, or use another class for requests'
  )
}

function isWritable(record: object, property: string): boolean {
  for (let at: object | null = record; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertyDescriptor(at, property)
    if (found !== undefined) return found.writable === true || found.set !== undefined
  }
  return Object.isExtensible(record)
}
