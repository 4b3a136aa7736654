import { expect } from 'chai'
import { documentedPattern, expectPattern } from '../../../src/record/format/pattern.js'

describe('A pattern', () => {
  it('is matched by code points, as in JSON Schema', () => {
    expect(documentedPattern('^.$')?.test('😀')).to.equal(true)
    expect(documentedPattern(/^\p{L}+$/u)?.test('Åsa')).to.equal(true)
  })

  it('is not in the document if a flag changes what it accepts', () => {
    for (const pattern of [/a/i, /^a$/m, /./s, /a/y])
      expect(documentedPattern(pattern), `${pattern}`).to.equal(undefined)
    expect(documentedPattern('a', 'i')).to.equal(undefined)
    expect(documentedPattern('a', 'u')?.source).to.equal('a')
    expect(documentedPattern(/a/d)?.source).to.equal('a')
    expect(documentedPattern(/a/g)).to.deep.equal(/a/u)
  })

  it('is not in the document if a JSON Schema validator would not compile it', () => {
    expect(documentedPattern(/[\w-.]/)).to.equal(undefined)
    expect(documentedPattern('\\-')).to.equal(undefined)
    expect(documentedPattern('(')).to.equal(undefined)
    expect(documentedPattern(5)).to.equal(undefined)
  })

  it('of @Field must be one that the document can contain', () => {
    expect(expectPattern(/^[a-z]+$/)).to.equal(undefined)
    expect(expectPattern('^[a-z]+$')).to.equal(undefined)
    expect(expectPattern(/a/i)).to.match(/without flags/)
    expect(expectPattern('(')).to.match(/^a regular expression that compiles/)
    expect(expectPattern(/[\w-.]/)).to.match(/with the flag u/)
    expect(expectPattern(5)).to.equal('a regular expression')
    expect(expectPattern(null)).to.equal('a regular expression')
  })
})
