import { type Application, bootstrap, type ConcreteClass } from 'fieldstone'
import 'reflect-metadata'
import { expect } from 'chai'
import * as ct from 'class-transformer'
import * as cv from 'class-validator'
import { validated } from '../support/bound.js'
import { componentsOf } from '../support/documented.js'
import { Guide } from '../support/guide.js'

const guide = new Guide('class-validator')
const ORDER = { email: 'ada@example.org', lines: [{ sku: 'ab', quantity: 1 }] }
const WRONG = { email: 'nobody', lines: [{ sku: 'a', quantity: 0 }] }

interface Dto {
  readonly app: Application
  readonly OrderDto: ConcreteClass
  readonly constraintsOf: (error: unknown) => string[]
}

enum Size {
  Small = 's',
  Large = 'l'
}

class Part {
  @cv.IsInt() size!: number
}

/** What the tables name. */
@cv.ValidatorConstraint({ name: 'isEven' })
class IsEven {
  validate(value: unknown): boolean {
    return Number(value) % 2 === 0
  }
}

const DECORATORS = Object.fromEntries(Object.entries({ ...cv, ...ct }).filter(([name]) => /^[A-Z]\w*$/.test(name)))
const NAMES: object = {
  ...DECORATORS,
  Size,
  Part,
  IsEven,
  trim: ({ value }: { value: unknown }) => value,
  isEven: () => true
}

/** A class with one property, `v`, that has the decorators of a table. */
function withDecorators(text: string, alone: boolean): ConcreteClass {
  const { Item } = { Item: class {} }
  const written = text.split(/ (?=@)/).map((each) => each.slice(1))
  for (const each of written.reverse()) {
    const decorate = new Function(...Object.keys(NAMES), `return ${each}`)(...Object.values(NAMES))
    decorate(Item.prototype, 'v')
  }
  // A record has fields; that of the table may be one that does not travel.
  if (!alone) cv.Allow()(Item.prototype, 'other')
  return Item
}

const rowsBelow = (heading: string) =>
  guide.rowsBelow(heading).map((row) => row.map((cell) => cell.replace(/^`(.*)`$/, '$1')))

/** Of a long expression the beginning alone. */
function shortened(schema: unknown): string {
  return JSON.stringify(schema, (name, value) => {
    return name === 'pattern' && value.length > 32 ? `${value.slice(0, 24)}…` : value
  })
}

describe('the guide to class-validator', () => {
  before('compiles its examples', () => {
    guide.compile()
  })

  it('shows DTOs that are bound, checked and documented without changes', async () => {
    const service = await bootstrap((await guide.import<Dto>('dto')).app)
    const post = (body: object) => service.inject({ method: 'POST', url: '/orders', body })
    const created = await post(ORDER)
    expect([created.statusCode, created.json()]).to.deep.equal([200, { lines: 1, isLine: true }])
    const refused = await post(WRONG)
    expect(refused.statusCode).to.equal(400)
    expect(refused.body).to.include("Field 'lines[0].sku'")
    expect(service.document.components?.schemas).to.have.property('OrderDto')
  })

  it('finds class-validator’s errors in the error', async () => {
    const { OrderDto, constraintsOf } = await guide.import<Dto>('dto')
    expect(constraintsOf((await validated(OrderDto, WRONG)).error)).to.deep.equal(['email isEmail'])
    expect(constraintsOf(new Error('other'))).to.deep.equal([])
  })

  /** Values of which each decorator of the table rejects one. */
  const CANDIDATES = [
    ...[
      '',
      ' ',
      'a',
      'ä!',
      'abcdefghij',
      'aaaaaaaaaaaaaaaaaaaaaaaaa',
      'A b',
      '12',
      'true',
      '2020-02-30',
      '2020-01-01T00:00:00Z',
      '2030-01-01T00:00:00Z',
      '{'
    ],
    ...[
      0,
      5,
      -1,
      1.5,
      1_000,
      true,
      false,
      null,
      {},
      [],
      [1],
      ['a', 'a'],
      ['b'],
      Array.from({ length: 30 }, (_, index) => `a${index}`)
    ]
  ]

  /** The rules that the candidates break, until one of them breaks this one. */
  async function rulesOf(target: ConcreteClass, wanted: string): Promise<Set<string>> {
    const broken = new Set<string>()
    for (const v of CANDIDATES) {
      const { faults = [] } = await validated(target, { v, other: 1 })
      for (const { rule } of faults) broken.add(rule)
      if (broken.has(wanted)) break
    }
    return broken
  }

  it('has a row for every decorator that checks a value, with its name in faults and its schema', async () => {
    const rows = rowsBelow('### What each decorator says')
    const missing: string[] = []
    for (const [decorator = '', fault = '', schema] of rows) {
      const target = withDecorators(decorator, true)
      const rules = await rulesOf(target, fault)
      if (!rules.has(fault)) missing.push(`${decorator} ${fault}: ${[...rules]}`)
      expect(schema, decorator).to.equal(shortened(componentsOf(target, '3.1').Item?.properties?.v))
    }
    expect(missing).to.deep.equal([])
    const named = rows.map(([decorator = '']) => decorator.replace(/^@(\w+)[\s\S]*/, '$1'))
    const checking = Object.entries(cv).flatMap(([name, value]) => {
      return typeof value === 'function' && /^(?:Is|Array|Max|Min|Length|Contains|Not|Equals|Matches)/.test(name)
        ? [name]
        : []
    })
    expect(named).to.have.members(checking.filter((name) => name !== 'IsOptional'))
  })

  it('shows what all other decorators make of a property', () => {
    const rows = rowsBelow('### Presence, nesting and transformation')
    for (const [decorators = '', , schema] of rows) {
      const { properties = {}, required = [] } = componentsOf(withDecorators(decorators, false), '3.1').Item ?? {}
      const { other: _other, ...own } = properties
      const [[name, found] = ['', undefined]] = Object.entries(own)
      const text = `${name}${required.includes(name) ? '' : '?'}: ${shortened(found)}`
      expect(schema, decorators).to.equal(found === undefined ? 'none' : text)
    }
    const named = rows.flatMap(([decorators = '']) => decorators.match(/@\w+/g) ?? [])
    for (const name of ['IsOptional', 'IsDefined', 'Allow', 'ValidateIf', 'ValidateNested', 'Validate', 'ValidateBy']) {
      expect(named).to.include(`@${name}`)
    }
    for (const name of ['Type', 'Transform', 'Expose', 'Exclude']) expect(named).to.include(`@${name}`)
  })
})
