import { Program, quoted } from '../program/program.js'
import { type ClassCheck, compileCheck, type MetadataLists, NEEDS_LIBRARY } from './class-check.js'
import type { ClassPlan, PropertyPlan, PropertyTests } from './class-plan.js'
import type { ValueTest } from './value-tests.js'

/**
 * The check of a class as generated code. Valid values are recognized by inlined tests; for any other value the
 * validation does the whole work from the beginning.
 */
export function generateCheck(plan: ClassPlan, lists: MetadataLists): ClassCheck {
  // There are no tests to inline.
  if (plan.needsLibrary || plan.properties.length === 0) return compileCheck(plan, lists)
  return new CheckCode(plan, lists).generate()
}

class CheckCode {
  readonly #program = new Program()
  readonly #plan: ClassPlan
  readonly #lists: MetadataLists

  constructor(plan: ClassPlan, lists: MetadataLists) {
    this.#plan = plan
    this.#lists = lists
  }

  generate(): ClassCheck {
    const body = [this.#whileCurrent(), this.#ownErrors(), ...this.#plan.properties.map((each) => this.#property(each))]
    this.#program.define(`function check(object, validation) {\n${body.join('\n')}\nreturn errors\n}`)
    return this.#program.build('check')
  }

  #whileCurrent(): string {
    const isGrown = this.#lists.map((list) => `${this.#program.constant(list)}.length !== ${list.length}`)
    return `if (${isGrown.join(' || ')}) return validation.recheck(object)`
  }

  #ownErrors(): string {
    return [
      this.#plan.isAsync ? `if (!validation.isSync) throw ${this.#program.constant(NEEDS_LIBRARY)}` : '',
      'let errors',
      `if (validation.isWhitelist && !${this.#keysTest()}(object)) {`,
      `errors = validation.checkKeys(object, ${this.#program.constant(this.#plan)})`,
      '}'
    ].join('\n')
  }

  /** The function that checks whether all keys of an object are declared. */
  #keysTest(): string {
    const cases = this.#plan.properties.map(({ property }) => `case ${quoted(property)}:`)
    const name = this.#program.name()
    this.#program.define(`function ${name}(object) {
const keys = Object.keys(object)
for (let at = 0; at < keys.length; at++) switch (keys[at]) { ${cases.join(' ')} break; default: return false }
return true
}`)
    return name
  }

  #property(plan: PropertyPlan): string {
    const read = `object[${quoted(plan.property)}]`
    const checked = (value: string) =>
      `errors = validation.checkProperty(object, ${value}, ${this.#program.constant(plan)}, errors)`
    if (plan.tests === undefined) return checked(read)
    const value = this.#program.name()
    const tests = this.#tests(plan.tests, value)
    const isPresent = plan.tests.isOptional ? `${value} !== undefined && ${value} !== null` : ''
    const lines = [`const ${value} = ${read}`]
    if (plan.nested === undefined) {
      if (tests !== '') lines.push(`if (${isPresent && `${isPresent} && `}!(${tests})) ${checked(value)}`)
    } else {
      const isFaulty = tests === '' ? '' : `if (!(${tests})) ${checked(value)}\nelse `
      const inside = `errors = ${this.#nested(plan)}(object, ${value}, validation, errors)`
      lines.push(`if (${isPresent || 'true'}) {\n${isFaulty}if (${value} !== undefined) ${inside}\n}`)
    }
    return lines.join('\n')
  }

  #tests({ whole, each }: PropertyTests, value: string): string {
    const tests = whole.map((test) => this.#test(test, value))
    if (each.length > 0) tests.push(`${this.#eachTest(each)}(${value})`)
    return tests.join(' && ')
  }

  #test({ holds, code }: ValueTest, value: string): string {
    return code?.(value, this.#program) ?? `${this.#program.constant(holds)}(${value})`
  }

  #eachTest(tests: readonly ValueTest[]): string {
    const name = this.#program.name()
    const all = tests.map((test) => this.#test(test, 'item')).join(' && ')
    this.#program.define(`function ${name}(list) {
if (!Array.isArray(list)) return false
for (let at = 0; at < list.length; at++) {
const item = list[at]
if (!(${all})) return false
}
return true
}`)
    return name
  }

  /** The function that validates the objects in a property. */
  #nested(plan: PropertyPlan): string {
    const [name, inside] = [this.#program.name(), this.#inside()]
    const asPlanned = this.#program.constant(plan)
    this.#program.define(`function ${name}(object, value, validation, errors) {
let children
if (Array.isArray(value)) {
const { length } = value
for (let at = 0; at < length; at++) {
const item = value[at]
if (item === undefined) continue
const found = ${inside}(item, validation)
if (found === null) children = validation.checkItem(value, item, String(at), ${this.#program.constant(plan.nested)}, children)
else if (found !== undefined) children = validation.addParent(value, item, String(at), found, children)
}
} else {
children = ${inside}(value, validation)
if (children === null) return validation.checkProperty(object, value, ${asPlanned}, errors)
}
return children === undefined ? errors : validation.addParent(object, value, ${quoted(plan.property)}, children, errors)
}`)
    return name
  }

  /**
   * The function that validates an object; returns null if that takes more than a check. The objects are mostly of one
   * class, whose check it keeps; the prototype shows that they are instances of it, and not collections.
   */
  #inside(): string {
    const name = this.#program.name()
    const [kind, prototype, known] = [this.#program.name(), this.#program.name(), this.#program.name()]
    this.#program.define(`let ${kind}, ${prototype}, ${known}
function ${name}(value, validation) {
if (typeof value === 'object' && value !== null && value.constructor === ${kind} &&
Object.getPrototypeOf(value) === ${prototype} && !Array.isArray(value)) return ${known}(value, validation)
const check = validation.checkOf(value)
if (check === undefined) return null
${kind} = value.constructor
${prototype} = Object.getPrototypeOf(value)
${known} = check
return check(value, validation)
}`)
    return name
  }
}
