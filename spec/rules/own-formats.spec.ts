import { expect } from 'chai'
import { defineFormat, Field, PartialType } from 'fieldstone'
import { refusals } from '../support/bound.js'
import { propertiesOf } from '../support/documented.js'

describe('A format of one’s own', () => {
  const even = defineFormat('even-length', {
    check: (text) => text.length % 2 === 0,
    pattern: /^[a-z]+$/,
    example: 'ab',
    description: 'Pairs of letters',
    message: 'must be pairs of letters'
  })

  it('is checked by its pattern and its function, and documented as far as keywords say it', async () => {
    class Holder {
      @Field({ format: even }) v!: string
      @Field(() => [String], { format: even, each: true }) list!: string[]
    }
    expect(await refusals(Holder, { v: 'abcd', list: ['ab'] })).to.deep.equal([])
    expect(await refusals(Holder, { v: 'abc', list: ['AB'] })).to.deep.equal([
      'v must be pairs of letters',
      'list[0] must be pairs of letters'
    ])
    const rules = [{ rule: 'even-length', fault: 'format' }]
    const schema = { type: 'string', format: 'even-length', pattern: '^[a-z]+$', 'x-rules': rules }
    const { v, list } = propertiesOf(Holder)
    expect(v).to.deep.equal({ ...schema, description: 'Pairs of letters', example: 'ab' })
    expect(list?.items).to.deep.equal(schema)
  })

  it('gives way to what the field says of itself', () => {
    class Holder {
      @Field({ format: even, description: 'Mine', example: 'cd' }) one!: string
      @Field({ format: even, examples: ['cd'] }) several!: string
    }
    expect(propertiesOf(Holder).one).to.include({ description: 'Mine', example: 'cd' })
    expect(propertiesOf(Holder).several).to.include({ example: 'cd' })
  })

  it('can be used by its name, and needs no function', async () => {
    defineFormat('letters', { pattern: '^[a-z]+$' })
    class Holder {
      @Field({ format: 'letters' as never }) v!: string
    }
    expect(await refusals(Holder, { v: 'A' })).to.deep.equal(['v must be of the format letters'])
    expect(propertiesOf(Holder).v).to.deep.equal({ type: 'string', format: 'letters', pattern: '^[a-z]+$' })
  })

  it('can be defined after the field that names it, as by a module that is imported last', async () => {
    class Holder {
      @Field({ format: 'late' as never, minLength: 2 }) v!: string
      @Field(() => [String], { format: 'late' as never, each: true }) list!: string[]
    }
    class Part extends PartialType(Holder) {}
    defineFormat('late', { pattern: '^[a-z]+$' })
    const schema = { type: 'string', format: 'late', pattern: '^[a-z]+$' }
    for (const type of [Holder, Part]) {
      expect(await refusals(type, { v: 'A', list: ['b', 'B'] })).to.have.members([
        'v must be of the format late',
        'v must be at least 2 characters long',
        'list[1] must be of the format late'
      ])
      expect(await refusals(type, { v: 'ab', list: ['b'] })).to.deep.equal([])
      expect(propertiesOf(type).v).to.deep.equal({ ...schema, minLength: 2 })
      expect(propertiesOf(type).list?.items).to.deep.equal(schema)
    }
  })

  it('rejects where its function throws, returns a promise, or returns something else than true', async () => {
    const results: (() => unknown)[] = [
      () => Promise.reject(new Error('later')),
      () => 'yes',
      () => (undefined as unknown as string).length
    ]
    for (const [index, result] of results.entries()) {
      const format = defineFormat(`odd-${index}`, { check: result as never })
      class Holder {
        @Field({ format }) v!: string
      }
      expect(await refusals(Holder, { v: '' })).to.deep.equal([`v must be of the format odd-${index}`])
    }
  })

  it('is a setup error where it is wrong, and may be defined again alike', () => {
    const message = (define: () => unknown) => {
      try {
        define()
      } catch (error) {
        return (error as Error).message
      }
    }
    expect(message(() => defineFormat('uuid'))).to.contain('Fieldstone has a format uuid')
    expect(message(() => defineFormat(''))).to.contain('the format has no name')
    expect(message(() => defineFormat('a', { pattern: '(' }))).to.contain('its pattern is (')
    expect(message(() => defineFormat('a', { check: true as never }))).to.contain('its check is not a function')
    expect(message(() => defineFormat('a', { example: 1 as never }))).to.contain('its example is not a text')
    expect(message(() => defineFormat('a', { patern: '' } as never))).to.contain("did you mean 'pattern'?")
    expect(message(() => defineFormat('a', { pattern: '^b$', example: 'a' }))).to.contain('"a" is not of the format')
    expect(message(() => defineFormat('letters', { pattern: '^[a-z]+$' }))).to.equal(undefined)
    expect(message(() => defineFormat('letters', { pattern: '^[A-Z]+$' }))).to.contain('the format is defined twice')
    // Functions of one text check by what is around them.
    const beginning = (text: string) => (value: string) => value.startsWith(text)
    const check = beginning('a')
    expect(message(() => defineFormat('a-text', { check }))).to.equal(undefined)
    expect(message(() => defineFormat('a-text', { check }))).to.equal(undefined)
    const twice = message(() => defineFormat('a-text', { check: beginning('b') }))
    expect(twice).to.contain('the format is defined twice').and.to.contain('in a module that both uses import')
  })
})
