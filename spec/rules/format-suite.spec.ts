import { isIPv6 } from 'node:net'
import { expect } from 'chai'
import { IsEmail, IsFQDN, IsIP, IsUrl, isFQDN } from 'class-validator'
import fc from 'fast-check'
import { Field } from 'fieldstone'
import { refusals } from '../support/bound.js'
import { cases, seed } from '../support/chance.js'
import { propertiesOf } from '../support/documented.js'
import { FORMAT_CASES, MORE_FORMAT_CASES } from '../support/format-cases.js'

const ALL_CASES = { ...FORMAT_CASES, ...MORE_FORMAT_CASES }

type SuiteFormat = keyof typeof ALL_CASES

/** The texts that are wrong in the format. */
async function rejected(format: SuiteFormat, texts: readonly string[]): Promise<string[]> {
  class Sample {
    @Field(() => String, { format }) text!: string
  }
  const wrong: string[] = []
  for (const text of texts) if ((await refusals(Sample, { text })).length > 0) wrong.push(text)
  return wrong
}

describe('A format of a field', () => {
  for (const [format, all] of Object.entries(ALL_CASES)) {
    it(`accepts of the JSON Schema Test Suite’s cases what is of it: ${format}`, async () => {
      const texts = all.map(([text]) => text)
      const wrong = all.filter(([, isValid]) => !isValid).map(([text]) => text)
      expect(await rejected(format as SuiteFormat, texts)).to.deep.equal(wrong)
    })
  }

  it('is documented by a pattern where one has all of it: IPv6', async () => {
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
    const sample = fc.array(part, { maxLength: 17 })
    for (const parts of fc.sample(sample, { seed: seed(1), numRuns: cases(300, 10_000) })) {
      const text = parts.join('')
      const isAddress = isIPv6(text) && !text.includes('%')
      expect(pattern.test(text)).to.equal(isAddress)
      expect(await refusals(Sample, { own: text, theirs: text })).to.have.length(isAddress ? 0 : 2)
    }
  })

  it('has limits of length, and takes linear time', async () => {
    const label = 'a'.repeat(61)
    const [longest, longer] = ['abcd', 'abcdef'].map((end) => [label, label, label, label, end].join('.'))
    expect(await rejected('hostname', [longest, longer] as string[])).to.deep.equal([longer])
    const [address, long] = [64, 65].map((length) => `${'a'.repeat(length)}@example.com`)
    expect(await rejected('email', [address, long] as string[])).to.deep.equal([long])
    const [domain, longDomain] = [251, 252].map((length) => `a@${'a'.repeat(length)}.com`)
    expect(await rejected('email', [domain, longDomain] as string[])).to.deep.equal([longDomain])
    const texts = ['a@', 'xn--', 'a.', '-', '%20', 'é'].map((text) => text.repeat(100_000))
    for (const format of ['hostname', 'email'] as const) expect(await rejected(format, texts)).to.have.length(6)
    expect(
      await rejected(
        'uri',
        texts.map((text) => `x://${text}\0`)
      )
    ).to.have.length(6)
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

  it('claims no format, and is listed in x-rules unless a pattern has all of it', async () => {
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
    expect(await refusals(Sample, accepted)).to.deep.equal([])
    for (const [name, text] of Object.entries(accepted)) {
      const { pattern } = properties[name] as { pattern: string }
      expect([new RegExp(pattern).test(text), new RegExp(pattern, 'u').test(text)], name).to.deep.equal([true, true])
    }
  })

  it('is decided as its pattern says, with class-validator’s verdict on what consists of characters up to U+FFFF', async () => {
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
    const sample = fc.array(part, { maxLength: 8 })
    for (const parts of fc.sample(sample, { seed: seed(1), numRuns: cases(500, 10_000) })) {
      const name = parts.join('')
      const isAccepted = (await refusals(Names, { name })).length === 0
      for (const reading of readings) expect(reading.test(name)).to.equal(isAccepted)
      if (!/[\uD800-\uDFFF]/.test(name)) expect(isFQDN(name)).to.equal(isAccepted)
    }
  })
})
