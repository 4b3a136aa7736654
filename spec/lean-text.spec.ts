import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'

interface Plugin {
  renderChunk(code: string): { readonly code: string; readonly map: { readonly mappings: string } }
}

const LIB = 'dist/lib'

/** Of these one file is a library's own. */
const FOREIGN = 'light-my-request.js'

describe('The text of the published files', () => {
  const cases: Readonly<Record<string, readonly [code: string, written: string]>> = {
    'a comment at the end of a line': ['const a = 1 // one\nconst b = 2', 'const a = 1 \nconst b = 2'],
    'lines of comments alone': ['// one\n  /* two\n   * three */\nconst b = 2\n// four', 'const b = 2\n'],
    'a comment within a line': ['f(/* — */ 1, 2)', 'f( 1, 2)'],
    'what looks like one in a text': ['const a = "// no", b = \'/* no */\'', 'const a = "// no", b = \'/* no */\''],
    'what looks like one in a regular expression': ['const a = /[/]/*2 // yes', 'const a = /[/]/*2 '],
    'what looks like one in a template': [
      'const a = `// ${ f(`/* ${b}`) /* yes */ } */`',
      'const a = `// ${ f(`/* ${b}`)  } */`'
    ],
    'a division': ['const a = b / c / d', 'const a = b / c / d'],
    'what bundlers read': ['const a = /* @__PURE__ */ f()', 'const a = /* @__PURE__ */ f()'],
    'a license': ['/*! © A */\nf()', '/*! © A */\nf()'],
    'a text beyond ASCII': ['f("a…", `’`, /ä/u, "😀")', 'f("a\\u2026", `\\u2019`, /\\u00e4/u, "\\ud83d\\ude00")']
  }

  let plugin: Plugin
  before(async () => {
    const { leanText } = await import(pathToFileURL(resolve('scripts/lean-text.mjs')).href)
    plugin = leanText()
  })

  for (const [what, [code, written]] of Object.entries(cases)) {
    it(`is right for ${what}`, () => {
      expect(plugin.renderChunk(code).code).to.equal(written)
    })
  }

  it('has a map that leads from each line to the one that it was', () => {
    expect(plugin.renderChunk('// one\nf()').map.mappings.split(';')[0]).to.match(/^AACA/)
  })

  it('is ASCII, and has no comments in what a service loads', () => {
    const files = readdirSync(LIB).filter((file) => file.endsWith('.js') && file !== FOREIGN)
    const loaded = files.filter((file) => /^(?:core|server|index-parts|shared-\d+)\.js$/.test(file))
    expect(loaded).to.have.length.above(5)
    for (const file of files) {
      const text = readFileSync(join(LIB, file), 'latin1')
      expect(/[\x80-\xff]/.exec(text)?.index, file).to.equal(undefined)
      // Others write programs, which have comments.
      if (loaded.includes(file)) expect(/^ *(?:\/\/(?!#)|\/\*\*)/m.exec(text)?.[0], file).to.equal(undefined)
    }
  })
})
