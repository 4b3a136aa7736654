import { isStandardContext, type StandardContext } from '../../decorator-form.js'
import { SetupError } from '../../errors.js'
import { type Class, inheritsStandardMetadata, lineage, standardMetadataOf } from '../../metadata.js'
import { KINDS, metadataMaps as transformationMaps } from './class-transformer.js'
import { getMetadataStorage } from './metadata-storage.js'

/**
 * The error for a decorator of class-validator or class-transformer that was compiled in the standard form. Those
 * libraries have legacy decorators only.
 */
function legacyOnly(kind: StandardContext['kind'], place: string): SetupError {
  const instead =
    kind === 'class'
      ? 'write TheDecorator()(TheClass) below the class'
      : kind === 'method'
        ? 'call the function of that purpose in the method'
        : 'write @Field(() => TheType, { rules: [TheDecorator()] })'
  return new SetupError(
    'DECORATOR_MODE',
    'a decorator of class-validator or class-transformer was compiled as a standard decorator, and exists as a legacy one only',
    place,
    `${instead}, or set "experimentalDecorators": true`
  )
}

/**
 * Where the libraries' decorators were applied to a class in the standard form. On a field they throw a TypeError of
 * their own. On a class, an accessor or a method they add metadata that nothing reads, with the context as the name of
 * the property: the rule would not be checked, and what is excluded would be sent.
 */
export function lostDecorators(target: Class): SetupError[] {
  if (!inheritsStandardMetadata(target)) return []
  return lineage(target).flatMap((at) => {
    const metadata = standardMetadataOf(at)
    if (metadata === undefined) return []
    const names = [at, Function, Object, ...accessorsOf(at)].flatMap(namesOf)
    const lost = names.filter(isStandardContext).filter((context) => context.metadata === metadata)
    return lost.map(({ kind, name }) => legacyOnly(kind, kind === 'class' ? at.name : `${at.name}.${String(name)}`))
  })
}

/** What is the name of a property in the metadata of one key. */
function namesOf(key: unknown): unknown[] {
  const validated = getMetadataStorage().validationMetadatas.get(key) ?? []
  return [
    ...validated.map(({ propertyName }) => propertyName),
    ...KINDS.flatMap((kind) => [...(transformationMaps[kind].get(key)?.keys() ?? [])])
  ]
}

function accessorsOf({ prototype }: Class): unknown[] {
  return Object.values(Object.getOwnPropertyDescriptors(prototype as object)).flatMap(({ get, set, value }) =>
    [get, set, value].filter((member) => typeof member === 'function')
  )
}
