import { createRequire, Module } from 'node:module'
import { expect } from 'chai'
import { SetupError } from 'fieldstone'
import { metadataMaps } from '../../../src/record/library/class-transformer.js'
import { joinCopies } from '../../../src/record/library/storage-join.js'
import { transformationOf } from '../../../src/record/library/transformation-metadata.js'

const KINDS = ['_typeMetadatas', '_exposeMetadatas', '_excludeMetadatas', '_transformMetadatas'] as const
type Storage = Record<(typeof KINDS)[number], Map<unknown, Map<string | undefined, unknown>>>

const cache = (Module as unknown as { readonly _cache: Record<string, unknown> })._cache

/** The storage of another copy, as its decorators leave it. */
function copyWith(declared: Partial<Record<(typeof KINDS)[number], readonly [unknown, string, unknown]>>): Storage {
  const storage = Object.fromEntries(KINDS.map((kind) => [kind, new Map()])) as Storage
  for (const [kind, [target, property, value]] of Object.entries(declared))
    storage[kind as (typeof KINDS)[number]].set(target, new Map([[property, value]]))
  return storage
}

/** Joins the copies while Node has loaded these modules, too. */
function joinWith(modules: Readonly<Record<string, unknown>>): void {
  Object.assign(cache, modules)
  try {
    joinCopies()
  } finally {
    for (const path of Object.keys(modules)) delete cache[path]
    // The next search finds another number of modules.
    joinCopies()
  }
}

const loaded = (defaultMetadataStorage: unknown) => ({ exports: { defaultMetadataStorage } })
const own = metadataMaps as unknown as Storage

describe('What another copy of class-transformer was told', () => {
  it('is a setup error where its version keeps it in another form', () => {
    expect(() => joinWith({ '/app/node_modules/class-transformer/storage.js': loaded({}) })).to.throw(
      SetupError,
      'a version of class-transformer before 0.3.2 is loaded'
    )
    joinCopies()
  })

  it('is known where another copy of Fieldstone has joined the storages', () => {
    class Item {}
    const { _excludeMetadatas } = own
    own._excludeMetadatas = new Map([
      [Item, new Map([['secret', { propertyName: 'secret', options: { toPlainOnly: true } }]])]
    ])
    try {
      expect(transformationOf(Item, 'secret').response.name).to.equal(undefined)
      expect(transformationOf(Item, 'secret').request.name).to.equal('secret')
    } finally {
      own._excludeMetadatas = _excludeMetadatas
    }
  })

  it('is known here, and what it is told later, too', () => {
    class Item {}
    const copy = copyWith({
      _typeMetadatas: [Item, 'a', { typeFunction: () => Date }],
      _exposeMetadatas: [Item, 'b', { options: { name: 'c' } }],
      _excludeMetadatas: [Item, 'd', {}],
      _transformMetadatas: [Item, 'e', [{ transformFn: () => 1 }]]
    })
    joinWith({ '/copy/cjs/storage.js': loaded(copy) })
    for (const [at, kind] of KINDS.entries()) {
      expect(copy[kind]).to.equal(own[kind])
      expect([...(own[kind].get(Item)?.keys() ?? [])]).to.deep.equal([['a'], ['b'], ['d'], ['e']][at])
    }
    copy._typeMetadatas.set('later', new Map())
    expect(own._typeMetadatas.has('later')).to.equal(true)
    own._typeMetadatas.delete('later')
  })

  it('is added to what is known of the same property: lists are joined, and of two values our own is kept', () => {
    class Item {}
    const [first, second, ours, theirs] = [{}, {}, {}, {}]
    own._transformMetadatas.set(Item, new Map([['a', [first] as never]]))
    own._typeMetadatas.set(Item, new Map([['a', ours]]))
    const copy = copyWith({ _transformMetadatas: [Item, 'a', [second]], _typeMetadatas: [Item, 'a', theirs] })
    copy._typeMetadatas.get(Item)?.set('b', theirs)
    joinWith({ 'C:\\copy\\cjs\\storage.js': loaded(copy) })
    expect(own._transformMetadatas.get(Item)?.get('a')).to.deep.equal([first, second])
    expect(own._transformMetadatas.get(Item)?.get('a')).to.have.lengthOf(2)
    expect(own._typeMetadatas.get(Item)?.get('a')).to.equal(ours)
    expect(own._typeMetadatas.get(Item)?.get('b')).to.equal(theirs)
  })

  it('is joined once, and some of its maps may be ours already', () => {
    class Item {}
    const copy = copyWith({ _exposeMetadatas: [Item, 'a', {}] })
    const half = { ...copy, _typeMetadatas: own._typeMetadatas }
    joinWith({ '/copy/cjs/storage.js': loaded(half), '/copy/again/cjs/storage.js': loaded(half) })
    for (const kind of KINDS) expect(half[kind]).to.equal(own[kind])
    expect(own._exposeMetadatas.get(Item)?.size).to.equal(1)
  })

  it('is only looked for where it keeps it, and where it is one', () => {
    class Item {}
    const elsewhere = [
      '/copy/esm/storage.js',
      '/copy/cjs/storage.json',
      '/copy/cjs/storage.js.bak',
      '/copycjs/storage.js'
    ]
    const copies = elsewhere.map(() => copyWith({ _typeMetadatas: [Item, 'a', {}] }))
    joinWith(Object.fromEntries(elsewhere.map((path, at) => [path, loaded(copies[at])])))
    const half = { _typeMetadatas: new Map([[Item, new Map([['a', {}]])]]) }
    const odd = { ...copyWith({ _typeMetadatas: [Item, 'a', {}] }), _excludeMetadatas: {} }
    const others: readonly unknown[] = [
      undefined,
      loaded(undefined),
      loaded(null),
      loaded('a'),
      loaded(half),
      loaded(odd),
      {}
    ]
    joinWith(Object.fromEntries(others.map((each, at) => [`/copy/${at}/cjs/storage.js`, each])))
    expect(own._typeMetadatas.has(Item)).to.equal(false)
  })

  it('is that of the package itself where there is one copy', () => {
    const require = createRequire(import.meta.url)
    const theirs = require('class-transformer/cjs/storage.js') as { readonly defaultMetadataStorage: unknown }
    joinCopies()
    for (const kind of KINDS) expect((theirs.defaultMetadataStorage as Storage)[kind]).to.equal(own[kind])
    expect(metadataMaps).to.equal(theirs.defaultMetadataStorage)
  })
})
