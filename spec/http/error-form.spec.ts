import { expect } from 'chai'
import { type ErrorForm, withErrorContent } from '../../src/http/error-form.js'

const CONTENT = { 'application/json': String }
const FORM = { content: CONTENT } as unknown as ErrorForm

describe('The body of every error', () => {
  for (const [what, option, isGiven] of [
    ['nothing but a description', { description: 'Gone' }, true],
    ['headers', { headers: { etag: String } }, true],
    ['a body', { body: Number }, false],
    ['no body', { body: null }, false],
    ['a media type', { contentType: 'text/plain' }, false],
    ['content', { content: { 'text/plain': String } }, false],
    ['events', { events: String }, false],
    ['lines', { lines: String }, false]
  ] as const) {
    it(`is ${isGiven ? '' : 'not '}that of an error which is declared with ${what}`, () => {
      const declared = { 200: { description: 'All' }, 404: option, default: option }
      const found = withErrorContent(declared as never, FORM)
      const wanted = isGiven ? { ...option, content: CONTENT } : option
      expect(found).to.deep.equal({ 200: { description: 'All' }, 404: wanted, default: wanted })
      if (!isGiven) expect(found).to.equal(declared)
    })
  }
})
