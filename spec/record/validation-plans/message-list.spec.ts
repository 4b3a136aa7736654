import { createRequire } from 'node:module'
import { expect } from 'chai'
import type { ValidationArguments } from 'class-validator'
import { fixedMessage, type Message, replaceTokens } from '../../../src/record/validation-plans/message.js'
import { calls, expectWholeList, outcome, shown } from '../../support/whole-list.js'

const { ValidationUtils } = createRequire(import.meta.url)('class-validator/cjs/validation/ValidationUtils.js') as {
  readonly ValidationUtils: { replaceMessageSpecialTokens(message: Message, args: ValidationArguments): unknown }
}

const told = ({ value, property }: ValidationArguments) => `$property ${property} ${String(value)}`

const MESSAGES: readonly unknown[] = [
  ...['', 'no tokens', '$', '$property', '$property $property!', '$value', '$target', '$target.$property is $value'],
  ...['$constraint1', '$constraint1 to $constraint2', '$constraint2', '$constraint11', '$constraint', '$constraint3'],
  ...[
    '$constraints',
    '$valued',
    '$propertyName',
    '$constraint1$constraint1',
    'a $property',
    told,
    () => '',
    undefined,
    5
  ]
]

const CONSTRAINTS: readonly unknown[] = [
  ...[undefined, [], [5], [1, 2], ['a', 'b', 'c'], [['a', 1]], [[]], [{ a: 1 }], [() => 1], [/a$/], [Symbol('s')]],
  ...[[Symbol()], ['$property'], ['$value', '$constraint1'], [undefined, null], ['$&$$'], 'text', ['']]
]

const VALUES: readonly unknown[] = [
  ...[undefined, null, 5, -0, true, 'v', '', '$property', '$target$', "$'", {}, ['v'], 5n]
]

/** Names of properties and of classes. */
const OWNERS = [['p', 'T'], ['$target', '$value'], ['$1', undefined], ['$$', '$&']] as const // biome-ignore format: a table

const argumentsOf = (constraints: unknown, value: unknown, property: string, targetName: unknown) =>
  ({ constraints, value, property, targetName, object: {} }) as unknown as ValidationArguments

describe('The messages of constraints', () => {
  it('have the tokens of class-validator replaced, as it replaces them', () => {
    for (const message of MESSAGES) {
      for (const constraints of CONSTRAINTS) {
        for (const value of VALUES) {
          for (const [property, targetName] of OWNERS) {
            const args = argumentsOf(constraints, value, property, targetName)
            const theirs = ValidationUtils.replaceMessageSpecialTokens(message as Message, args)
            const own = replaceTokens(message as Message, args)
            if (own !== theirs) expect(own, `${shown(message)} ${shown(args)}`).to.equal(theirs)
          }
        }
      }
    }
  })

  it('are fixed, or not, as message-list.txt says', () => {
    const cases = MESSAGES.flatMap((message) =>
      CONSTRAINTS.map((constraints) => [{ message, propertyName: 'p', constraints }, undefined])
    )
    const groups = new Map<string, string[]>()
    for (const [metadata] of cases as [{ message: unknown; constraints: unknown }, undefined][]) {
      const text = `${shown(metadata.message)} → ${outcome(() => fixedMessage(metadata as never, undefined)?.text)}`
      groups.set(text, [...(groups.get(text) ?? []), shown(metadata.constraints)])
    }
    const of = (message: unknown, property = 'p') => ({ message, propertyName: property, constraints: [1] })
    expectWholeList('record/validation-plans/message-list.txt', [
      ...[...groups].map(([text, constraints]) => `${text}: ${constraints.join(' ')}`),
      ...calls('fixedMessage with a standard one', fixedMessage, [
        [of(undefined), 'standard $property $constraint1'],
        [of('own'), 'standard'],
        [of(''), 'standard'],
        [of(told), 'standard'],
        [of(undefined, '$value'), '$property'],
        [of(undefined, '$target'), '$property'],
        [of(undefined, '$t'), '$property']
      ])
    ])
  })
})
