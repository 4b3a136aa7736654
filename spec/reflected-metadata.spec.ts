import 'reflect-metadata'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { OWN, type ReflectedMetadata, reflected } from '../src/reflected-metadata.js'
import { outcome, shown } from './support/whole-list.js'

type Ask = (reflect: ReflectedMetadata, of: typeof targets) => unknown

class Base {
  own = 1
}
class Derived extends Base {}
const symbol = Symbol('property')
const targets = {
  Base,
  Derived,
  prototype: Base.prototype,
  derived: Derived.prototype,
  plain: {},
  bare: Object.create(null)
}

/** One after the other, on the same objects: what is kept by one is there for the next. */
const CALLS: readonly Ask[] = [
  (reflect, { Base }) => reflect.getMetadata('a', Base),
  (reflect, { Base }) => reflect.hasMetadata('a', Base),
  (reflect, { Base }) => reflect.getMetadataKeys(Base),
  (reflect, { Base }) => reflect.getOwnMetadataKeys(Base),
  (reflect, { Base }) => reflect.deleteMetadata('a', Base),
  (reflect, { Base }) => reflect.defineMetadata('a', 1, Base),
  (reflect, { Base }) => reflect.defineMetadata('b', undefined, Base),
  (reflect, { Base }) => [
    reflect.getMetadata('a', Base),
    reflect.hasOwnMetadata('b', Base),
    reflect.getOwnMetadata('b', Base)
  ],
  (reflect, { Derived }) => [reflect.getMetadata('a', Derived), reflect.getOwnMetadata('a', Derived)],
  (reflect, { Derived }) => [reflect.hasMetadata('b', Derived), reflect.hasOwnMetadata('b', Derived)],
  (reflect, { Derived }) => reflect.defineMetadata('c', 3, Derived),
  (reflect, { Derived }) => reflect.defineMetadata('b', 2, Derived),
  (reflect, { Derived }) => [reflect.getMetadataKeys(Derived), reflect.getOwnMetadataKeys(Derived)],
  (reflect, { Base, Derived }) => [reflect.getMetadata('b', Base), reflect.getMetadata('b', Derived)],
  (reflect, { prototype }) => reflect.metadata('type', String)(prototype, 'name'),
  (reflect, { prototype }) => [reflect.getMetadata('type', prototype, 'name'), reflect.getMetadata('type', prototype)],
  (reflect, { derived }) => [
    reflect.getMetadata('type', derived, 'name'),
    reflect.getOwnMetadata('type', derived, 'name')
  ],
  (reflect, { derived }) => reflect.getMetadataKeys(derived, 'name'),
  (reflect, { prototype }) => reflect.defineMetadata('type', Number, prototype, symbol),
  (reflect, { derived }) => [
    reflect.getMetadata('type', derived, symbol),
    reflect.hasMetadata('type', derived, 'other')
  ],
  (reflect, { plain }) => reflect.defineMetadata('type', 'number', plain, 0),
  (reflect, { plain }) => [reflect.getOwnMetadata('type', plain, '0'), reflect.getOwnMetadata('type', plain, 0)],
  (reflect, { plain }) => reflect.getMetadata('type', plain, 'constructor'),
  (reflect, { bare }) => reflect.defineMetadata('a', 1, bare),
  (reflect, { bare }) => [
    reflect.getMetadata('a', bare),
    reflect.getMetadata('b', bare),
    reflect.getMetadataKeys(bare)
  ],
  (reflect, { Base }) => reflect.metadata('whole', 1)(Base),
  (reflect, { Base }) => reflect.getOwnMetadataKeys(Base),
  (reflect, { Base }) => [
    reflect.deleteMetadata('a', Base),
    reflect.deleteMetadata('a', Base),
    reflect.getOwnMetadataKeys(Base)
  ],
  (reflect, { Derived }) => [reflect.deleteMetadata('a', Derived), reflect.getMetadataKeys(Derived)]
]

const METHODS = Object.keys(OWN) as (keyof ReflectedMetadata)[]

describe('Metadata of classes', () => {
  it('is kept and found as by reflect-metadata, call by call', () => {
    const expected = CALLS.map((call) => outcome(() => call(Reflect as unknown as ReflectedMetadata, targets)))
    expect(CALLS.map((call) => outcome(() => call(OWN, targets)))).to.deep.equal(expected)
  })

  for (const method of METHODS) {
    it(`of what is no object is a TypeError of ${method}`, () => {
      for (const target of [undefined, null, 1, 'a', true, Symbol.iterator]) {
        const call = (reflect: ReflectedMetadata) => {
          if (method === 'metadata') return reflect.metadata('a', 1)(target as never)
          const args =
            method === 'defineMetadata' ? ['a', 1, target] : method.endsWith('Keys') ? [target] : ['a', target]
          return (reflect[method] as (...args: unknown[]) => unknown)(...args)
        }
        expect(() => call(OWN), shown(target)).to.throw(TypeError, 'Metadata is of an object or a class')
        expect(() => call(Reflect as unknown as ReflectedMetadata), shown(target)).to.throw(TypeError)
      }
    })
  }

  it('uses the functions of reflect-metadata where they are', () => {
    expect(reflected).to.equal(Reflect)
  })

  const run = async (lines: readonly string[], ...flags: string[]) => {
    const program = [
      "const own = new URL('dist/src/metadata.js', `file://${process.cwd()}/`).href",
      'class Item {}',
      "const type = (at) => Reflect.getOwnMetadata('design:type', Item.prototype, at)?.name",
      ...lines
    ].join('\n')
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--input-type=module', '--eval', program])
    return stdout.trim()
  }

  const KEPT_AND_FOUND = [
    "Reflect.metadata('design:type', String)(Item.prototype, 'a')",
    "await import('reflect-metadata')",
    "Reflect.metadata('design:type', Number)(Item.prototype, 'b')",
    "console.log(type('a'), type('b'), emittedTypeOf(Item, 'a').name, emittedTypeOf(Item, 'b').name, typeof Reflect.decorate)"
  ]

  it('stays where reflect-metadata is imported later, and is read in what that keeps', async () => {
    const lines = ['const { emittedTypeOf } = await import(own)', ...KEPT_AND_FOUND]
    expect(await run(lines)).to.equal('String Number String Number function')
  })

  it('is found by compiled code without that library', async () => {
    const lines = [
      'const { emittedTypeOf } = await import(own)',
      "Reflect.metadata('design:type', String)(Item.prototype, 'a')",
      "console.log(type('a'), emittedTypeOf(Item, 'a').name, Object.keys(Reflect).length)"
    ]
    expect(await run(lines)).to.equal('String String 0')
  })

  it('is kept beside intrinsics that are frozen', async () => {
    const lines = [
      'const { Declarations } = await import(own)',
      "const declared = new Declarations('spec')",
      'declared.add(Item, 1)',
      'console.log(...declared.own(Item), typeof Reflect.metadata)'
    ]
    expect(await run(lines, '--frozen-intrinsics', '--no-warnings')).to.equal('1 undefined')
  })
})
