import {
  BootstrapError,
  type Class,
  enumOf,
  Field,
  File,
  Files,
  genericRecord,
  Integer,
  IntersectionType,
  inGroups,
  mapOf,
  nullable,
  OmitType,
  oneOf,
  PartialType,
  PickType,
  Record as RecordOf,
  type RecordOptions,
  RequiredType,
  SetupError,
  tupleOf,
  Unknown
} from 'fieldstone'
import 'reflect-metadata'
import { Expose, Transform, Type } from 'class-transformer'
import {
  getMetadataStorage,
  IsDate,
  IsDefined,
  IsInt,
  IsOptional,
  IsString,
  MinLength,
  ValidateNested
} from 'class-validator'
import { compileBinder } from '../../../src/record/binder.js'
import { fieldOf } from '../../../src/record/field/field-declaration.js'
import { isAffected, selected, selectionOf } from '../../../src/record/field/groups.js'
import { declaredProperties, isMapped } from '../../../src/record/field/mapped-class.js'
import { recordOptions } from '../../../src/record/field/record.js'
import { PLAIN_SELECTION } from '../../../src/record/library/validation-metadata.js'
import { recordSchemaOf } from '../../../src/record/model/registry.js'
import { expectWholeList, outcome, shown } from '../../support/whole-list.js'

class Part {
  @Field({ minLength: 1 }) sku!: string
}
class Whole {
  @Field({ default: 'n', description: 'Its name', messages: { type: 't' } }) name!: string
  @Field(() => Integer, { optional: true, rules: [IsInt({ message: 'whole' })] }) count?: number
  @Field(() => [Part], { messages: { required: 'needed' } }) parts: Part[] = []
  @Field({ readOnly: true }) get upper(): string {
    return this.name.toUpperCase()
  }
  @IsString() @MinLength(2, { groups: ['create'] }) plain = 'p'
  @IsOptional() @IsInt() maybe?: number
  @Expose({ name: 'given' }) @IsDate() @Type(() => Date) day!: Date
  @Transform(({ value }) => String(value)) @IsDefined() made!: string
  undeclared = 5
}
class Accessors {
  #kept = 'k'
  @Field({ writeOnly: true }) set only(value: string) {
    this.#kept = `set ${value}`
  }
  @Field({ readOnly: true }) get kept(): string {
    return this.#kept
  }
}
class Derived extends Whole {
  @Field(() => Integer) declare count: number
  @IsString({ groups: ['update'] }) added!: string
}
@RecordOf({ name: 'Renamed', unknownFields: 'reject', title: 'T', minProperties: 1 })
class Named {
  @Field() name!: string
}
class OfNamed extends Named {
  @Field() other!: string
}
@RecordOf({ additionalProperties: Integer })
class Open {
  @Field() name!: string
}
class NeedsArguments {
  @Field() name!: string
  constructor(value: { readonly name: string }) {
    this.name = value.name
  }
}
class Validated {
  @IsString({ groups: ['a'] }) a!: string
  @IsString({ always: true }) b!: string
  @ValidateNested() @Type(() => Whole) whole!: Whole
}
class Empty {}

