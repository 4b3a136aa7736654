import { loadBundledBuilds, ValidateBy } from './class-validator.js'
import { metadataMaps } from './validation-metadata.js'

type Decorate = typeof ValidateBy

type Wrapper = abstract new (...args: never[]) => { validate(...args: never[]): unknown }

/** The class's name in class-validator's sources; a minifier changes it. */
const NAME = 'CustomConstraint'

/**
 * Whether class-validator itself created the constraint's class, around the function of a decorator: such a class has
 * no state and no dependencies. Instances of a class that a user wrote come from the container.
 *
 * All of these classes have the same source text, by which they are recognized if a minifier changed the name.
 */
export function isWrapper(constraint: unknown): boolean {
  if (typeof constraint !== 'function' || constraint.length > 0) return false
  return constraint.name === NAME || (minifiedTexts().size > 0 && minifiedTexts().has(textOf(constraint as Wrapper)))
}

let texts: ReadonlySet<string> | undefined

/** The source texts of the wrappers of each build of class-validator in the process; none if they have their name. */
function minifiedTexts(): ReadonlySet<string> {
  if (texts === undefined) {
    const own = makeWrapper(ValidateBy)
    texts = new Set(own.name === NAME ? [] : [own, ...loadBundledBuilds().map(makeWrapper)].map(textOf))
  }
  return texts
}

function makeWrapper(decorate: Decorate): Wrapper {
  const probe = class {}
  decorate({ name: 'probe', validator: { validate: () => true } })(probe.prototype, 'value')
  const { validationMetadatas, constraintMetadatas } = metadataMaps()
  const [metadata] = validationMetadatas.get(probe) ?? []
  const { constraintCls } = metadata as unknown as { readonly constraintCls: Wrapper }
  validationMetadatas.delete(probe)
  constraintMetadatas.delete(constraintCls)
  return constraintCls
}

function textOf({ prototype }: Wrapper): string {
  return String(prototype?.validate)
}
