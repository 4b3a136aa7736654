import { expect } from 'chai'
import { Field } from '../../../src/record/field/field.js'
import { FORMATS, type Format, type FormatName } from '../../../src/record/rule/formats.js'
import { refusals } from '../../support/binding.js'
import { propertiesOf } from '../../support/documented.js'

const cases: Readonly<Record<FormatName, { good: readonly string[]; bad: readonly string[] }>> = {
  alphanumeric: { good: ['a', 'Z9', '0'], bad: ['', 'a b', 'a_b', 'é', 'a\n', '１'] },
  alpha: { good: ['a', 'Zz'], bad: ['', 'a1', 'a b', 'é', 'a-b'] },
  numeric: { good: ['0', '007', '9'.repeat(40)], bad: ['', '1.5', '-1', '+1', '1e3', '1 ', '٣', 'a'] },
  email: {
    good: ['a@example.org', 'first.last+tag@sub.example.org'],
    bad: [
      '',
      'a',
      'a@',
      '@example.org',
      'a@b',
      'a b@example.org',
      'a@example..org',
      'A <a@example.org>',
      'a@example.org\n',
      'a@\uD800.org',
      '\uD800'
    ]
  },
  password: { good: ['12345678', '        ', '😀'.repeat(8)], bad: ['', '1234567', '😀'.repeat(7)] },
  uri: {
    good: [
      'http://localhost',
      'https://example.org/a?b=c#d',
      'https://example.org:8080',
      'ftp://example.org',
      'mailto:a@example.org',
      'urn:isbn:1'
    ],
    bad: [
      '',
      'example.org',
      '/a',
      '//example.org',
      'javascript:alert(1)',
      'VBScript:x',
      'https:a',
      'https://example.org/%zz',
      'http://',
      'http://a b'
    ]
  },
  uuid: {
    good: [
      '123e4567-e89b-12d3-a456-426614174000',
      '123E4567-E89B-92D3-0456-426614174000',
      '00000000-0000-0000-0000-000000000000'
    ],
    bad: [
      '',
      '123e4567e89b12d3a456426614174000',
      '123e4567-e89b-12d3-a456-42661417400',
      'urn:uuid:123e4567-e89b-12d3-a456-426614174000',
      '{123e4567-e89b-12d3-a456-426614174000}',
      'g23e4567-e89b-12d3-a456-426614174000'
    ]
  },
  'date-time': {
    good: ['2024-05-17T08:30:00Z'],
    bad: ['', '2024-05-17', '2024-05-17T08:30:00', '2024-02-30T00:00:00Z']
  },
  date: { good: ['2024-05-17', '2024-02-29'], bad: ['', '2024-02-30', '2024-05-17T00:00:00Z', '17.05.2024'] },
  time: { good: ['08:30:00Z', '08:30:00.5+02:00'], bad: ['', '08:30', '08:30:00', '24:00:00Z'] },
  phone: {
    good: ['+41446681800', '+41 44 668 18 00', '+1 212 555 2368'],
    bad: ['', '0446681800', '+999', '+41', 'phone', '112']
  },
  ipv4: {
    good: ['0.0.0.0', '255.255.255.255'],
    bad: ['', '256.0.0.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '::1', '1.2.3.4/8']
  },
  ipv6: {
    good: ['::', '::1', '2001:db8::ff00:42:8329', '::ffff:192.0.2.1'],
    bad: ['', '1.2.3.4', ':::', '12345::', '[::1]', 'fe80::1%eth0', '2001:db8::/32']
  },
  hostname: {
    good: ['localhost', 'example.org', 'a-b.example'],
    bad: ['', '-a.example', 'a_b.example', 'a b', 'example.org:80', 'a..b', 'http://a']
  },
  byte: {
    good: ['', 'TQ==', 'TWE=', 'TWFu', 'ab+/'],
    bad: ['T', 'TQ=', 'TQ', 'TW-_', 'T===', '====', 'TWFu\n', 'TQ==TQ==']
  }
}

describe('A format', () => {
  it('is checked more closely than JSON Schema says in the document: e-mail addresses, URLs and others', () => {
    const names = Object.entries(FORMATS as Record<string, Pick<Format, 'isPartial'>>).flatMap(
      ([name, { isPartial }]) => (isPartial === true ? [name] : [])
    )
    expect(names).to.deep.equal(['email', 'uri', 'phone', 'hostname'])
  })

  for (const name of Object.keys(FORMATS) as FormatName[]) {
    class Holder {
      @Field({ format: name }) v!: string
    }
    const { good, bad } = cases[name]
    for (const value of good) {
      it(`${name} accepts ${JSON.stringify(value)}`, () => expect(refusals(Holder, { v: value })).to.deep.equal([]))
    }
    for (const value of bad) {
      it(`${name} rejects ${JSON.stringify(value)} with its message`, () => {
        expect(refusals(Holder, { v: value })).to.deep.equal([`v ${FORMATS[name].message}`])
      })
    }
    it(`${name} is documented exactly, or listed as a rule that is not`, () => {
      const { keywords, isPartial } = FORMATS[name] as Pick<Format, 'isPartial'> & {
        keywords: { format: string; pattern?: string }
      }
      expect(keywords.format).to.equal(name)
      expect(propertiesOf(Holder).v?.['x-rules']?.map(({ fault }) => fault)).to.deep.equal(
        isPartial ? ['format'] : undefined
      )
      if (keywords.pattern === undefined) return
      const pattern = new RegExp(keywords.pattern, 'u')
      for (const value of good) expect(pattern.test(value), value).to.equal(true)
      if (isPartial) return
      for (const value of bad) expect(pattern.test(value), value).to.equal(false)
    })
  }
})
