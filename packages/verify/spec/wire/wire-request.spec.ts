import { expect } from 'chai'
import { mediaEntry } from '../../src/wire/wire-request.js'

describe('the entry of a media type', () => {
  const content = new Map([
    ['application/json; charset=utf-8', 'exact'],
    ['application/*', 'range'],
    ['application/*+json', 'suffix'],
    ['image/*', 'images']
  ])
  for (const [essence, entry] of [
    ['application/json', 'exact'],
    ['application/vnd.api+json', 'suffix'],
    ['application/xml', 'range'],
    ['image/png', 'images'],
    ['image/', undefined],
    ['text/plain', undefined]
  ] as const) {
    it(`is ${entry ?? 'none'} for ${essence}`, () => expect(mediaEntry(content, essence)).to.equal(entry))
  }

  it('is that of any type at last', () => {
    expect(
      mediaEntry(
        new Map([
          ['*/*', 'any'],
          ['text/*', 'text']
        ]),
        'text/plain'
      )
    ).to.equal('text')
    expect(
      mediaEntry(
        new Map([
          ['*/*', 'any'],
          ['text/*', 'text']
        ]),
        'image/png'
      )
    ).to.equal('any')
  })
})
