import type { Class } from '../../metadata.js'
import { getMetadataStorage } from '../library/class-validator.js'
import { ownMetadata, type ValidationMetadata } from '../library/validation-metadata.js'

/** What decorators left when they were first applied, by what tells them apart. */
const templates = new Map<string, readonly ValidationMetadata[]>()

/**
 * Applies class-validator's decorators to a property; answers the metadata that they leave.
 *
 * class-validator makes a class for each use of each decorator. Of decorators that say the same, one class does for all
 * properties: a large application starts faster, and class-validator finds its constraints sooner.
 *
 * @param key the same for decorators that leave the same metadata, whatever the property; undefined where none do
 */
export function applyDecorators(
  target: Class,
  property: string,
  key: string | undefined,
  decorators: () => readonly PropertyDecorator[]
): readonly ValidationMetadata[] {
  if (key === undefined) {
    const before = ownMetadata(target).length
    for (const decorate of decorators()) decorate(target.prototype, property)
    return ownMetadata(target).slice(before)
  }
  const known = templates.get(key) ?? makeTemplate(key, decorators())
  const storage = getMetadataStorage()
  return known.map((entry) => {
    const metadata: ValidationMetadata = Object.create(Object.getPrototypeOf(entry))
    storage.addValidationMetadata(Object.assign(metadata, entry, { target, propertyName: property }))
    return metadata
  })
}

function makeTemplate(key: string, decorators: readonly PropertyDecorator[]): readonly ValidationMetadata[] {
  const template = class {}
  for (const decorate of decorators) decorate(template.prototype, 'value')
  const left = ownMetadata(template)
  const storage = getMetadataStorage() as unknown as { readonly validationMetadatas: Map<unknown, unknown> }
  storage.validationMetadatas.delete(template)
  templates.set(key, left)
  return left
}