const MAPPED: Readonly<Record<string, () => Class>> = {
  'partial whole': () => PartialType(Whole),
  'required whole': () => RequiredType(Whole),
  'required partial': () => RequiredType(PartialType(Whole)),
  'a part of whole': () => PickType(Whole, ['upper', 'name', 'day']),
  'whole without some': () => OmitType(Whole, ['parts', 'made']),
  'partial derived': () => PartialType(Derived),
  'a part of derived': () => PickType(Derived, ['count', 'added']),
  'whole and named': () => IntersectionType(Whole, Named),
  'named and whole': () => IntersectionType(Named, Whole),
  'open and named': () => IntersectionType(Open, Named),
  'named and open': () => IntersectionType(Named, Open),
  'partial open': () => PartialType(Open),
  'partial of what needs arguments': () => PickType(NeedsArguments, ['name']),
  'a class of a part': () => class Sub extends PickType(Whole, ['name']) {},
  'partial accessors': () => PartialType(Accessors),
  'a setter alone': () => PickType(Accessors, ['only']),
  'in a group': () => inGroups(Whole, 'create'),
  'in groups': () => inGroups(Derived, ['update', 'create', 'update']),
  'in no group': () => inGroups(Whole, []),
  'in no group, strictly': () => inGroups(Whole, [], { strictGroups: true }),
  'in a group, always': () => inGroups(Named, 'any', { always: true }),
  'in a group, strictly': () => inGroups(Validated, 'a', { strictGroups: true }),
  'in a group of a group': () => inGroups(inGroups(Validated, 'a') as never, 'b'),
  'a part in a group': () => inGroups(PickType(Derived, ['plain', 'added']), 'update')
}
const WRONG: Readonly<Record<string, () => unknown>> = {
  'PartialType of undefined': () => PartialType(undefined as never),
  'PartialType of an empty class': () => PartialType(Empty),
  'PartialType of a nameless class': () => PartialType((() => class {})()),
  'RequiredType of a text': () => RequiredType('a' as never),
  'PickType of what is no field': () => PickType(Whole, ['undeclared']),
  'PickType of an object': () => PickType({} as never, []),
  'OmitType of an arrow': () => OmitType((() => 1) as never, []),
  'IntersectionType of null': () => IntersectionType(Whole, null as never),
  'inGroups of no class': () => inGroups(5 as never, 'a'),
  'inGroups of a wrong option': () => inGroups(Whole, 'a', { allways: true } as never),
  'inGroups of no flag': () => inGroups(Whole, 'a', { always: 'yes' } as never)
}

function errorOf(work: () => unknown): string {
  try {
    return shown(work())
  } catch (error) {
    if (error instanceof BootstrapError) return error.errors.map(({ message }) => message).join(' ')
    if (error instanceof SetupError) return error.message
    throw error
  }
}

/** The metadata of class-validator of a class, in the order in which they are read. */
function metadataLines(target: Class): string[] {
  const found = getMetadataStorage().getTargetValidationMetadatas(target as never, '', true, false)
  return found.map((metadata) => {
    const { propertyName, type, message, groups, each, constraints } = metadata
    const { name } = metadata as { readonly name?: string }
    return `${propertyName} ${name ?? type} ${shown([message, groups, each, constraints])}`
  })
}

function classLines(target: Class): string[] {
  const { source, selection } = selectionOf(target)
  const lines = [
    `  ${target.name} of ${source.name} ${shown(selection)}${isMapped(target) ? ', mapped' : ''}, options ${shown(recordOptions(target))}`,
    `  declares ${[...declaredProperties(target)].join(' ')}`
  ]
  try {
    const { name, fields, unknownFields, additional } = recordSchemaOf(target)
    lines.push(`  record ${name} ${unknownFields} ${shown(additional)}`)
    for (const field of fields) {
      const { property, type, rules, required, nullable, access, messages } = field
      const said = messages && [...messages.byRule.keys(), messages.absent && 'absent', messages.type && 'of the type']
      const facts = [
        required && 'required',
        nullable && 'nullable',
        access,
        field.default !== undefined && 'default',
        said && shown(said)
      ]
      const own = rules.map((rule) => rule.name).join(' ')
      lines.push(`  ${property} as ${field.name}: ${shown(type)} ${facts.filter(Boolean).join(', ')} ${own}`)
    }
  } catch (error) {
    lines.push(`  ${(error as Error).message.replaceAll('\n', ' ')}`)
  }
  lines.push(`  made ${outcome(() => new (target as new () => object)())}`)
  return [...lines, ...metadataLines(target).map((line) => `    ${line}`)]
}

