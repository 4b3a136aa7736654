import { expect } from 'chai'
import { type ExpressionTemplate, parseTemplate } from '../../../src/http/syntax/runtime-expression.js'
import { matchesTemplate, type SearchedText } from '../../../src/http/syntax/template-match.js'

const EXPRESSION = '{$request.query.a}'

function template(text: string): ExpressionTemplate {
  return parseTemplate(text.replaceAll('*', EXPRESSION)) as ExpressionTemplate
}

/** All texts of these letters that are no longer. */
function texts(letters: string, longest: number): string[] {
  if (longest === 0) return ['']
  return ['', ...[...letters].flatMap((letter) => texts(letters, longest - 1).map((rest) => letter + rest))]
}

/** A text that counts the characters that are looked at. */
class CountedText implements SearchedText {
  steps = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  get length(): number {
    return this.#text.length
  }

  startsWith(part: string): boolean {
    this.steps += part.length
    return this.#text.startsWith(part)
  }

  endsWith(part: string): boolean {
    this.steps += part.length
    return this.#text.endsWith(part)
  }

  indexOf(part: string, from = 0): number {
    const found = this.#text.indexOf(part, from)
    this.steps += (found === -1 ? this.#text.length : found + part.length) - from
    return found
  }
}

describe('A URL, compared with the form that the document says', () => {
  it('matches where each expression stands for one character or more', () => {
    const templates = [...new Set(texts('a*/', 5))].filter((each) => each !== '')
    for (const each of templates) {
      const form = new RegExp(`^${each.replaceAll('*', '.+')}$`, 's')
      const compiled = template(each)
      for (const text of texts('a/', 5)) {
        expect(matchesTemplate(compiled, text), `${each} and ${text}`).to.equal(form.test(text))
      }
    }
  })

  it('is read once, however many expressions there are, and however nearly it matches', () => {
    const many = template(`${'*/a'.repeat(30)}*b`)
    for (const length of [1000, 10_000, 100_000]) {
      const text = new CountedText('/a'.repeat(length))
      expect(matchesTemplate(many, text)).to.equal(false)
      expect(text.steps).to.be.lessThan(2 * text.length)
      const whole = new CountedText(`x${'/a'.repeat(length)}b`)
      expect(matchesTemplate(many, whole)).to.equal(true)
      expect(whole.steps).to.be.lessThan(2 * whole.length)
    }
  })
})
