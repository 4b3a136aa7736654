import { expect } from 'chai'
import { negotiate } from '../../../src/http/syntax/accept.js'

const TYPES = ['application/json', 'text/csv']

describe('negotiate', () => {
  const cases: readonly [header: string | undefined, type: string | undefined][] = [
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['text/csv', 'text/csv'],
    ['TEXT/CSV', 'text/csv'],
    ['text/*', 'text/csv'],
    ['text/csv;q=0.5, application/json;q=0.6', 'application/json'],
    ['text/csv, application/json;q=0.9', 'text/csv'],
    ['*/*;q=0.1, text/csv;q=0.2', 'text/csv'],
    ['*/*, application/json;q=0', 'text/csv'],
    ['application/json;q=0, text/csv;q=0.0', undefined],
    ['text/*;q=0.9, text/csv;q=0.1, application/json;q=0.5', 'application/json'],
    ['text/csv;q=0.1, text/*;q=0.9, */*;q=0.8, application/json;q=0.5', 'application/json'],
    ['application/xml', undefined],
    ['image/*', undefined],
    ['text/html, application/xhtml+xml, */*;q=0.8', 'application/json'],
    ['text/csv; header=present; q=0.7', 'text/csv'],
    ['rubbish', 'application/json'],
    [',, ,', 'application/json'],
    ['text/csv;q=2', 'text/csv'],
    ['text/csv, application/json;q=1', 'application/json'],
    ['text/csv;q=1, application/json', 'application/json'],
    ['text/csvx', undefined],
    ['texts/*', undefined],
    ['*/csv', undefined],
    ['text/csv;q=0, */*', 'application/json'],
    ['text/*;q=0, */*;q=0.5', 'application/json'],
    ['*/*;q=0, text/csv;q=0.001', 'text/csv'],
    ['text/csv;Q=0', undefined],
    ['text/csv; q = 0.5 , application/json; q=0.4', 'text/csv'],
    ['application/json;q=0.1;x=1, text/csv;q=0.2', 'text/csv'],
    ['a b, text/csv', 'text/csv']
  ]
  for (const [header, type] of cases) {
    it(`chooses ${type} by ${JSON.stringify(header)}`, () => expect(negotiate(header, TYPES)).to.equal(type))
  }

  it('is not slow on a header that is made to be slow', () => {
    expect(negotiate(`text/csv${';'.repeat(8_000)}${' '.repeat(8_000)}`, TYPES)).to.equal('text/csv')
    expect(negotiate(`${'a/b,'.repeat(4_000)}text/csv`, TYPES)).to.equal('text/csv')
  })
})