const OPTIONS: readonly object[] = [
  ...[{}, { name: '' }, { title: '' }, { title: 5 }, { examples: [] }, { examples: 5 }, { example: 1, examples: [1] }],
  ...[{ minProperties: -1 }, { minProperties: 1.5 }, { maxProperties: '5' }, { minProperties: 2, maxProperties: 1 }],
  ...[
    { minProperties: 1, maxProperties: 1 },
    { maxProperties: 0 },
    { additionalProperties: true },
    { additionalProperties: false }
  ],
  ...[
    { additionalProperties: String, unknownFields: 'strip' },
    { unknownFields: 'strip' },
    { description: 5 },
    { 'x-a': () => 1 }
  ]
]

/** The decorators of a member in the standard form, as TypeScript calls them. */
function standardClass(decorate: (field: (decorator: unknown, name: string, kind?: string) => void) => void): Class {
  const metadata = Object.create(null)
  const key = (Symbol as { readonly metadata?: symbol }).metadata ?? Symbol.for('Symbol.metadata')
  class Standard {}
  Object.defineProperty(Standard, key, { value: metadata })
  decorate((decorator, name, kind = 'field') => {
    const context = { kind, name, metadata, static: false, private: false, addInitializer: () => undefined }
    ;(decorator as (value: unknown, context: unknown) => void)(undefined, context)
  })
  return Standard
}

const STANDARD: Readonly<Record<string, () => Class>> = {
  fields: () =>
    standardClass((field) => {
      field(
        Field(() => String, { minLength: 1 }),
        'a'
      )
      field(
        Field(() => [Integer], { rules: [IsOptional()], maxItems: 2 }),
        'b'
      )
    }),
  'fields and accessors': () =>
    standardClass((field) => {
      const [first, second] = [Field(() => String), Field(() => Integer)]
      field(second, 'second', 'accessor')
      field(first, 'first')
    }),
  'a field twice': () =>
    standardClass((field) => {
      field(
        Field(() => String),
        'a'
      )
      field(
        Field(() => Integer),
        'a'
      )
    }),
  'without a type': () => standardClass((field) => field(Field(), 'a')),
  'a late type': () =>
    standardClass((field) =>
      field(
        Field(() => undefined as never),
        'a'
      )
    ),
  files: () =>
    standardClass((field) => {
      field(File({ maxSize: 5, description: 'd' }), 'a')
      field(Files({ contentTypes: ['text/csv'], optional: true, maxItems: 2 }), 'b')
    }),
  'a mapped one': () =>
    PartialType(
      standardClass((field) =>
        field(
          Field(() => String, { default: 'a' }),
          'a'
        )
      )
    ),
  'rules that are no list': () =>
    standardClass((field) =>
      field(
        Field(() => String, { rules: 5 as never }),
        'a'
      )
    )
}
const MISPLACED: Readonly<Record<string, readonly [target: unknown, key: unknown, third?: unknown]>> = {
  'a class': [undefined, { kind: 'class', name: 'Item', metadata: {} }],
  'a method': [undefined, { kind: 'method', name: 'm', metadata: {} }],
  'a static field': [undefined, { kind: 'field', name: 'f', static: true, metadata: {} }],
  'a private field': [undefined, { kind: 'field', name: '#f', private: true, metadata: {} }],
  'a symbol': [undefined, { kind: 'field', name: Symbol('s'), metadata: {} }],
  'the prototype': [undefined, { kind: 'field', name: '__proto__', metadata: {} }],
  'no metadata': [undefined, { kind: 'field', name: 'f' }],
  'a legacy class': [Part, undefined],
  'a legacy static property': [Part, 'f'],
  'a legacy method': [Part.prototype, 'm', { value: () => 1 }],
  'a legacy symbol': [Part.prototype, Symbol('s')],
  'a legacy prototype': [Part.prototype, '__proto__'],
  'a legacy setter': [class Setter {}.prototype, 's', { set: () => undefined }]
}

