import { expect } from 'chai'
import { IsString, Matches } from 'class-validator'
import { type Class, Field, type SchemaObject } from 'fieldstone'
import { declarationErrors, refusals } from '../support/bound.js'
import { propertiesOf } from '../support/documented.js'

function matching(pattern: RegExp | string, flags?: string): Class {
  class Holder {}
  IsString()(Holder.prototype, 'text')
  const decorate = typeof pattern === 'string' ? Matches(pattern, flags) : Matches(pattern)
  decorate(Holder.prototype, 'text')
  return Holder
}

function withPattern(pattern: unknown): Class {
  class Holder {}
  Field(() => String, { pattern: pattern as string })(Holder.prototype, 'text')
  return Holder
}

const textOf = (target: Class) => propertiesOf(target, '3.1').text as SchemaObject

describe('A pattern', () => {
  it('is matched by code points, as in JSON Schema', async () => {
    expect(await refusals(withPattern('^.$'), { text: '😀' })).to.deep.equal([])
    expect(await refusals(withPattern('^\\p{L}+$'), { text: 'Åsa' })).to.deep.equal([])
  })

  it('of class-validator is not in the document if a flag changes what it accepts', () => {
    for (const pattern of [/a/i, /^a$/m, /./s, /a/y]) {
      expect(textOf(matching(pattern)), `${pattern}`).not.to.have.property('pattern')
      expect(textOf(matching(pattern))['x-rules']?.map(({ rule }) => rule)).to.deep.equal(['matches'])
    }
    expect(textOf(matching('a', 'i'))).not.to.have.property('pattern')
    for (const target of [matching('a', 'u'), matching(/a/d), matching(/a/g)]) {
      expect(textOf(target)).to.deep.equal({ type: 'string', pattern: 'a' })
    }
  })

  it('of class-validator is not in the document if a JSON Schema validator would not compile it', () => {
    expect(textOf(matching(/[\w-.]/))).not.to.have.property('pattern')
  })

  it('with the flag g is asked anew of each value', async () => {
    const target = matching(/a/g)
    for (let time = 0; time < 3; time++) expect(await refusals(target, { text: 'a' })).to.deep.equal([])
  })

  const wrong: readonly (readonly [pattern: unknown, remedy: RegExp])[] = [
    [/a/i, /without flags/],
    ['(', /a regular expression that compiles/],
    [/[\w-.]/, /with the flag u/],
    [5, /give a regular expression\.$/],
    [null, /give a regular expression\.$/]
  ]
  for (const [pattern, remedy] of wrong) {
    it(`of @Field must be one that the document can contain: not ${pattern}`, async () => {
      expect((await declarationErrors(withPattern(pattern)))[0]).to.match(remedy)
    })
  }

  it('that can take long is a setup error, unless the application vouches for it', async () => {
    const target = withPattern('^(?:a+)+$')
    expect((await declarationErrors(target))[0]).to.match(
      /^PATTERN_UNSAFE: the pattern .* takes time that doubles with each/
    )
    expect(await declarationErrors(target, { trustedPatterns: ['^(?:a+)+$'] })).to.deep.equal([])
  })
})
