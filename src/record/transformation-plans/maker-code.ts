import { emittedTypeOf } from '../../metadata.js'
import { Program, quoted } from '../program/program.js'
import { settingCode } from '../program/property-setting.js'
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

/** The options of class-transformer that the code of makers depends on. */
export interface MakerMode {
  /** Whether a property without `@Type` is converted to the type that the compiler emitted. */
  readonly converts: boolean
  /** Whether only what is exposed is set. */
  readonly excludesExtraneous: boolean
  /** Whether the class's own value is kept where undefined was sent, or nothing. */
  readonly keepsDefaults: boolean
  /** Whether undefined is set. */
  readonly setsUndefined: boolean
}

/**
 * Generates the maker of a class. Where the class neither excludes nor renames properties, it visits the keys of the value in
 * their order, as class-transformer does, and each declared property has a case of its own in the code; where only what is
 * exposed is set, these keys are visited one after the other.
 */
export function generateMaker(plan: TypePlan, parts: MakerParts, mode: MakerMode): Maker {
  const program = new Program()
  const target = program.constant(plan.target)
  const code = new MakerCode(plan, parts, mode, program)
  const fixed = plan.fixedKeys(mode.excludesExtraneous)
  program.define(
    [
      'function make(value) {',
      `const made = new ${target}()`,
      `if (made.constructor !== ${target}) return ${program.constant(parts.setMembers)}(value, made, ${program.constant(plan)})`,
      ...(fixed === undefined ? code.ofEachKey() : fixed.flatMap((key, index) => code.ofKey(key, index))),
      'return made',
      '}'
    ].join('\n')
  )
  return program.build<Maker>('make')
}

/**
 * How many cases of keys the code compares one after the other. Of more it looks up the number, by which the engine jumps: the
 * comparisons would grow with the square of the keys.
 */
const CASES_COMPARED = 64

class MakerCode {
  readonly #plan: TypePlan
  readonly #parts: MakerParts
  readonly #mode: MakerMode
  readonly #program: Program

  constructor(plan: TypePlan, parts: MakerParts, mode: MakerMode, program: Program) {
    this.#plan = plan
    this.#parts = parts
    this.#mode = mode
    this.#program = program
  }

  /** Visits the keys of the value. */
  ofEachKey(): string[] {
    const plan = this.#plan
    const { declared } = plan
    const isCompared = declared.length <= CASES_COMPARED
    const cases = declared.flatMap((key, index) => {
      const lines = this.#linesOf(key, index, 'continue')
      return lines === undefined ? [] : [`case ${isCompared ? quoted(key) : index}: {`, ...lines, 'continue', '}']
    })
    const numbered = declared.map((key, index) => [key, index] as const)
    const choice = isCompared ? 'key' : `${this.#program.constant(new Map(numbered))}.get(key)`
    return [
      // A user's function may delete keys of the object, which class-transformer still visits.
      `for (const key ${plan.callsUserCode ? 'of Object.keys(value)' : 'in value'}) {`,
      `switch (${choice}) {`,
      ...cases,
      `default: ${this.#byClosure('key')}`,
      '}',
      '}'
    ]
  }

  /** Visits one key, whether the value has it or not. */
  ofKey(key: string, index: number): string[] {
    const label = this.#program.name()
    const lines = this.#linesOf(key, index, `break ${label}`)
    return lines === undefined ? [this.#byClosure(quoted(key))] : [`${label}: {`, ...lines, '}']
  }

  #byClosure(key: string): string {
    const program = this.#program
    return `${program.constant(this.#parts.setMember)}(${key}, value, made, ${program.constant(this.#plan)})`
  }

  /**
   * Sets the property of a key; undefined for what is rare, and left to `setMember`.
   *
   * @param index how many keys come before
   * @param leave the statement that goes on to the next key
   */
  #linesOf(key: string, index: number, leave: string): string[] | undefined {
    const plan = this.#plan.key(key)
    const { property, type, transforms, isFixed } = plan
    const isRare = isFixed || transforms.length > 0 || type?.reflectedType === Map || type?.options?.discriminator
    if (isRare || key === '__proto__' || key === 'constructor') return undefined
    const program = this.#program
    const { converts, keepsDefaults, setsUndefined } = this.#mode
    const sent = program.name()
    const place = `made[${quoted(property)}]`
    const set = settingCode('made', property, index, program)
    const { before, result } = this.#valueOf(plan, sent, converts)
    const kept = keepsDefaults ? `${sent} === undefined ? ${place} : ${result}` : result
    const out = program.name()
    return [
      `const ${sent} = value[${quoted(key)}]`,
      ...before,
      // A method is not replaced. As in class-transformer, this is checked after the type was determined.
      `if (typeof ${place} === 'function') ${leave}`,
      ...(setsUndefined ? [set(kept)] : [`const ${out} = ${kept}`, `if (${out} !== undefined) ${set(out)}`])
    ]
  }

  /** The value of a key in its type, and what determines that type. */
  #valueOf({ property, type }: KeyPlan, sent: string, converts: boolean): { before: string[]; result: string } {
    const program = this.#program
    const [transform, scalar] = [program.constant(this.#parts.transform), program.constant(this.#parts.scalar)]
    const isObject = `typeof ${sent} === 'object' && ${sent} !== null`
    const emitted = converts ? emittedTypeOf(this.#plan.target, property) : undefined
    if (type === undefined && typeof emitted === 'function') {
      const into = program.constant(emitted)
      const result = `${isObject} ? ${transform}(${sent}, ${into}, undefined) : ${scalar}(${sent}, ${into})`
      return { before: [], result }
    }
    if (type === undefined) {
      return { before: [], result: `${isObject} ? ${transform}(${sent}, undefined, undefined) : ${sent}` }
    }
    const given = program.name()
    const reflected = program.constant(type.reflectedType as object)
    const named = `${program.constant(type)}.typeFunction({ newObject: made, object: value, property: ${quoted(property)} })`
    const whole = `${transform}(${sent}, ${given}, Array.isArray(${sent}) ? ${reflected} : undefined)`
    return {
      before: [`const ${given} = ${type.typeFunction ? named : reflected}`],
      result: `${isObject} ? ${whole} : ${scalar}(${sent}, ${given})`
    }
  }
}