describe('Classes that are made of others', () => {
  it('have the fields, metadata, instances and errors of derived-class-list.txt', async () => {
    const lines: string[] = []
    for (const [what, make] of Object.entries(MAPPED)) {
      lines.push(what, ...classLines(make()))
      const [one, other] = [make(), make()]
      if (one !== other && what !== 'a class of a part') lines.push('  ANOTHER CLASS')
    }
    for (const [what, make] of Object.entries(WRONG)) lines.push(`${what}: ${errorOf(make)}`)
    const required = compileBinder<object>({ kind: 'record', class: RequiredType(Whole) }, 'json', 'body')
    const nothing = { name: null, count: null, parts: null, plain: null, maybe: null, given: null, made: null }
    const bound = await required.validate(nothing)
    lines.push(`null is ${bound.faults?.map(({ path, message }) => `${path}: ${message}`).join('; ')}`)
    lines.push('\n# groups')
    const selections = [
      PLAIN_SELECTION,
      ...[['a'], ['b'], []].map((groups) => ({ groups, always: false, strictGroups: true }))
    ]
    for (const target of [Whole, Validated, Named])
      for (const selection of selections)
        lines.push(
          `${target.name} ${shown(selection)}: ${selected(target, selection).name} ${isAffected(target, selection)}`
        )
    lines.push('\n# generic records')
    const Page = genericRecord('Page', (...items: unknown[]) => {
      class Page {}
      for (const [at, item] of items.entries()) Field(() => [item] as never)(Page.prototype, `items${at}`)
      return Page as Class
    })
    class Single {}
    const same = genericRecord('Same', (_item: unknown) => Single as Class)
    const types: readonly (readonly unknown[])[] = [
      ...[[Part], [String], [Integer], [Named], [[Part]], [nullable(Part)], [mapOf(String)], [tupleOf(String, Part)]],
      ...[
        [oneOf(String, Part)],
        [enumOf(['a'], 'Level')],
        [enumOf(['a'])],
        [Unknown],
        [Date],
        [Part, String],
        [String, Part],
        []
      ],
      ...[[{ Part: class Part {} }.Part], [(() => class {})()], [5], [undefined], [class Page {}]]
    ]
    for (const list of types) {
      lines.push(
        `Page(${list.map(shown).join()}): ${errorOf(() => Page(...list).name)} ${errorOf(() => new Set([Page(...list), Page(...list)]).size)}`
      )
    }
    lines.push(
      `Same: ${errorOf(() => same(String).name)}; ${errorOf(() => same(Integer).name)}; ${errorOf(() => same(String).name)}`
    )
    lines.push('\n# options of records')
    for (const options of OPTIONS) {
      class Record {
        @Field() a!: string
      }
      RecordOf(options as RecordOptions)(Record)
      lines.push(
        `${shown(options)}: ${errorOf(() => recordSchemaOf(Record).name)}; of a subclass ${errorOf(() => recordSchemaOf(class Sub extends Record {}).name)}`
      )
    }
    lines.push(`inherited ${shown(recordOptions(OfNamed))}, own ${shown(recordOptions(Named))}`)
    lines.push(
      `the nearest ${[Whole, Derived].map((target) => shown(fieldOf(target, 'count')?.options.optional)).join()} ${fieldOf(Whole, 'none')}`
    )
    lines.push('\n# standard decorators')
    for (const [what, make] of Object.entries(STANDARD)) lines.push(what, ...classLines(make()))
    for (const [what, [target, key, third]] of Object.entries(MISPLACED)) {
      const decorate = Field(() => String) as (...args: unknown[]) => void
      lines.push(`${what}: ${errorOf(() => decorate(target, key, third))}`)
    }
    for (const args of [
      [Part.prototype, 'f'],
      [undefined, { kind: 'field', name: 'f' }]
    ])
      lines.push(`not called: ${errorOf(() => (Field as (...given: unknown[]) => unknown)(...args))}`)
    lines.push(`not called: ${errorOf(() => RecordOf(Part as never))}`)
    expectWholeList('record/field/derived-class-list.txt', lines)
  })
})
