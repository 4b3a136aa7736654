import { expect } from 'chai'
import { parseImports } from '../support/imports.js'

describe('reading imports', () => {
  const value = (specifier: string) => ({ specifier, typeOnly: false })
  const type = (specifier: string) => ({ specifier, typeOnly: true })

  const cases: readonly [string, object[]][] = [
    ["import 'a'", [value('a')]],
    ['import a from "a"', [value('a')]],
    ["import * as a from 'a'", [value('a')]],
    ["import a, { b } from 'a'", [value('a')]],
    ["import a, { type b } from 'a'", [value('a')]],
    ["import {\n  a,\n  type b as c,\n} from 'a';", [value('a')]],
    ["import { type a, type b } from 'a'", [type('a')]],
    ["import { type } from 'a'", [value('a')]],
    ["import { type as kind } from 'a'", [value('a')]],
    ["import type from 'a'", [value('a')]],
    ["import type { a } from 'a'", [type('a')]],
    ["import type a from 'a'", [type('a')]],
    ["import type * as a from 'a'", [type('a')]],
    ["import { default as from } from 'a'", [value('a')]],
    ["import data from './a.json' with { type: 'json' }", [value('./a.json')]],
    ["import a = require('a')", [value('a')]],
    ["const a = require('a').b", [value('a')]],
    ['export = { a: () => require(name) }', [value('(computed)')]],
    ["thing.require('a')", []],
    ["export * from 'a'", [value('a')]],
    ["export * as a from 'a'", [value('a')]],
    ["export { a, b as c } from 'a'", [value('a')]],
    ["export type { a } from 'a'", [type('a')]],
    ["export { type a } from 'a'", [type('a')]],
    ["const a = await import('a')", [value('a')]],
    ["let a: import('a').A", [value('a')]],
    ['import(name)', [value('(computed)')]],
    ['import(`./${name}`)', [value('(computed)')]],
    ['export { a }\nexport const from = "b"', []],
    ["export type A = 'a'\nexport interface B { from: 'b' }", []],
    ["export default class A {}\nexport function from() { return 'b' }", []],
    ["export const a = 1\nimport 'b'", [value('b')]],
    ["import.meta.url\nthing.import('a')", []],
    ["// import 'a'\n/* import 'b' */ /** @example import 'c' */", []],
    ['const text = "import \'a\'"', []],
    ["const text = `\nimport 'a'\n`", []],
    ["const text = `${await import('a')} import 'b' ${{ a: `${1}` }}`\nimport 'c'", [value('a'), value('c')]],
    ["const quotes = /['\"`/[\\]/]/g\nimport 'a'", [value('a')]],
    ["const half = (1 + 1) / 2 // '\nimport 'a'", [value('a')]],
    ["return /'/.test(text)\nimport 'a'", [value('a')]]
  ]
  for (const [source, expected] of cases) {
    it(JSON.stringify(source), () => {
      expect(parseImports(source)).to.deep.equal(expected)
    })
  }
})
