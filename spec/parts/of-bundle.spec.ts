import { expect } from 'chai'
import { SetupError } from '../../src/errors.js'
import * as loaders from '../../src/parts/loaders.js'
import * as ofBundle from '../../src/parts/of-bundle.js'

describe('the parts of a bundle', () => {
  /** The loaders, in the order of a bundle that has none of its parts yet, and the part that each is in. */
  const PARTS: Readonly<Record<string, keyof typeof loaders>> = {
    docs: 'docsFiles',
    files: 'loadSend',
    inject: 'loadLightMyRequest',
    phone: 'loadIsPhoneNumber',
    proxies: 'loadProxyAddr'
  }

  for (const [part, loader] of Object.entries(PARTS)) {
    it(`has the part ${part} once the application imports it, and says before how it is imported`, async () => {
      const load = ofBundle[loader] as () => unknown
      const error: unknown = await Promise.resolve()
        .then(load)
        .catch((thrown: unknown) => thrown)
      expect(error).to.be.instanceOf(SetupError)
      expect((error as SetupError).message).to.match(
        new RegExp(
          `^APPLICATION_INVALID: the bundle does not contain what .*, the part ${part} of Fieldstone; write import 'fieldstone/parts/${part}' as the first import of the application\\.$`
        )
      )
      await import(`../../src/parts/${part}.js`)
      const loaded = await load()
      expect(loaded).to.be.a('function')
    })
  }

  it('has for every loader one of the same name', () => {
    const { provide: _, ...names } = ofBundle
    expect(Object.keys(names)).to.have.members(Object.keys(loaders))
  })
})
