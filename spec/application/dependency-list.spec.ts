import { DefaultContainer, Injectable } from 'fieldstone'
import 'reflect-metadata'
import { dependencies } from '../../src/application/container.js'
import { calls, expectWholeList, outcome, shown } from '../support/whole-list.js'

class Store {}
class Mail {
  readonly store: Store
  constructor(store: Store) {
    this.store = store
  }
}
Injectable(() => [Store])(Mail)

const BUILT_IN = [
  ...[Object, String, Number, Boolean, Array, Function, Promise, Date, Symbol, BigInt, Map, Set, RegExp, Error, Buffer],
  ...[URL, WeakMap, Uint8Array, TypeError, AbortController]
]

/** A class whose constructor has parameters of these types, as the compiler emits them. */
function emitting(types: unknown[] | undefined, length = types?.length ?? 0): new (...args: never[]) => object {
  const Target = {
    0: class Target {},
    1: class Target {
      constructor(readonly a: unknown) {}
    },
    2: class Target {
      constructor(
        readonly a: unknown,
        readonly b: unknown
      ) {}
    }
  }[length] as never
  if (types !== undefined) Reflect.defineMetadata('design:paramtypes', types, Target)
  return Target
}

/** A class whose dependencies are listed. */
function listing(list: unknown): new (...args: never[]) => object {
  const Target = class Target {
    constructor(readonly a: unknown) {}
  }
  Injectable(list as never)(Target as never)
  return Target as never
}

describe('The dependencies of a class', () => {
  it('are those of dependency-list.txt', () => {
    const lines = calls('emitted', dependencies, [
      [emitting(undefined), 'here'],
      [emitting(undefined, 1), 'here'],
      [emitting([]), 'here'],
      [emitting([Store]), 'here'],
      [emitting([Store, Mail]), 'here'],
      [emitting([Store, Number], 1), 'here'],
      [emitting([undefined]), 'here'],
      [emitting([Store, undefined]), 'here'],
      [emitting([null]), 'here'],
      [emitting([5]), 'here'],
      [emitting([() => 1]), 'here'],
      ...BUILT_IN.map((type) => [emitting([type]), `of ${type.name}`])
    ])
    lines.push('\n# listed')
    const lists = [
      () => [Store],
      () => [],
      () => [Store, Mail],
      () => [undefined],
      () => [5],
      () => 5,
      () => [() => 1],
      () => [[Store]],
      () => {
        throw new ReferenceError('too early')
      }
    ]
    for (const list of lists) lines.push(`${list} → ${outcome(() => dependencies(listing(list) as never, 'here'))}`)
    for (const type of BUILT_IN)
      lines.push(`${type.name} → ${outcome(() => dependencies(listing(() => [type]) as never, 'here'))}`)
    lines.push('\n# made')
    const container = new DefaultContainer()
    lines.push(
      outcome(() => container.get(Mail)),
      shown(container.get(Mail).store === container.get(Store))
    )
    lines.push(outcome(() => container.get(listing(() => [Mail]) as never)))
    expectWholeList('application/dependency-list.txt', lines)
  })
})
