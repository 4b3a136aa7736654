import { isIPv6 } from 'node:net'
import { expect } from 'chai'
import { IsEmail, IsFQDN, IsIP, IsUrl, isFQDN } from 'class-validator'
import fc from 'fast-check'
import { Field } from 'fieldstone'
import { compileBinder } from '../../../src/record/binder.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { refusals } from '../../support/binding.js'
import { cases } from '../../support/chance.js'
import { propertiesOf } from '../../support/documented.js'
import { FORMAT_CASES, MORE_FORMAT_CASES } from '../../support/format-cases.js'

const ALL_CASES = { ...FORMAT_CASES, ...MORE_FORMAT_CASES }

type SuiteFormat = keyof typeof ALL_CASES

function accepts(format: SuiteFormat): (text: string) => boolean {
  class Sample {
    @Field(() => String, { format }) text!: string
  }
  const binder = compileBinder(parseType(Sample, 'here'), 'json', 'body')
  return (text) => (binder.validate({ text }) as { faults?: unknown }).faults === undefined
}

describe('A format of a field', () => {
  for (const [format, all] of Object.entries(ALL_CASES)) {
    it(`accepts of the JSON Schema Test Suite’s cases what is of it: ${format}`, () => {
      const isAccepted = accepts(format as SuiteFormat)
      const wrong = all.filter(([text, isValid]) => isAccepted(text) !== isValid)
      expect(wrong).to.deep.equal([])
    })
  }

  it('is documented by a pattern where one has all of it: IPv6', () => {
    class Sample {
      @Field({ format: 'ipv6' }) own!: string
      @IsIP(6) theirs!: string
    }
    const { own, theirs } = propertiesOf(Sample)
    expect(theirs).to.deep.equal(own)
    expect(own).to.have.all.keys('type', 'format', 'pattern')
    const pattern = new RegExp(own?.pattern as string)
    const part = fc.constantFrom(
      '1',
      'ab',
      'FFFF',
      ':',
      ':',
      ':',
      '::',
      '1.2.3.4',
      '0',
      '%eth0',
      'g',
      '12345',
      '1.2.3.256'
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 17 }), (parts) => {
        const text = parts.join('')
        const isAddress = isIPv6(text) && !text.includes('%')
        expect(pattern.test(text)).to.equal(isAddress)
        expect(refusals(Sample, { own: text, theirs: text })).to.have.length(isAddress ? 0 : 2)
      }),
      { numRuns: cases(500, 20_000) }
    )
  })

  it('has limits of length, and takes linear time', () => {
    const isHostname = accepts('hostname')
    const isEmail = accepts('email')
    const isUri = accepts('uri')
    const label = 'a'.repeat(61)
    expect(isHostname([label, label, label, label, 'abcd'].join('.'))).to.equal(true)
    expect(isHostname([label, label, label, label, 'abcdef'].join('.'))).to.equal(false)
    expect(isEmail(`${'a'.repeat(64)}@example.com`)).to.equal(true)
    expect(isEmail(`${'a'.repeat(65)}@example.com`)).to.equal(false)
    for (const text of ['a@', 'xn--', 'a.', '-', '%20', 'é']) {
      const long = text.repeat(100_000)
      expect([isHostname(long), isEmail(long), isUri(`x://${long}\0`)]).to.deep.equal([false, false, false])
    }
  })
})

describe('A rule of class-validator that accepts more than a format', () => {
  class Sample {
    @IsEmail() email!: string
    @IsUrl({ require_protocol: true }) url!: string
    @IsUrl() link!: string
    @IsFQDN() name!: string
    @IsFQDN({ require_tld: false }) host!: string
  }

  it('claims no format, and is listed in x-rules unless a pattern has all of it', () => {
    const properties = propertiesOf(Sample)
    for (const [name, schema] of Object.entries(properties)) {
      expect(schema, name).to.have.property('pattern')
      expect(schema, name).not.to.have.property('format')
      expect('x-rules' in schema, name).to.equal(name !== 'name')
    }
    const accepted = {
      ...{
        email: 'ü@exämple.com',
        url: 'HTTPS://example.com/%zz',
        link: 'exämple.com/a',
        name: 'exämple.com',
        host: 'a.b-c'
      }
    }
    expect(refusals(Sample, accepted)).to.deep.equal([])
    for (const [name, text] of Object.entries(accepted)) {
      const { pattern } = properties[name] as { pattern: string }
      expect([new RegExp(pattern).test(text), new RegExp(pattern, 'u').test(text)], name).to.deep.equal([true, true])
    }
  })

  it('is decided as its pattern says, with class-validator’s verdict on what consists of characters up to U+FFFF', () => {
    const pattern = propertiesOf(Sample).name?.pattern as string
    const readings = [new RegExp(pattern), new RegExp(pattern, 'u')]
    const part = fc.constantFrom(
      'a',
      'Z9',
      '-',
      '.',
      '.',
      'xn',
      'é',
      '\u3000',
      '\uFF21',
      '\uFF00',
      '1',
      '_',
      '😀',
      'com',
      'a'.repeat(31)
    )
    class Names {
      @IsFQDN() name!: string
    }
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const name = parts.join('')
        const isAccepted = refusals(Names, { name }).length === 0
        for (const reading of readings) expect(reading.test(name)).to.equal(isAccepted)
        if (!/[\uD800-\uDFFF]/.test(name)) expect(isFQDN(name)).to.equal(isAccepted)
      }),
      { numRuns: cases(1_000, 20_000) }
    )
  })
})
