import { Exclude, Expose, Transform, Type } from 'class-transformer'
import { IsOptional, IsString } from 'class-validator'
import { type Class } from 'fieldstone'
import { lostDecorators } from '../../../src/record/library/legacy-decorators.js'
import { transformationOf, transformedProperties } from '../../../src/record/library/transformation-metadata.js'
import { expectWholeList, shown } from '../../support/whole-list.js'

const step = (name: string) => (params: { value: unknown; key: string; obj: object; type: unknown; options: object }) =>
  `${name}(${shown(params.value)} ${params.key} ${shown(params.obj)} ${params.type} ${shown(params.options)})`

class Plain {
  @Type(() => Date) when!: Date
  other!: string
}
class Exposed {
  @Expose() plain!: string
  @Expose({ name: 'other_name' }) named!: string
  @Expose({ name: 'sent', toClassOnly: true }) read!: string
  @Expose({ name: 'got', toPlainOnly: true }) written!: string
  @Expose({ name: 'both', toClassOnly: true, toPlainOnly: true }) both!: string
  @Expose({ groups: ['a'] }) grouped!: string
  @Expose({ groups: [] }) ungrouped!: string
  @Exclude() out!: string
  @Exclude({ toClassOnly: true }) outOfRequests!: string
  @Exclude({ toPlainOnly: true }) outOfResponses!: string
  @Exclude({ toClassOnly: true, toPlainOnly: true }) outOfBoth!: string
  @Exclude({ toPlainOnly: true }) @Expose({ name: 'in' }) inAndOut!: string
  undecorated!: string
}
class Transformed {
  @Transform(step('a')) @Transform(step('b')) twice!: string
  @Transform(step('a'), { toClassOnly: true }) read!: string
  @Transform(step('a'), { toPlainOnly: true }) written!: string
  @Transform(step('a'), { groups: ['g'] }) grouped!: string
  @Transform(step('a'), { groups: ['g'] }) @Transform(step('b'), { groups: [] }) mixed!: string
  @Transform(step('a')) @Expose({ toClassOnly: true }) exposed!: string
  @Transform(step('a')) @Expose({ toPlainOnly: true }) shown!: string
}
class Derived extends Transformed {
  @Transform(step('c')) declare read: string
  @Exclude() declare twice: string
}
@Exclude()
class Hidden {
  @Expose() visible!: string
  @Expose({ toPlainOnly: true }) answered!: string
  hidden!: string
}
class OfHidden extends Hidden {
  @Expose() added!: string
  undecorated!: string
}
@Expose()
class Again extends Hidden {
  undecorated!: string
}
@Exclude()
class HiddenLater extends Exposed {}

const CLASSES: readonly (readonly [Class, readonly string[]])[] = [
  [Plain, ['when', 'other', 'missing']],
  [
    Exposed,
    [...transformedProperties(Exposed), ...'out outOfRequests outOfResponses outOfBoth undecorated'.split(' ')]
  ],
  [Transformed, transformedProperties(Transformed)],
  [Derived, transformedProperties(Derived)],
  [Hidden, ['visible', 'answered', 'hidden']],
  [OfHidden, ['visible', 'answered', 'hidden', 'added', 'undecorated']],
  [Again, ['visible', 'hidden', 'undecorated']],
  [HiddenLater, ['plain', 'named', 'read', 'undecorated']]
]

/** The key of the metadata of standard decorators. */
const METADATA = (Symbol as { readonly metadata?: symbol }).metadata ?? Symbol.for('Symbol.metadata')

/** A class as the standard form leaves it, with what its decorators were called with. */
function standard(
  name: string,
  base: Class,
  decorate: (given: (kind: string, member?: string) => never, made: Class) => void
): Class {
  const metadata = Object.create((base as unknown as { [key: symbol]: object })[METADATA] ?? null)
  const made = { [name]: class extends (base as new () => object) {} }[name] as Class
  Object.defineProperty(made, METADATA, { value: metadata, configurable: true })
  decorate((kind, member = name) => ({ kind, name: member, metadata }) as never, made)
  return made
}

class Root {}
const Clean = standard('Clean', Root, () => undefined)
const method = () => 'called'
const Lost = standard('Lost', Root, (given) => {
  const decorate = (decorator: unknown) => (target: unknown, context: unknown) =>
    (decorator as (a: unknown, b: unknown) => void)(target, context)
  // What the libraries take for the prototype is the value: a method, or nothing for a field.
  decorate(IsString())(method, given('method', 'said'))
  decorate(IsOptional())(method, given('method', 'said'))
  decorate(Expose())(method, given('getter', 'got'))
  decorate(Exclude())(method, given('setter', 'set'))
  decorate(Type(() => Date))(method, given('accessor', 'when'))
  decorate(Transform(({ value }) => value))(method, given('method', 'made'))
  // That of another class says nothing of this one.
  decorate(IsString())(method, { kind: 'method', name: 'elsewhere', metadata: {} })
  decorate(IsString())(method, { kind: 'other', name: 'odd', metadata: given('method', 'odd') })
})
Object.defineProperty(Lost.prototype, 'said', { value: method })
const LostBelow = standard('LostBelow', Lost, () => undefined)
const OnClass = standard('OnClass', Root, (given, made) =>
  (Exclude() as (a: unknown, b: unknown) => void)(made, given('class'))
)

describe("class-transformer's decorators", () => {
  it('mean what transformation-list.txt says, and are lost in the standard form as it says', () => {
    const lines: string[] = []
    for (const [target, properties] of CLASSES) {
      lines.push(`${target.name}: ${transformedProperties(target).join(' ')}`)
      for (const property of properties) {
        const { request, response, visitsAbsent } = transformationOf(target, property)
        const ways = Object.entries({ request, response }).map(([way, { name, transform }]) => {
          return `${way} ${name}${transform === undefined ? '' : ` ${String(transform(1, { in: 1 }))}`}`
        })
        lines.push(`  ${property}: ${ways.join(', ')}${visitsAbsent ? ', visited where it is absent' : ''}`)
      }
    }
    lines.push('\n# the standard form')
    for (const target of [Plain, Root, Clean, Lost, LostBelow, OnClass])
      lines.push(
        `lost of ${target.name}: ${lostDecorators(target)
          .map(({ message }) => message)
          .join(' ')}`
      )
    expectWholeList('record/library/transformation-list.txt', lines)
  })
})
