import { getMetadataStorage, loadBundledBuilds, ValidateBy } from './class-validator.js'

type Decorate = typeof ValidateBy

interface StorageInside {
  readonly validationMetadatas: Map<unknown, { readonly constraintCls: Wrapper }[]>
  readonly constraintMetadatas: Map<unknown, unknown>
}

type Wrapper = abstract new (...args: never[]) => { validate(...args: never[]): unknown }

/** The class's name in class-validator's sources, which a minifier does not keep. */
const NAME = 'CustomConstraint'

/**
 * Whether class-validator itself made the constraint's class, around the function of a decorator: it has no state and
 * no dependencies. Of a class that a user wrote, an instance comes from the container.
 *
 * It makes a new class for each decorator, all from the same text: where a minifier took the name, the text tells.
 */
export function isWrapper(constraint: unknown): boolean {
  if (typeof constraint !== 'function' || constraint.length > 0) return false
  return constraint.name === NAME || (minifiedTexts().size > 0 && minifiedTexts().has(textOf(constraint as Wrapper)))
}

let texts: ReadonlySet<string> | undefined

/** What the wrappers of each build of class-validator that is here look like; empty where they have their name. */
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
  const { validationMetadatas, constraintMetadatas } = getMetadataStorage() as unknown as StorageInside
  const [metadata] = validationMetadatas.get(probe) ?? []
  const { constraintCls } = metadata as { readonly constraintCls: Wrapper }
  validationMetadatas.delete(probe)
  constraintMetadatas.delete(constraintCls)
  return constraintCls
}

function textOf({ prototype }: Wrapper): string {
  return String(prototype?.validate)
}
