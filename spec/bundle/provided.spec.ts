import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { SetupError } from '../../src/errors.js'
import * as loaders from '../../src/parts/loaders.js'
import * as ofBundle from '../../src/parts/of-bundle.js'
import { given } from '../../src/parts/provided.js'

const PARTS = readdirSync('src/bundle')
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((part) => part !== 'all')

/** What a part imports of other layers, as written: in the published files the rest asks the part for each of them. */
function importsOf(part: string): readonly (readonly [name: string, module: string])[] {
  const source = readFileSync(`src/bundle/${part}.ts`, 'utf8')
  return [...source.matchAll(/^import \{([^}]+)\} from '(\.\.\/[^']+)'/gm)]
    .filter(([, , module]) => !/parts\/(provided|of-bundle)\.js$/.test(String(module)))
    .flatMap(([, names = '', module = '']) => names.split(',').map((name) => [name.trim(), module] as const))
}

describe('A part of a bundle', () => {
  it('that the application does not import is a setup error', () => {
    expect(() => given('none', 'any')).to.throw(
      SetupError,
      "APPLICATION_INVALID: the bundle does not contain what the application uses, the part none of Fieldstone; write import 'fieldstone/parts/none' as the first import of the application."
    )
  })

  for (const part of PARTS) {
    it(`gives under the name ${part} all that the rest of the framework asks for`, async () => {
      await import(new URL(`../../src/bundle/${part}.js`, import.meta.url).href)
      const imports = importsOf(part)
      expect(imports).not.to.be.empty
      for (const [name, module] of imports) {
        const own = await import(new URL(`../../src/bundle/${module}`, import.meta.url).href)
        // A loader is called by a function of the same name, which calls the part's.
        if (name in loaders) expect(() => ofBundle[name as keyof typeof loaders](), name).not.to.throw()
        else expect(given(part, name), name).to.equal(own[name]).and.to.be.ok
      }
    })
  }
})
