import { expect } from 'chai'
import { csvFault } from '../../src/judge/csv.js'

describe('The judge of comma-separated values', () => {
  const cases: readonly (readonly [text: string, fault: string | undefined])[] = [
    ['', undefined],
    ['a,b\r\n1,2\r\n', undefined],
    ['a,b\n1,2', undefined],
    ['a,b\n"1,5","2\n3"\n', undefined],
    ['a\n"say ""hello"", twice"', undefined],
    ['a,b\n1\n', 'record 2 has 1 fields, and the first record 2'],
    ['a,b\n1,2\n1,2,3', 'record 3 has 3 fields, and the first record 2'],
    ['title,n\nWar, and Peace,1', 'record 2 has 3 fields, and the first record 2'],
    ['a\n"open', 'record 2 has a quote that is not closed']
  ]
  for (const [text, fault] of cases) {
    it(`finds ${fault ?? 'nothing wrong'} in ${JSON.stringify(text)}`, () => expect(csvFault(text)).to.equal(fault))
  }
})
