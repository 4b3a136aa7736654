import { expect } from 'chai'
import { checkOptions, type RouteOptions } from 'fieldstone'
import { setupErrorsIn } from '../support/applications.js'
import { describedRoute, documentOf, faultsOf } from '../support/described-route.js'

const routeWith = (options: object) => describedRoute('GET', '/a', options as RouteOptions)

const messagesOf = (options: object): string[] => faultsOf([routeWith(options)])

class Money {
  readonly amount = 5
}

describe('A member of a declaration whose name starts with x-', () => {
  const values: readonly unknown[] = [
    ...[null, true, 0, -1.5, 'text', '', [], {}, [1, [2]], { a: { 'b/c': [null] } }],
    ...[Object.create(null), JSON.parse('{"__proto__":{"a":1}}')]
  ]

  for (const value of values) {
    it(`may be ${JSON.stringify(value)}, and is copied`, () => {
      const given = { 'x-own': value }
      expect(messagesOf(given)).to.deep.equal([])
      const described = documentOf([routeWith(given)]).paths['/a']?.get?.['x-own']
      expect(JSON.stringify(described)).to.equal(JSON.stringify(value))
      if (typeof value === 'object' && value !== null) expect(described).not.to.equal(value)
    })
  }

  const circular: Record<string, unknown> = { name: 'a' }
  circular.self = { again: circular }
  const deep = (levels: number): unknown => (levels === 0 ? [] : [deep(levels - 1)])
  const wrong: [value: unknown, is: string][] = [
    [Number.NaN, 'NaN'],
    [[1, Number.POSITIVE_INFINITY], 'Infinity at /1'],
    [5n, 'a bigint'],
    [() => 1, 'a function'],
    [Symbol('a'), 'a symbol'],
    [{ a: undefined }, 'undefined at /a'],
    [new Array(1), 'undefined at /0'],
    [{ 'a/b~': [new Date(0)] }, 'an instance of Date at /a~1b~0/0'],
    [new Map(), 'an instance of Map'],
    [{ price: new Money() }, 'an instance of Money at /price'],
    [{ toJSON: () => 1 }, 'an object with a method toJSON'],
    [circular, 'an object that contains itself at /self/again'],
    [deep(100), `more than 100 levels of lists and objects at ${'/0'.repeat(100)}`]
  ]

  for (const [value, is] of wrong) {
    it(`cannot be ${is}`, () => {
      expect(messagesOf({ 'x-own': value })).to.deep.equal([
        `OPTION_UNKNOWN: the extension x-own is not JSON: ${is}, GET /a (GET /a); give null, a boolean, number, text, list or object.`
      ])
    })
  }

  // biome-ignore format: one row a line
  const own: readonly (readonly [name: string, option?: string])[] = [
    ['body-limits', 'bodyLimit'], ['events', 'events'], ['lines', 'lines'], ['security-scopes', 'security'],
    ['tagGroups', 'tagGroups'], ['version-media-type', 'versioning'], ['webhooks', 'webhooks'],
    ['default-version'], ['edge-responses'], ['limits'], ['other-versions'], ['rules'], ['spans-segments'],
    ['unchecked'], ['unmatched-responses']
  ]
  for (const [name, option] of own) {
    it(`cannot have a name that Fieldstone writes: x-${name}`, () => {
      const remedy = option === undefined ? '' : `use the option ${option}, or `
      expect(messagesOf({ [`x-${name}`]: [] })).to.deep.equal([
        `OPTION_UNKNOWN: Fieldstone writes x-${name} itself, GET /a (GET /a); ${remedy}choose another name.`
      ])
      expect(messagesOf({ [`x-${name}`]: undefined })).to.deep.equal([])
    })
  }

  it('cannot be without a name', () => {
    expect(messagesOf({ 'x-': 1 })).to.deep.equal([
      "OPTION_UNKNOWN: the extension x- has no name, GET /a (GET /a); write one after it: 'x-internal'."
    ])
  })

  it('is unknown where a declaration has no extensions', () => {
    const check = () => checkOptions<{ description?: string }>({ 'x-own': 1 } as object, { description: true }, 'Item')
    expect(setupErrorsIn(check)).to.deep.equal([
      "OPTION_UNKNOWN: there is no option 'x-own', Item; the options are description."
    ])
  })

  it('does not make other names right', () => {
    expect(messagesOf({ 'x-own': 1, x_own: 1, X: 1, descripton: 'a' })).to.have.length(3)
  })

  it('is left out where it is undefined', () => {
    const { get } = documentOf([routeWith({ 'x-own': 1, 'x-off': undefined })]).paths['/a'] ?? {}
    expect(get).to.have.property('x-own', 1)
    expect(get).not.to.have.property('x-off')
  })
})
