import * as library from 'class-validator'
import { expectWholeList, shown } from '../../../../spec/support/whole-list.js'
import { LOOSE_FORMATS, NUMBER_FORMATS, STRING_FORMATS } from '../../src/document/keyword-checks.js'
import { FORMAT_SAMPLES, LEXICAL_FORMS, RULE_SAMPLES } from '../../src/values/text-samples.js'

/** What class-validator needs beside a text to check it by a rule. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  isMobilePhone: ['de-CH'],
  isPostalCode: ['CH'],
  isPassportNumber: ['CH'],
  isHash: ['md5'],
  isTaxId: ['en-US']
}

/** Texts beside the samples, on both sides of what a format says. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  time: ['23:59:60Z', '23:58:60Z', '00:59:60+01:00', '22:59:60-01:00', '24:00:00Z', '23:60:00Z', '23:59:61Z'],
  ipv4: ['1.2.3.4', '1.2.3', '255.255.255.255', '1.2.3.256', '1.2.3.00'],
  byte: ['', 'A', 'AA==', 'AAA=', 'A===', 'AAAA\n', '\nAAA'],
  email: [
    'a@b.cd',
    'a@b',
    'a b@c.de',
    `${'a'.repeat(57)}@b.cdef`,
    `${'a'.repeat(58)}@b.cdef`,
    'a\n@b.cd',
    'a@b.c',
    'a@-b.cd'
  ],
  uri: ['a:', 'a:b', 'http://a.bc', 'https://a.bc/d-e/?f=g#h', 'ftp://a.bc', 'http://a.bc\n', '1:a', 'http://a.bc/ä'],
  hostname: [
    '',
    'a',
    'a.bc',
    'a_b.cd',
    'a b',
    `${'a'.repeat(60)}.cd`,
    `${'a'.repeat(61)}.cd`,
    'a'.repeat(253),
    'a'.repeat(254)
  ],
  'idn-email': ['a@b', 'ab@example.com', 'aB@example.com', 'a'],
  'idn-hostname': ['', 'a', 'a.com', 'a b', 'a.com\n'],
  iri: ['a', 'a:', 'https://example.com/', 'https://example.com/a', 'https://example.com/aB'],
  'uri-reference': ['', 'a', '/a', '/a/b', 'a b', '/a\\b', '/aB'],
  'json-pointer': ['', '/', '/a', 'a', '/a/b', '/aB'],
  duration: ['', 'P', 'P1D', 'P0D', 'P1W', 'PT1H', 'P-1D', 'P12D'],
  ipv6: ['', ':', '::', '::1', '2001:db8::a', '2001:db8::0', '::g', '1', '1.2.3.4', '::1.2.3.4']
}

const INTEGERS = [
  0,
  0.5,
  -(2 ** 31) - 1,
  -(2 ** 31),
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 63),
  2 ** 63,
  -(2 ** 63) - 2048,
  2 ** 63 - 1024
]
const NUMBERS = [
  ...INTEGERS,
  3.4028234663852886e38,
  3.402823466385289e38,
  -3.4e38,
  1e308,
  Number.POSITIVE_INFINITY,
  Number.NaN
]

/** The verdict of class-validator's own rule: `true`, `false`, or that it has none of this name. */
function verdictOf(rule: string, text: string): string {
  const wanted = `${rule[0]?.toUpperCase()}${rule.slice(1)}`.toLowerCase()
  const names = Object.keys(library).filter((name) => name.toLowerCase() === wanted && name[0] === 'i')
  const check = (library as unknown as Record<string, (...args: unknown[]) => unknown>)[names[0] ?? '']
  return check === undefined ? 'no such rule' : shown(check(text, ...(ARGUMENTS[rule] ?? [])))
}

describe('The texts at the edges of formats and rules', () => {
  it('are those of sample-list.txt, with the verdicts of the judge and of class-validator', () => {
    const lines: string[] = []
    for (const name of new Set([
      ...Object.keys(FORMAT_SAMPLES),
      ...Object.keys(STRING_FORMATS),
      ...Object.keys(LOOSE_FORMATS)
    ])) {
      const { good = [], bad = [] } = FORMAT_SAMPLES[name] ?? {}
      const [strict, loose] = [STRING_FORMATS[name], LOOSE_FORMATS[name]]
      const verdict = (text: string) =>
        strict !== undefined
          ? strict(text)
          : loose === undefined
            ? ''
            : loose.is(text)
              ? 'surely'
              : loose.mayBe(text)
                ? 'maybe'
                : 'no'
      lines.push(`\n# ${name}`)
      for (const [what, texts] of [
        ['good', good],
        ['bad', bad],
        ['more', TEXTS[name] ?? []]
      ] as const)
        lines.push(...texts.map((text) => `${what} ${shown(text)} ${verdict(text)}`.trim()))
    }
    for (const [name, holds] of Object.entries(NUMBER_FORMATS))
      lines.push(`\n# ${name}`, ...NUMBERS.map((value) => `${value} ${holds(value)}`))
    lines.push('\n# rules')
    for (const [rule, texts] of Object.entries(RULE_SAMPLES))
      lines.push(...texts.map((text) => `${rule} ${shown(text)} ${verdictOf(rule, text)}`))
    lines.push('\n# lexical forms', ...LEXICAL_FORMS.map((text) => shown(text)))
    expectWholeList('verify/values/sample-list.txt', lines)
  })
})
