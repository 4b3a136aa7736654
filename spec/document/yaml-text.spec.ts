import { expect } from 'chai'
import { type OpenAPIDocument, toYAML } from 'fieldstone'
import { parse } from 'yaml'
import { YAML_CASES } from '../support/yaml-cases.js'

const written = (values: object) => toYAML(values as unknown as OpenAPIDocument)

describe('The text of the document as YAML', () => {
  for (const version of ['1.2', '1.1'] as const) {
    it(`is read as the same JSON by readers of YAML ${version}`, async () => {
      expect(parse(await toYAML(YAML_CASES), { version, merge: false })).to.deep.equal(YAML_CASES)
    })
  }

  it('has texts of several lines line by line', async () => {
    expect(await written({ description: 'One\n\n  two\n' })).to.equal('description: |\n  One\n\n    two\n')
  })

  const numbers: readonly (readonly [number, string])[] = [
    [1e21, '1.0e+21'],
    [-1e-7, '-1.0e-7'],
    [1.5e300, '1.5e+300'],
    [1000, '1000'],
    [-0, '0'],
    [0.1, '0.1']
  ]
  for (const [number, text] of numbers) {
    it(`has the number ${Object.is(number, -0) ? '-0' : number} as ${text}, a number to every reader`, async () => {
      expect(await written({ number })).to.equal(`number: ${text}\n`)
    })
  }

  const quoted = ['no', 'on', 'y', '1e3', '0x1F', '012', '1:30', '2001-01-01', '~', '=', '<<', '1_000', '.5', '-', ' a']
  for (const text of quoted) {
    it(`quotes ${JSON.stringify(text)}, as a value and as a key`, async () => {
      expect(await written({ text })).to.equal(`text: "${text}"\n`)
      expect(await written({ [text]: 1 })).to.equal(`"${text}": 1\n`)
    })
  }

  for (const text of ['a:b', 'é', '日本', '😀', '{a', 'http://a/b#c', '$ref', 'x'.repeat(300)]) {
    const isPlain = !text.startsWith('{')
    it(`${isPlain ? 'has' : 'quotes'} ${text.slice(0, 20)} ${isPlain ? 'as it is' : 'too'}, on one line`, async () => {
      expect(await written({ text })).to.equal(isPlain ? `text: ${text}\n` : `text: "${text}"\n`)
    })
  }
})
