import { expect } from 'chai'
import { isDateString, isEmail, isISO8601, isURL, isUUID } from 'class-validator'
import fc from 'fast-check'
import { RULES } from '../../../src/record/rule/built-in-rules.js'
import { FAST_EMAIL, FAST_ISO_DATE, FAST_URL } from '../../../src/record/rule/fast-patterns.js'
import type { PlainCheck } from '../../../src/record/type/plain-check.js'
import { chance } from '../../support/chance.js'

const strictDate = { strict: true, strictSeparator: true }

/** The predicate, the check that accepts for it, texts that the check must know, and what texts are put together from. */
const TEXTS: readonly {
  readonly name: string
  readonly judges: readonly ((text: string) => boolean)[]
  readonly check: PlainCheck | undefined
  readonly usual: readonly string[]
  readonly pieces: readonly string[]
}[] = [
  {
    name: 'an email address',
    judges: [(text) => isEmail(text), (text) => isEmail(text, {})],
    check: FAST_EMAIL,
    usual: ['alice@example.com', 'first.last+tag@mail.example.co.uk', 'A_b-c@x-y.org', '1@2.de'],
    pieces: ['a', 'Z', '9', '.', '-', '_', '+', '@', 'xn--', '.com', '.c', ' ', '"', 'é', '\n', 'ſ', '0.0']
  },
  {
    name: 'a URL',
    judges: [false, true, undefined].flatMap((tld) =>
      [false, true, undefined].map((protocol) => (text: string) => {
        const options: Parameters<typeof isURL>[1] = {}
        if (tld !== undefined) options.require_tld = tld
        if (protocol !== undefined) options.require_protocol = protocol
        return isURL(text, options)
      })
    ),
    check: FAST_URL,
    usual: ['https://example.com', 'http://a.b.example.org/path/to~it?x=1&y=%20', 'https://x-y.io/'],
    pieces: [
      'http://',
      'https://',
      'ftp:',
      '//',
      'a',
      'Z',
      '9',
      '.',
      '-',
      '_',
      '.com',
      '/',
      '?',
      '&',
      '=',
      '%',
      '#',
      ':80',
      '@'
    ]
  },
  {
    name: 'an ISO date',
    judges: [
      (text) => isISO8601(text),
      (text) => isISO8601(text, strictDate),
      (text) => isDateString(text),
      (text) => isDateString(text, strictDate)
    ],
    check: FAST_ISO_DATE,
    usual: ['2024-05-17', '2024-05-17T08:30:00Z', '2024-05-17T08:30:00.123Z', '1999-12-28T23:59:59+02:00'],
    pieces: [
      '2024',
      '1000',
      '0001',
      '0000',
      '-',
      '-02',
      '-00',
      '-13',
      '-28',
      '-31',
      'T',
      ':',
      '23',
      '24',
      ':59',
      ':60',
      '.',
      '123',
      'Z',
      '+',
      '+12:00',
      '-11:59',
      '+13:30'
    ]
  },
  ...['1', '2', '3', '4', '5', '6', '7', '8', 'all', 'nil', 'max', 'loose', undefined].map((version) => ({
    name: `a UUID of version ${version}`,
    judges: [(text: string) => isUUID(text, version as never)],
    check: RULES.isUuid?.check?.([version]),
    usual:
      version === 'nil' || version === 'max'
        ? []
        : [`123e4567-e89b-${/\d/.test(String(version)) ? version : 4}2d3-A456-426614174000`],
    pieces: [
      '123e4567',
      '-e89b',
      '-12d3',
      '-42d3',
      '-72d3',
      '-a456',
      '-0456',
      '-F456',
      '-426614174000',
      '00000000',
      '-0000',
      '-000000000000',
      'FFFFFFFF',
      '-ffff',
      '-ffffffffffff',
      'g'
    ]
  }))
]

describe('A text that is accepted without calling class-validator', () => {
  for (const { name, judges, check, usual, pieces } of TEXTS) {
    const matches = (text: string): boolean =>
      check?.kind === 'fast' && text.length <= check.maxLength && check.pattern.test(text)

    it(`is ${name} under any options`, () => {
      const hold = (text: string): void => {
        if (!matches(text)) return
        for (const judge of judges) expect(judge(text), JSON.stringify(text)).to.equal(true)
      }
      const assembled = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''))
      // A usual text with a piece put anywhere into it is almost one.
      const disturbed =
        usual.length === 0
          ? assembled
          : fc
              .tuple(fc.constantFrom(...usual), fc.nat(40), fc.nat(3), fc.constantFrom(...pieces, ''))
              .map(([text, at, cut, piece]) => text.slice(0, at) + piece + text.slice(at + cut))
      const long = fc
        .tuple(fc.constantFrom('a', 'a.', 'a-', 'é'), fc.integer({ min: 20, max: 70 }))
        .map(([piece, times]) => (usual[0] ?? '').replace('example', piece.repeat(times)))
      fc.assert(fc.property(fc.oneof(assembled, disturbed, disturbed, long, fc.string()), hold), chance(4000, 40_000))
    })

    for (const text of usual) {
      it(`is ${name} such as ${text}`, () => expect(matches(text)).to.equal(true))
    }
  }

  it('does not exist if options change what is accepted', () => {
    expect(RULES.isEmail?.check?.([{ allow_display_name: true }])).to.equal(undefined)
    expect(RULES.isUrl?.check?.([{ host_blacklist: ['example.com'] }])).to.equal(undefined)
    expect(RULES.isUuid?.check?.([['3', '4']])).to.equal(undefined)
    expect(RULES.isUuid?.check?.(['9'])).to.equal(undefined)
    expect(RULES.isAlpha?.check?.(['de-DE'])).to.equal(undefined)
  })
})
