import { expect } from 'chai'
import { SetupError } from 'fieldstone'
import { compilePathRegex } from '../../../src/http/path/regex.js'

const compile = (source: string) => compilePathRegex(source, `/{x:${source}}`, 'ItemController.find')

describe('The regular expression of a path parameter', () => {
  const harmless: [source: string, matching: string, other: string][] = [
    ['[0-9]+', '42', '4x'],
    ['\\d{4}-\\d{2}-\\d{2}', '2026-11-20', '2026-11-2'],
    ['[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', '00000000-0000-4000-8000-00000000000a', '0'],
    ['[a-z0-9]+(?:-[a-z0-9]+)*', 'a-slug-2', 'a--b'],
    ['.+\\.json', 'a.json.json', 'a.xml'],
    ['[\\w.-]+\\.(png|jpg|gif)', 'a.b.png', 'a.b.svg'],
    ['(\\d{1,3}\\.){3}\\d{1,3}', '127.0.0.1', '127.0.0'],
    ['en|de|fr', 'de', 'deen'],
    ['(?!admin$)[a-z]+', 'bob', 'admin'],
    ['(?<year>[0-9]{4})(?<month>[0-9]{2})', '202611', '2026'],
    ['[(?<a>)]+', '(?<a>)', 'b'],
    ['\\p{L}+', '\u00e9t\u00e9', '1'],
    ['^[0-9]+$', '42', 'x'],
    ['[^/]+', 'x', ''],
    ['[\\w.]+@[\\w.]+\\.[a-z]+', 'a.b@c.de', 'a@b.c1'],
    ['[a-z]+(?<!admin)', 'bob', 'admin'],
    ['(?<n>a)\\k<n>', 'aa', 'a']
  ]
  for (const [source, matching, other] of harmless) {
    it(`may be ${source}`, () => {
      const regex = compile(source)
      expect(regex.test(matching), matching).to.equal(true)
      expect(regex.test(other), other).to.equal(false)
    })
  }

  const catastrophic = [
    '(a+)+',
    '([a-z]+)*',
    '(a|a)*',
    '(a|aa)+',
    '(?:a|b|ab)*c',
    '(x+x+)+y',
    '(\\w+\\s?)*',
    '.*.*',
    '\\d+\\d+',
    '(.*)-(.*)-(.*)',
    '[\\w.]+@[\\w.]+\\.[\\w.]+',
    '(a*)\\1',
    '(?=(a+)+b)a*',
    '(?!(a+)+b).*',
    '(?<n>a+)+',
    '(a{1,10}){1,10}'
  ]
  for (const source of catastrophic) {
    it(`may not be ${source}, which can backtrack catastrophically`, () => {
      expect(() => compile(source))
        .to.throw(SetupError, 'can backtrack catastrophically')
        .with.property('code', 'PATH_REGEX_UNSAFE')
    })
  }

  for (const source of ['(?<=(a+)+)b', '(?<!(a+)+)b', 'a{50}(?<=a*b?)(?<!b+)']) {
    it(`may not be ${source}, which cannot be checked`, () => {
      expect(() => compile(source))
        .to.throw(SetupError, 'cannot be checked')
        .with.property('code', 'PATH_REGEX_UNSAFE')
    })
  }

  it('is rejected again when it is declared again', () => {
    for (const _ of [1, 2]) expect(() => compile('(b+)+')).to.throw(SetupError, 'PATH_REGEX_UNSAFE')
  })
})
