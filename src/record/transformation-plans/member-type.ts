import { type Class, isClass } from '../../metadata.js'
import type { Made } from './maker-code.js'
import type { TypeMetadata } from './type-plan.js'

/** Whether instances of it are made here. */
export function isMakeable(type: unknown): type is Class {
  return isClass(type) && type.prototype.constructor === type && !isMap(type)
}

function isMap(type: Class): boolean {
  return type === Map || type.prototype instanceof Map
}

/** What the compiler told of a property that is sent a list. */
export function reflectedOf(value: unknown, metadata: TypeMetadata | undefined): unknown {
  return Array.isArray(value) ? metadata?.reflectedType : undefined
}

/** The type that the discriminator names; it is taken off the value unless it is to be kept. */
export function discriminated(metadata: TypeMetadata, sent: unknown, named: unknown): unknown {
  const { discriminator, keepDiscriminatorProperty } = metadata.options ?? {}
  if (!discriminator?.property || !discriminator.subTypes) return named
  if (Array.isArray(sent)) return metadata
  const { property, subTypes } = discriminator
  if (!(sent instanceof Object && property in sent)) return named
  const chosen = subTypes.find(({ name }) => name === (sent as Made)[property])
  if (!keepDiscriminatorProperty) delete (sent as Made)[property]
  return chosen === undefined ? named : chosen.value
}
