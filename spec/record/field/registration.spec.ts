import { expect } from 'chai'
import * as transformer from 'class-transformer'
import * as validator from 'class-validator'
import { type Context, Field, generateOpenAPISpec, Integer, PartialType, Router } from 'fieldstone'
import { silentLogger } from '../../../src/http/logger.js'
import { metadataMaps as transformationMaps } from '../../../src/record/library/class-transformer.js'
import { entryOf } from '../../../src/record/library/map-entry.js'
import { getMetadataStorage } from '../../../src/record/library/metadata-storage.js'
import { recordSchemaOf } from '../../../src/record/model/registry.js'
import { accepted, refusals } from '../../support/binding.js'
import { FORMS, fixtureIn } from '../../support/compiled-forms.js'

type Fixture = typeof import('../../support/forms/libraries.js')

const CARD = '4111111111111111'

/** What class-validator's metadata has of a class: property, and the name of the rule. */
function metadataOf(target: object): string[] {
  const metadata = validator.getMetadataStorage().getTargetValidationMetadatas(target as never, '', false, false)
  return metadata.map(({ propertyName, name, type }) => `${propertyName} ${name ?? type}`)
}

for (const form of FORMS) {
  describe(`the rules of fields in the ${form}`, () => {
    let fixture: Fixture

    before(async function () {
      this.timeout(180_000)
      fixture = await fixtureIn<Fixture>(form, 'libraries')
    })

    it('are found by validate in a class that nothing has read', async () => {
      const { Inner, Heir } = fixture.makeClasses()
      const inner = Object.assign(new Inner(), { count: 0 })
      const heir = Object.assign(new Heir(), { card: '1', inner, trimmed: 'ab' })
      const errors = await validator.validate(heir)
      expect(errors.map(({ property, constraints }) => [property, Object.keys(constraints ?? {})])).to.deep.equal([
        ['card', ['isCreditCard']],
        ['inner', []]
      ])
      expect(errors[1]?.children?.map(({ constraints }) => Object.keys(constraints ?? {}))).to.deep.equal([['min']])
    })

    it('are found by plainToInstance in a class that nothing has read', () => {
      const { Inner, Outer } = fixture.makeClasses()
      const plain = { card: CARD, inner: { count: 1 }, list: [{ count: 2 }], made_at: '2027-01-01T00:00:00Z' }
      const made = transformer.plainToInstance(Outer, { ...plain, trimmed: ' x ', other_name: 'o' })
      expect(made).to.be.instanceOf(Outer)
      expect(made.inner).to.be.instanceOf(Inner)
      expect(made.list?.[0]).to.be.instanceOf(Inner)
      expect(made.madeAt).to.deep.equal(new Date(plain.made_at))
      expect([made.trimmed, made.other]).to.deep.equal(['x', 'o'])
    })

    it('are in the metadata that tools read, of the class and its ancestors, once', () => {
      const { Heir, Outer } = fixture.makeClasses()
      const first = metadataOf(Heir)
      expect(first).to.include.members(['card isCreditCard', 'inner nestedValidation', 'trimmed minLength'])
      expect(new Set(first).size).to.equal(first.length)
      recordSchemaOf(Outer)
      recordSchemaOf(Heir)
      expect(metadataOf(Heir)).to.deep.equal(first)
      expect(metadataOf(Outer)).to.deep.equal(first)
    })

    it('are those of a type that is known later, though the class was looked up before', () => {
      let type: unknown
      const Early = fixture.makeEarly(() => type)
      expect(metadataOf(Early)).to.deep.equal([])
      type = Number
      // The legacy form knows the class from the start, and needs nobody to look it up.
      if (form.startsWith('legacy')) recordSchemaOf(Early)
      expect(metadataOf(Early)).to.include.members(['one isNumber'])
      expect(refusals(Early, { one: 'x' })).to.deep.equal(['one must be a number'])
    })

    it('are registered when @Record is evaluated, for tools that list all classes', () => {
      const Named = fixture.makeNamed()
      const { validationMetadatas } = validator.getMetadataStorage() as unknown as {
        readonly validationMetadatas: ReadonlyMap<unknown, readonly object[]>
      }
      expect([...validationMetadatas.keys()]).to.include(Named)
    })

    it("bind what class-transformer's decorators among them say", () => {
      const { Outer } = fixture.makeClasses()
      const bound = accepted<InstanceType<typeof Outer>>(Outer, {
        ...{ card: CARD, inner: { count: 1 }, trimmed: ' ab ', other_name: 'x' }
      })
      expect([bound.trimmed, bound.other]).to.deep.equal(['ab', 'x'])
      expect(refusals(Outer, { card: CARD, inner: { count: 1 }, trimmed: ' a ' })).to.deep.equal([
        'trimmed must be at least 2 characters long'
      ])
    })
  })
}

