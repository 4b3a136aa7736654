import { expect } from 'chai'
import fc from 'fast-check'
import { parseForm } from '../../../src/http/syntax/form.js'
import { compilePlainQuery } from '../../../src/http/syntax/plain-query.js'
import { chance } from '../../support/chance.js'

const NAMES = ['name', 'id', 'a b', 'naïve']

function scanned(
  names: readonly string[],
  search: string
): ReturnType<NonNullable<ReturnType<typeof compilePlainQuery>>> {
  const scan = compilePlainQuery(names)
  if (scan === undefined) throw new Error('There is no plain query for these names')
  return scan(search)
}

describe('compilePlainQuery', () => {
  const found: readonly [search: string, texts: readonly (string | undefined)[]][] = [
    ['name=widget&id=42', ['widget', '42']],
    ['id=42&name=widget', ['widget', '42']],
    ['name=a%20b%26c+d', ['a b&c d', undefined]],
    ['name=caf%C3%A9', ['café', undefined]],
    ['name', ['', undefined]],
    ['name=', ['', undefined]],
    ['name==', ['=', undefined]],
    ['&&id=1&', [undefined, '1']],
    ['names=1&nam=2&NAME=3&x', [undefined, undefined]],
    ['', [undefined, undefined]]
  ]
  for (const [search, texts] of found) {
    it(`finds ${JSON.stringify(texts)} in ${JSON.stringify(search)}`, () => {
      expect(scanned(['name', 'id'], search)).to.deep.equal(texts)
    })
  }

  const left: readonly [what: string, search: string][] = [
    ['a name that is given twice', 'name=a&name=b'],
    ['a name that is given twice without a value', 'name&name'],
    ['a broken percent sequence', 'name=%'],
    ['one that is not UTF-8', 'name=%FF'],
    ['one in a field that is not read', 'id=1&other=%'],
    ['one in the name of such a field', '%=1'],
    ['a name that is percent-encoded', 'n%61me=1'],
    ['more fields than a form may have', '&a'.repeat(1001)]
  ]
  for (const [what, search] of left) {
    it(`leaves ${what} to parseForm`, () => {
      expect(scanned(['name', 'id'], search)).to.equal(undefined)
    })
  }

  it('does not look for names that a query encodes', () => {
    for (const name of ['', 'a+b', 'a%b', 'a&b', 'a=b'])
      expect(compilePlainQuery(['x', name]), name).to.equal(undefined)
  })

  it('finds what parseForm finds, if it finds anything', () => {
    const part = fc.constantFrom(
      'name',
      'id',
      'a b',
      'a+b',
      'naïve',
      '%61',
      'n%61me',
      '%',
      '+',
      '=',
      '&',
      '&',
      '=',
      'x',
      ''
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const search = parts.join('')
        const texts = scanned(NAMES, search)
        if (texts === undefined) return
        const form = parseForm(search)
        expect(texts).to.deep.equal(NAMES.map((name) => form[name]))
      }),
      chance(4000, 40_000)
    )
  })
})
