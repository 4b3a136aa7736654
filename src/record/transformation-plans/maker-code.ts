import { emittedTypeOf } from '../../metadata.js'
import { Program, quoted } from '../program/program.js'
import type { KeyPlan, Made, Maker, Plain, TypePlan } from './type-plan.js'

/** The functions that a maker calls for what its own code does not do. */
export interface MakerParts {
  /** Transforms one key, and sets its property. */
  readonly setMember: (key: string, value: Plain, made: Made, plan: TypePlan) => void
  /** Transforms all keys; returns the instance. */
  readonly setMembers: (value: Plain, made: Made, plan: TypePlan) => Made
  /** Transforms an object into a type. */
  readonly transform: (value: object, type: unknown, arrayType: unknown) => unknown
  /** Transforms any other value into a type. */
  readonly scalar: (value: unknown, type: unknown) => unknown
}

/**
 * Generates the maker of a class that neither excludes nor renames properties. It visits the keys of the value in their
 * order, as class-transformer does; each declared property has a case of its own in the code.
 *
 * @param converts whether a property without `@Type` is converted to the type that the compiler emitted
 */
export function generateMaker(plan: TypePlan, parts: MakerParts, converts: boolean): Maker {
  const { setMember, setMembers, transform, scalar } = parts
  const program = new Program()
  const target = program.constant(plan.target)
  const planned = program.constant(plan)
  const byClosures = { transform: program.constant(transform), scalar: program.constant(scalar) }
  const cases = plan.declared.flatMap((key) => {
    const known = plan.key(key)
    const emitted = converts ? emittedTypeOf(plan.target, known.property) : undefined
    return caseCode(key, known, emitted, byClosures, program)
  })
  program.define(
    [
      'function make(value) {',
      `const made = new ${target}()`,
      `if (made.constructor !== ${target}) return ${program.constant(setMembers)}(value, made, ${planned})`,
      // A user's function may delete keys of the object, which class-transformer still visits.
      `for (const key ${plan.callsUserCode ? 'of Object.keys(value)' : 'in value'}) {`,
      'switch (key) {',
      ...cases,
      `default: ${program.constant(setMember)}(key, value, made, ${planned})`,
      '}',
      '}',
      'return made',
      '}'
    ].join('\n')
  )
  return program.build<Maker>('make')
}

interface Closures {
  readonly transform: string
  readonly scalar: string
}

function caseCode(
  key: string,
  plan: KeyPlan,
  emitted: unknown,
  { transform, scalar }: Closures,
  program: Program
): string[] {
  const { property, type, transforms, isFixed } = plan
  // These are rare, and left to `setMember`.
  if (isFixed || transforms.length > 0 || type?.reflectedType === Map || type?.options?.discriminator) return []
  const [sent, given] = [program.name(), program.name()]
  const place = `made[${quoted(property)}]`
  const isObject = `typeof ${sent} === 'object' && ${sent} !== null`
  const head = [`case ${quoted(key)}: {`, `const ${sent} = value[${quoted(key)}]`]
  // A method is not replaced. As in class-transformer, this is checked after the type was determined.
  const guard = `if (typeof ${place} === 'function') continue`
  if (type === undefined && typeof emitted === 'function') {
    const into = program.constant(emitted)
    const result = `${isObject} ? ${transform}(${sent}, ${into}, undefined) : ${scalar}(${sent}, ${into})`
    return [...head, guard, `${place} = ${result}`, 'continue', '}']
  }
  if (type === undefined) {
    const result = `${isObject} ? ${transform}(${sent}, undefined, undefined) : ${sent}`
    return [...head, guard, `${place} = ${result}`, 'continue', '}']
  }
  const reflected = program.constant(type.reflectedType as object)
  const named = `${program.constant(type)}.typeFunction({ newObject: made, object: value, property: ${quoted(property)} })`
  const whole = `${transform}(${sent}, ${given}, Array.isArray(${sent}) ? ${reflected} : undefined)`
  return [
    ...head,
    `const ${given} = ${type.typeFunction ? named : reflected}`,
    guard,
    `${place} = ${isObject} ? ${whole} : ${scalar}(${sent}, ${given})`,
    'continue',
    '}'
  ]
}