describe('The rules of legacy fields', () => {
  /** The maps of both libraries, by the names that their storages give them. */
  const maps: Readonly<Record<string, Map<unknown, unknown>>> = {
    validation: getMetadataStorage().validationMetadatas as Map<unknown, unknown>,
    types: transformationMaps._typeMetadatas as Map<unknown, unknown>
  }

  function appliedTo(target: object) {
    return Object.fromEntries(Object.entries(maps).map(([kind, map]) => [kind, entryOf(map, target)]))
  }

  function declared() {
    class Inner {}
    Field(() => Integer, { minimum: 1 })(Inner.prototype, 'count')
    class Outer {}
    Field(() => Inner, { optional: true })(Outer.prototype, 'inner')
    return { Inner, Outer }
  }

  it('are not in the metadata of the libraries while only Fieldstone reads and documents the class', async () => {
    const { Outer } = declared()
    const router = new Router({ logger: silentLogger })
    const echo = async (ctx: Context) => ctx.json(200, await ctx.bindValidated(Outer))
    router.postFunc('/outer', echo, { requestBody: Outer, responses: { 200: Outer } })
    const { openapi } = generateOpenAPISpec(router, { title: 'Outer', version: '1' })
    expect(openapi).to.equal('3.0.3')
    expect(refusals(Outer, { inner: { count: 0 } })).to.deep.equal(['inner.count must be at least 1'])
    expect(appliedTo(Outer)).to.deep.equal({ validation: [], types: undefined })
    expect(metadataOf(Outer)).to.deep.equal(['inner isObject', 'inner nestedValidation', 'inner conditionalValidation'])
  })

  it('are not in the metadata of a mapped class and its source either', () => {
    const { Inner } = declared()
    const Changes = PartialType(Inner)
    expect(refusals(Changes, {})).to.deep.equal([])
    expect(refusals(Changes, { count: 0 })).to.deep.equal(['count must be at least 1'])
    for (const target of [Inner, Changes]) expect(appliedTo(target)).to.deep.equal({ validation: [], types: undefined })
    expect(metadataOf(Changes)).to.deep.equal([
      'count min',
      'count isInt',
      'count int64',
      'count conditionalValidation'
    ])
  })

  const lookUps: Readonly<Record<string, (map: Map<unknown, unknown>, target: object) => unknown>> = {
    get: (map, target) => map.get(target),
    has: (map, target) => map.has(target),
    keys: (map, target) => [...map.keys()].includes(target),
    values: (map) => [...map.values()],
    entries: (map) => [...map.entries()],
    'Symbol.iterator': (map) => [...map],
    forEach: (map) => {
      const keys: unknown[] = []
      map.forEach((_metadata, key) => {
        keys.push(key)
      })
      return keys
    },
    size: (map) => map.size
  }
  for (const [kind, map] of Object.entries(maps)) {
    for (const [how, lookUp] of Object.entries(lookUps)) {
      it(`are in the metadata of both libraries once the map of ${kind} is read by ${how}`, () => {
        const { Outer } = declared()
        lookUp(map, Outer)
        const { validation, types } = appliedTo(Outer)
        expect([(validation as unknown[]).length, (types as Map<unknown, unknown>).size]).to.deep.equal([3, 1])
      })
    }
  }

  it('are before those of the decorators that are applied after them, and behind those before', () => {
    class Mixed {}
    validator.IsString()(Mixed.prototype, 'text')
    Field(() => String, { minLength: 2 })(Mixed.prototype, 'text')
    validator.MaxLength(3)(Mixed.prototype, 'text')
    const names = metadataOf(Mixed).map((each) => each.replace('text ', ''))
    expect(names).to.deep.equal(['isString', 'minLength', 'isString', 'isDefined', 'maxLength'])
    expect(refusals(Mixed, { text: 'long' })).to.deep.equal(['text must be at most 3 characters long'])
  })

  it('are read from the metadata where a subclass declares a field again', () => {
    class Base {}
    Field(() => String, { maxLength: 2 })(Base.prototype, 'text')
    class Heir extends Base {}
    Field(() => String, { minLength: 1 })(Heir.prototype, 'text')
    expect(refusals(Heir, { text: 'long' })).to.deep.equal([])
    expect(refusals(Base, { text: 'long' })).to.deep.equal(['text must be at most 2 characters long'])
    expect(entryOf(maps.validation as Map<unknown, unknown>, Heir)).to.be.an('array')
  })

  it('throw what is wrong with one of them wherever its class is looked up, and nowhere else', () => {
    class Wrong {}
    Field(() => String, { pattern: revoked() as RegExp })(Wrong.prototype, 'a')
    Field(() => String, { minLength: 3 })(Wrong.prototype, 'b')
    class Other {}
    validator.IsInt()(Other.prototype, 'n')
    for (let time = 0; time < 2; time++) {
      expect(validator.validateSync(Object.assign(new Other(), { n: 1 }))).to.deep.equal([])
      expect(() => validator.validateSync(Object.assign(new Wrong(), { b: 'x' }))).to.throw('revoked')
      expect(() => recordSchemaOf(Wrong)).to.throw('revoked')
    }
    const ofOthers = entryOf(maps.validation as Map<unknown, object[]>, Wrong) ?? []
    expect(ofOthers.map((each) => Reflect.get(each, 'name'))).to.deep.equal(['minLength', 'isString', 'isDefined'])
  })

  it('throw what is wrong with the checks of a type, too, at each lookup', () => {
    class Wrong {}
    Field(() => String, { messages: revoked() as { type: string } })(Wrong.prototype, 'a')
    for (let time = 0; time < 2; time++) {
      expect(() => validator.validateSync(Object.assign(new Wrong(), { a: 1 }))).to.throw('revoked')
      expect(entryOf(maps.validation as Map<unknown, unknown>, Wrong)).to.deep.equal([])
    }
  })

  it('can be removed or replaced where one of them is wrong, which still throws when its class is looked up', () => {
    const map = maps.validation as Map<unknown, unknown>
    class Wrong {}
    Field(() => String, { pattern: revoked() as RegExp })(Wrong.prototype, 'a')
    for (const change of [() => map.has(Wrong), () => map.delete(Wrong), () => map.set(Wrong, [])]) {
      expect(change).not.to.throw()
      expect(() => map.get(Wrong)).to.throw('revoked')
    }
  })

  function revoked(): object {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    return proxy
  }

  it('are those of the options as they were when the decorator was called', () => {
    class Notes {}
    const options = { minLength: 3 }
    Field(() => String, options)(Notes.prototype, 'name')
    options.minLength = 1
    Field(() => String, options)(Notes.prototype, 'note')
    expect(refusals(Notes, { name: 'x', note: 'y' })).to.deep.equal(['name must be at least 3 characters long'])
  })

  it('are found by tools in the order in which classes were decorated', () => {
    const { Inner, Outer } = declared()
    class Last {}
    validator.IsInt()(Last.prototype, 'n')
    const keys = [...(maps.validation as Map<unknown, unknown>).keys()]
    expect(keys.filter((key) => [Inner, Outer, Last].includes(key as never))).to.deep.equal([Inner, Outer, Last])
  })

  it('are replaced and removed with all others of their class', () => {
    const map = maps.validation as Map<unknown, unknown>
    const { Inner, Outer } = declared()
    expect(map.delete(Inner)).to.equal(true)
    map.set(Outer, [])
    expect([metadataOf(Inner), metadataOf(Outer)]).to.deep.equal([[], []])
  })

  it('are in order where a class has fields of both forms', () => {
    class Both {}
    const metadata = {}
    Reflect.set(Both, Symbol.for('Symbol.metadata'), metadata)
    Field(() => String, { minLength: 2 })(undefined as never, { kind: 'field', name: 'a', metadata } as never)
    Field(() => String)(Both.prototype, 'b')
    const names = ['a minLength', 'a isString', 'a isDefined', 'b isString', 'b isDefined']
    expect(metadataOf(Both)).to.deep.equal(names)
  })

  it('hold for a field that is declared after its class was read', () => {
    const { Inner } = declared()
    expect(metadataOf(Inner)).to.deep.equal(['count min', 'count isInt', 'count int64', 'count isDefined'])
    Field(() => String)(Inner.prototype, 'late')
    expect(metadataOf(Inner).slice(4)).to.deep.equal(['late isString', 'late isDefined'])
  })
})
