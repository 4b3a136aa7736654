import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { getMetadataStorage, IsInt, Min, validate } from 'class-validator'
import * as fieldstone from 'fieldstone'
import { type Class, type ConcreteClass, type Fault, Field, SetupError } from 'fieldstone'
import { setupErrorsIn, setupErrorsOf } from '../support/applications.js'
import { accepted, refusals } from '../support/bound.js'
import { BUILD } from '../support/build.js'
import { FORMS, textIn } from '../support/compiled-forms.js'
import { describedRoute, faultsOf } from '../support/described-route.js'
import { componentsOf } from '../support/documented.js'
import { oneHandler } from '../support/one-handler.js'

const STANDARD = FORMS.filter((form) => form.startsWith('standard'))

/** What does not compile in the legacy form, or is not one there. */
const CLASSES = `
import { Exclude, Expose } from 'class-transformer'
import { MaxLength, MinLength } from 'class-validator'
import { Controller, Field, Get, Header, Injectable, Integer, OmitType, PartialType, PickType, Query, Record, Returns } from 'fieldstone'
import type { Context } from 'fieldstone'

/** The compiler checks the places of the libraries' decorators, and a runtime that only strips types does not. */
const anywhere = (decorator: unknown): any => decorator

export const Anonymous = (() => class { @Field(() => Integer, { minimum: 1 }) id!: number })()
export const Expressed = class Named { @Field(() => Integer) id!: number }

export class Settings {
  @Field(() => String, { maxLength: 3 }) accessor name = 'abc'
  @Field(() => Integer) accessor size = 7
}
export const Changes = PartialType(Settings)
export const Names = OmitType(Settings, ['size'] as const)

class Badge {
  @Field(() => String, { rules: [MinLength(3)], messages: { minLength: 'is short', required: 'is missing' } }) code!: string
}
export const PartBadge = PartialType(Badge)
export const BadgeCode = PickType(Badge, ['code'] as const)

const THREE: unique symbol = Symbol('three')

export const misplacedFields: readonly (() => unknown)[] = [
  () => class { @Field(() => String) static one: string },
  () => class { @Field(() => String) #two = ''; two() { return this.#two } },
  () => class { @Field(() => String) [THREE] = '' },
  () => class { @anywhere(Field(() => String)) four() {} },
  () => { @anywhere(Field(() => String)) class Five {} return Five },
  () => class { @anywhere(Field) six = '' },
  () => { @anywhere(Record) class Seven {} return Seven },
  () => { @anywhere(Injectable) class Eight {} return Eight },
  () => { @anywhere(Controller) class Nine {} return Nine },
  () => class { @anywhere(Get) ten() {} },
  () => class { @anywhere(Returns) eleven() {} },
  () => class { @anywhere(Query) twelve = '' }
]

@Controller('/misplaced')
export class Misplaced {
  @Get('/one') static one() {}
  @Get('/two') #two() {}
  @anywhere(Get('/three')) three = () => 3
  @anywhere(Query('page')) four() {}
  @Returns(200, String) five() {}
  @Header('x') six = ''
  use() { this.#two() }
}

export class Untyped {
  @Field() name!: string
}

export class Lost {
  @Field(() => Integer) id!: number
  @Field(() => String, { readOnly: true }) @anywhere(MaxLength(3)) get text() { return 'text' }
  @Field(() => String) @anywhere(Expose()) accessor other = ''
}

@anywhere(Exclude())
export class Secret {
  @Field(() => String) password = ''
}

@Controller('/needy')
export class Needy {
  constructor(readonly settings: Settings) {}
  @Get() list(_ctx: Context) {}
}
`

interface Classes {
  readonly [name: string]: ConcreteClass<Record<string, unknown>>
}

