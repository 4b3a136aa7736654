import { Program, quoted } from '../program/program.js'
import type { KeyPlan, Made, Maker, Plain, TypePlan } from './type-plan.js'

/** What a maker leaves to closures. */
export interface MakerParts {
  /** Sets what becomes of one key. */
  readonly setMember: (key: string, value: Plain, made: Made, plan: TypePlan) => void
  /** Sets what becomes of all of them; answers the instance. */
  readonly setMembers: (value: Plain, made: Made, plan: TypePlan) => Made
  /** What becomes of a value that is an object, of a type. */
  readonly transform: (value: object, type: unknown, arrayType: unknown) => unknown
  /** What becomes of one that is none. */
  readonly scalar: (value: unknown, type: unknown) => unknown
}

/**
 * Generates the maker of a class that hides and renames nothing. The keys of the value are gone through in their order,
 * as class-transformer does it; those that the class declares have a place of their own in the code.
 */
export function generateMaker(plan: TypePlan, { setMember, setMembers, transform, scalar }: MakerParts): Maker {
  const program = new Program()
  const target = program.constant(plan.target)
  const planned = program.constant(plan)
  const byClosures = { transform: program.constant(transform), scalar: program.constant(scalar) }
  const cases = plan.declared.flatMap((key) => caseCode(key, plan.key(key), byClosures, program))
  program.define(
    [
      'function make(value) {',
      `const made = new ${target}()`,
      `if (made.constructor !== ${target}) return ${program.constant(setMembers)}(value, made, ${planned})`,
      // A user's function may take keys off the object, which Object.keys still names.
      `for (const key ${plan.asksUsers ? 'of Object.keys(value)' : 'in value'}) {`,
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

function caseCode(key: string, plan: KeyPlan, { transform, scalar }: Closures, program: Program): string[] {
  const { property, type, transforms, isFixed } = plan
  // Rare, and left to the closures.
  if (isFixed || transforms.length > 0 || type?.reflectedType === Map || type?.options?.discriminator) return []
  const [sent, given] = [program.name(), program.name()]
  const place = `made[${quoted(property)}]`
  const isObject = `typeof ${sent} === 'object' && ${sent} !== null`
  const head = [`case ${quoted(key)}: {`, `const ${sent} = value[${quoted(key)}]`]
  // A function that stands there stays: asked when the type is known, as class-transformer asks it.
  const guard = `if (typeof ${place} === 'function') continue`
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
