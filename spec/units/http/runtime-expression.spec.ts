import { expect } from 'chai'
import { parseExpression, parseTemplate } from '../../../src/http/syntax/runtime-expression.js'

describe('A runtime expression', () => {
  const right: [text: string, read: object][] = [
    ['$url', { of: 'url' }],
    ['$method', { of: 'method' }],
    ['$statusCode', { of: 'statusCode' }],
    ['$request.path.id', { of: 'request', place: 'path', name: 'id' }],
    ['$request.query.a b.c', { of: 'request', place: 'query', name: 'a b.c' }],
    ['$request.header.X-Id', { of: 'request', place: 'header', name: 'X-Id' }],
    ['$request.body', { of: 'request', place: 'body', pointer: [] }],
    ['$response.body#', { of: 'response', place: 'body', pointer: [] }],
    ['$response.body#/', { of: 'response', place: 'body', pointer: [''] }],
    ['$response.body#/a~1b/~0/~01/0', { of: 'response', place: 'body', pointer: ['a/b', '~', '~1', '0'] }]
  ]
  for (const [text, read] of right) {
    it(`is ${text}`, () => expect(parseExpression(text)).to.deep.equal({ text, ...read }))
  }

  const wrong = [
    '',
    'url',
    '$urls',
    '$URL',
    '$request',
    '$request.body#a',
    '$request.body#/~2',
    '$request.header.a b',
    '$request.cookie.a',
    '$response.path.',
    '$request.headers.a',
    '$constructor'
  ]
  for (const text of wrong) {
    it(`is not ${JSON.stringify(text)}`, () => expect(parseExpression(text)).to.equal(undefined))
  }

  it('is in braces within a text', () => {
    const url = { text: '$url', of: 'url' }
    expect(parseTemplate('$url')).to.deep.equal([url])
    expect(parseTemplate('{$url}')).to.deep.equal([url])
    expect(parseTemplate('a{$url}b{$url}{$url}')).to.deep.equal(['a', url, 'b', url, url])
    expect(parseTemplate('a{b}')).to.deep.equal(['a{b}'])
    expect(parseTemplate('')).to.deep.equal([])
    expect(parseTemplate('a{$x}')).to.deep.equal({ wrong: '$x' })
    expect(parseTemplate('a{$url')).to.deep.equal({ wrong: '$url' })
    expect(parseTemplate('$url/b')).to.deep.equal({ wrong: '$url/b' })
  })
})