for (const form of STANDARD) {
  describe(`decorators in the ${form} alone`, () => {
    let classes: Classes & { readonly misplacedFields: readonly (() => unknown)[] }

    before(async function () {
      this.timeout(60_000)
      classes = await textIn(form, 'classes', CLASSES)
    })

    it('work on class expressions', async () => {
      // A class without a name can be bound, but no document can have it.
      const service = await oneHandler((ctx) => ctx.bindValidated(classes.Anonymous!))
      const { errors } = (await service.inject({ method: 'POST', url: '/', body: { id: 0 } })).json<{
        errors: Fault[]
      }>()
      expect(errors.map(({ path, message }) => `${path} ${message}`)).to.deep.equal(['id must be at least 1'])
      expect(Object.keys(componentsOf(classes.Expressed!))).to.deep.equal(['Named'])
    })

    it('are copied from accessors to properties of a mapped class', async () => {
      const { Settings, Changes, Names } = classes as Required<Classes>
      expect(await accepted(Settings!, { name: 'x', size: 1 })).to.include({ name: 'x', size: 1 })
      expect(await accepted(Changes!, { size: 1 })).to.deep.include({ size: 1 })
      expect(await refusals(Changes!, { name: 'long' })).to.deep.equal(['name must be at most 3 characters long'])
      expect({ ...new Names!() }).to.deep.equal({ name: 'abc' })
    })

    it('are each copied to a mapped class once, those of the option `rules` too', async () => {
      for (const mapped of [classes.PartBadge!, classes.BadgeCode!]) {
        expect(await refusals(mapped, { code: 'x' })).to.deep.equal(['code is short'])
      }
    })

    it('explain where @Field has no meaning, and that a decorator is not called', () => {
      const messages = classes.misplacedFields.map((make) => setupErrorsIn(make)[0]?.split(';')[0])
      expect(messages).to.deep.equal([
        'DECORATOR_MISPLACED: @Field is on a static property, the field one',
        'DECORATOR_MISPLACED: @Field is on a private property, the field #two',
        'DECORATOR_MISPLACED: @Field is on a symbol, the field Symbol(three)',
        'DECORATOR_MISPLACED: @Field is on a method, the method four',
        'DECORATOR_MISPLACED: @Field is on a class, the class Five',
        'DECORATOR_MISPLACED: @Field is not called, six',
        'DECORATOR_MISPLACED: @Record is not called, Seven',
        'DECORATOR_MISPLACED: @Injectable is not called, Eight',
        'DECORATOR_MISPLACED: @Controller is not called, Nine',
        'DECORATOR_MISPLACED: @Get is not called, ten',
        'DECORATOR_MISPLACED: @Returns is not called, eleven',
        'DECORATOR_MISPLACED: @Query is not called, twelve'
      ])
    })

    it('report misplaced decorators of a controller with its name', async () => {
      const messages = (await setupErrorsOf([classes.Misplaced!])).map(({ message }) => message.split(';')[0])
      expect(messages).to.have.members([
        'DECORATOR_MISPLACED: @Get is on a static method, Misplaced.one',
        'DECORATOR_MISPLACED: @Get is on a private method, Misplaced.#two',
        'DECORATOR_MISPLACED: @Get is not on a method, Misplaced.three',
        'DECORATOR_MISPLACED: @Query is on a method, Misplaced.four',
        'DECORATOR_MISPLACED: @Returns is on a method that is not a route, Misplaced.five',
        'DECORATOR_MISPLACED: @Header is on a property of a controller, Misplaced.six'
      ])
    })

    it('explain that a field has no type, and a constructor no list', async () => {
      expect(faultsOf([describedRoute('POST', '/', { requestBody: classes.Untyped! })])).to.deep.equal([
        'FIELD_TYPE_UNKNOWN: the compiler emitted no type metadata, Untyped.name; write @Field(() => String), or the type ' +
          'that it has; types are emitted by tsc, swc and Bun only, with "experimentalDecorators": true and ' +
          '"emitDecoratorMetadata": true.'
      ])
      const [error] = await setupErrorsOf([classes.Needy!])
      expect(error?.message).to.equal(
        "CONTROLLER_INVALID: the types of the parameters of Needy's constructor are not known, Needy; decorate Needy with " +
          '@Injectable(() => [FirstClass, SecondClass]), or with @Injectable() and compile with ' +
          '"emitDecoratorMetadata": true, or give the application a container.'
      )
    })

    it("report the libraries' own decorators where these would be lost", () => {
      const what =
        'DECORATOR_MODE: a decorator of class-validator or class-transformer was compiled as a standard decorator, and ' +
        'exists as a legacy one only'
      const remedy = 'write @Field(() => TheType, { rules: [TheDecorator()] }), or set "experimentalDecorators": true.'
      expect(faultsOf([describedRoute('POST', '/', { requestBody: classes.Lost! })])).to.have.members([
        `${what}, Lost.text; ${remedy}`,
        `${what}, Lost.other; ${remedy}`
      ])
      expect(faultsOf([describedRoute('POST', '/', { requestBody: classes.Secret! })])).to.deep.equal([
        `${what}, Secret; write TheDecorator()(TheClass) below the class, or set "experimentalDecorators": true.`
      ])
    })
  })
}

