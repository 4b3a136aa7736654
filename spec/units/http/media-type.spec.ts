import { expect } from 'chai'
import { isJson, parseMediaType } from '../../../src/http/syntax/media-type.js'

describe('parseMediaType', () => {
  const accepted: readonly [header: string, essence: string, charset?: string][] = [
    ['application/json', 'application/json'],
    ['Application/JSON', 'application/json'],
    ['application/json;charset=utf-8', 'application/json', 'utf-8'],
    ['application/json; charset=UTF-8', 'application/json', 'utf-8'],
    ['application/json \t;\t charset="utf-8"', 'application/json', 'utf-8'],
    ['application/json; charset="ut\\f-8"', 'application/json', 'utf-8'],
    ['application/json; profile="a;b=\\"c\\""; charset=latin1', 'application/json', 'latin1'],
    ['application/json;', 'application/json'],
    ['application/json; ; x=y', 'application/json'],
    ['application/vnd.api+json', 'application/vnd.api+json']
  ]
  for (const [header, essence, charset] of accepted) {
    it(`reads ${header}`, () => expect(parseMediaType(header)).to.deep.equal({ essence, charset }))
  }

  const rejected = [
    '',
    'json',
    'application/',
    '/json',
    'application/json/x',
    'application/json charset=utf-8',
    'application/json; charset',
    'application/json; charset=',
    'application/json; charset = utf-8',
    'application/json; charset="utf-8',
    'application/json; charset=utf-8; charset=utf-16',
    'application/json, text/plain',
    ' application/json',
    'application/jsön'
  ]
  for (const header of rejected) {
    it(`rejects ${JSON.stringify(header)}`, () => expect(parseMediaType(header)).to.equal(undefined))
  }

  it('is not slow on a header that is made to be slow', () => {
    expect(parseMediaType(`a/b;${' '.repeat(16_000)};${' ;'.repeat(8_000)}"`)).to.equal(undefined)
    expect(parseMediaType(`a/b; x="${'\\"'.repeat(8_000)}`)).to.equal(undefined)
  })

  it('knows what is JSON', () => {
    const isJsonType = (header: string) => isJson(parseMediaType(header)!)
    expect(['application/json', 'application/problem+json'].map(isJsonType)).to.deep.equal([true, true])
    expect(['text/json', 'application/jsonx', 'application/json+xml', 'image/svg+json'].map(isJsonType)).to.deep.equal([
      false,
      false,
      false,
      false
    ])
  })
})
