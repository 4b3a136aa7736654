import { Application, BootstrapError, bootstrap, Controller, DefaultContainer, Get, Injectable } from 'fieldstone'
import 'reflect-metadata'
import { expectWholeList, shown } from '../support/whole-list.js'

class Store {
  readonly name = 'store'
}
class Mailer {
  readonly store: unknown
  constructor(store: Store) {
    this.store = store
  }
}
Injectable(() => [Store])(Mailer)
class Unknowing {
  readonly store: unknown
  constructor(store: unknown) {
    this.store = store
  }
}
class Derived extends Mailer {}
class Circular {
  readonly other: unknown
  constructor(other: unknown) {
    this.other = other
  }
}
class Other extends Circular {}
Injectable(() => [Other])(Circular as never)
Injectable(() => [Circular])(Other as never)
class Few {
  readonly parts: unknown[]
  constructor(one: Store, two: Store) {
    this.parts = [one, two]
  }
}
Injectable(() => [Store] as never)(Few as never)
class NoList extends Unknowing {}
Injectable((() => 5) as never)(NoList as never)
class OfText extends Unknowing {}
Injectable(() => [String] as never)(OfText as never)
class Emitted {
  readonly store: unknown
  constructor(store: unknown) {
    this.store = store
  }
}
Reflect.defineMetadata('design:paramtypes', [Object], Emitted)
class EmittedWell {
  readonly parts: unknown[]
  constructor(store: Store, number = 5) {
    this.parts = [store, number]
  }
}
Reflect.defineMetadata('design:paramtypes', [Store, Number], EmittedWell)
class Failing {
  constructor() {
    throw new Error('constructor failed')
  }
}
class Native extends Map {}

const CLASSES = [
  Store,
  Mailer,
  Unknowing,
  Derived,
  Circular,
  Other,
  Few,
  NoList,
  OfText,
  Emitted,
  EmittedWell,
  Failing,
  Native
]

const PROVIDERS: Readonly<Record<string, unknown>> = {
  none: undefined,
  'an instance': [[Store, { name: 'given' }]],
  'a class': [[Store, class OtherStore {}]],
  'a function': [[Store, () => ({ name: 'made' })]],
  'a promise': [[Store, async () => ({ name: 'later' })]],
  'one of another': [
    [Mailer, async (resolve: (type: unknown) => unknown) => ({ of: await resolve(Store) })],
    [Store, async () => ({ name: 'later' })]
  ],
  'a class that needs one': [
    [Unknowing, Mailer],
    [Store, async () => ({ name: 'later' })]
  ],
  'no pair': [5],
  'three members': [[Store, {}, {}]],
  'no list': {},
  'no class': [['Store', {}]],
  'no supply': [[Store, 5]],
  null: [[Store, null]],
  'gives nothing': [[Store, () => undefined]],
  'gives null': [[Store, () => null]],
  fails: [
    [
      Store,
      () => {
        throw new Error('no connection')
      }
    ]
  ],
  'rejects with a text': [[Store, () => Promise.reject('no text')]],
  'need each other': [
    [Store, async (resolve: (type: unknown) => unknown) => ({ of: await resolve(Mailer) })],
    [Mailer, async (resolve: (type: unknown) => unknown) => ({ of: await resolve(Store) })]
  ],
  'need each other behind one that does not': [
    [
      Store,
      async (resolve: (type: unknown) => unknown) => [await resolve(Unknowing), { of: await resolve(Mailer) }][1]
    ],
    [Unknowing, async () => ({ name: 'later' })],
    [Mailer, async (resolve: (type: unknown) => unknown) => ({ of: await resolve(Store) })]
  ],
  'needs itself': [[Store, async (resolve: (type: unknown) => unknown) => ({ of: await resolve(Store) })]]
}

async function messages(work: () => unknown): Promise<string> {
  try {
    return shown(await work())
  } catch (error) {
    if (error instanceof BootstrapError) return error.errors.map(({ message }) => message).join('; ')
    return `${(error as Error).name}: ${(error as Error).message}`
  }
}

describe('What classes are given', () => {
  it('is as supply-list.txt says, by a container and by providers', async () => {
    const lines: string[] = ['# a container']
    for (const type of CLASSES) {
      lines.push(`${type.name}: ${await messages(() => new DefaultContainer().get(type as never))}`)
      const container = new DefaultContainer().set(Store, { name: 'set' } as never)
      lines.push(
        `  with a store ${await messages(() => [container.get(type as never), container.isSet(Store), container.constructed.length])}`
      )
    }
    for (const [name, provide] of Object.entries(PROVIDERS)) {
      lines.push('', `# providers: ${name}`)
      for (const type of [Store, Mailer, Unknowing]) {
        const text = await messages(async () => {
          class Holder {
            readonly given: unknown
            constructor(given: unknown) {
              this.given = given
            }
            handle() {
              return this.given ?? null
            }
          }
          Injectable(() => [type] as never)(Holder as never)
          Get()(
            Holder.prototype as never,
            'handle',
            Object.getOwnPropertyDescriptor(Holder.prototype, 'handle') as never
          )
          Controller('/')(Holder as never)
          const service = await bootstrap(
            new Application({
              title: 'A',
              version: '1',
              logger: false,
              controllers: [Holder as never],
              provide: provide as never
            })
          )
          const { body } = await service.inject('/')
          await service.close()
          return body
        })
        lines.push(`${type.name}: ${text}`)
      }
    }
    expectWholeList('application/supply-list.txt', lines)
  })
})