describe('standard decorators', () => {
  class PageDto {
    @IsInt() @Min(1) page = 1
    @IsInt() size = 20
  }

  for (const form of STANDARD) {
    for (const useDefine of [true, false]) {
      it(`keep initial values as defaults of what a legacy parent declares, in the ${form}, useDefineForClassFields ${useDefine}`, async () => {
        const text = `import { Field } from 'fieldstone'
          export const make = (Parent: any): any => {
            class Child extends Parent {
              page = 2
              @Field(() => String, { optional: true }) text = 'initial'
            }
            return Child
          }`
        const { make } = await textIn<{ make: (parent: Class) => ConcreteClass<Record<string, unknown>> }>(
          form,
          `initial-${useDefine}`,
          text,
          { useDefineForClassFields: useDefine }
        )
        const Child = make(PageDto)
        expect(componentsOf(Child).Child?.properties).to.deep.include({
          page: { type: 'integer', format: 'int64', minimum: 1, maximum: 9007199254740991, default: 2 }
        })
        expect({ ...(await accepted(Child, {})) }).to.deep.equal({ page: 2, size: 20, text: 'initial' })
        expect(await refusals(Child, { page: 0 })).to.deep.equal(['page must be at least 1'])
      })
    }
  }

  it('explain that the compiler gives no metadata of the class', () => {
    const decorate = (decorator: unknown, kind: string) =>
      (decorator as (value: undefined, context: object) => void)(undefined, { kind, name: 'it' })
    for (const [name, decorator, kind] of [
      ['@Field', fieldstone.Field(), 'field'],
      ['@Record', fieldstone.Record({}), 'class'],
      ['@Controller', fieldstone.Controller(), 'class'],
      ['@Injectable', fieldstone.Injectable(), 'class'],
      ['@Put', fieldstone.Put(), 'method'],
      ['@Returns', fieldstone.Returns(200), 'method'],
      ['@Query', fieldstone.Query(), 'field']
    ] as const) {
      expect(() => decorate(decorator, kind), name).to.throw(
        SetupError,
        `DECORATOR_MODE: ${name} was compiled as a standard decorator, but without the metadata of its class, the ${kind} it; ` +
          'use TypeScript 5.2, esbuild 0.21.3 or newer, or set ' +
          '"experimentalDecorators": true and, so that types can be read, "emitDecoratorMetadata": true.'
      )
    }
  })

  it('find Symbol.metadata defined, as a symbol that compilers agree on', async () => {
    expect(Reflect.get(Symbol, 'metadata')).to.equal(Symbol.for('Symbol.metadata'))
    expect(Object.getOwnPropertyDescriptor(Symbol, 'metadata')?.enumerable).to.equal(false)
  })
})

describe('a second copy of the package', () => {
  const folder = join(BUILD, 'guides/second-copy')
  let copy: typeof fieldstone

  before(async () => {
    cpSync(join(BUILD, 'src'), folder, { recursive: true })
    copy = (await import(pathToFileURL(join(folder, 'index.js')).href)) as typeof fieldstone
  })

  after(() => rmSync(folder, { recursive: true, force: true }))

  const decorateBy = {
    legacy: (field: typeof Field, target: Class, property: string, options: object) =>
      field({ type: String, ...options })(target.prototype, property),
    standard: (field: typeof Field, target: Class, property: string, options: object) => {
      const metadata = Reflect.get(target, Symbol.for('Symbol.metadata')) ?? {}
      Reflect.set(target, Symbol.for('Symbol.metadata'), metadata)
      field({ type: String, ...options })(undefined, { kind: 'field', name: property, metadata } as never)
    }
  }
  for (const [form, decorate] of Object.entries(decorateBy)) {
    it(`reads what the first one declared in the ${form} form, and applies no rule again`, async () => {
      class Item {}
      decorate(copy.Field, Item, 'name', { maxLength: 3 })
      decorate(Field, Item, 'title', { minLength: 2 })
      expect(await refusals(Item, { name: 'long', title: 'x' })).to.deep.equal([
        'name must be at most 3 characters long',
        'title must be at least 2 characters long'
      ])
      const metadata = getMetadataStorage().getTargetValidationMetadatas(Item, '', false, false)
      expect(metadata.map(({ propertyName, name, type }) => `${propertyName} ${name ?? type}`)).to.deep.equal([
        ...['name maxLength', 'name isString', 'name isDefined', 'title minLength', 'title isString', 'title isDefined']
      ])
    })

    it(`leaves the rules of types that only the first one knows to that one, in the ${form} form`, async () => {
      class Count {}
      decorate(copy.Field, Count, 'count', { type: copy.Integer })
      decorate(Field, Count, 'total', { type: fieldstone.Integer })
      const errors = await validate(Object.assign(new Count(), { count: 1.5, total: 1.5 }))
      expect(errors.map(({ property, constraints }) => [property, ...Object.keys(constraints ?? {})])).to.deep.equal([
        ['count', 'isInt', 'int64'],
        ['total', 'isInt', 'int64']
      ])
    })
  }
})
