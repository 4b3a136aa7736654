import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import * as loaders from '../../src/parts/loaders.js'
import * as ofBundle from '../../src/parts/of-bundle.js'

/** The loaders, in the order of a bundle that has none of its parts yet, and the part that each is in. */
const PARTS: Readonly<Record<string, readonly [loader: keyof typeof loaders, use: string]>> = {
  docs: ['docsFiles', 'the docs page is made of'],
  files: ['loadSend', 'sends files'],
  inject: ['loadLightMyRequest', 'injects requests'],
  phone: ['loadIsPhoneNumber', 'checks phone numbers'],
  proxies: ['loadProxyAddr', 'reads addresses of proxies'],
  yaml: ['yamlLibrary', 'writes the document as YAML']
}

/** Calls each loader before and after its part is imported; in a process that has imported none of them. */
const PROGRAM = `
const ofBundle = await import('${new URL('../../src/parts/of-bundle.js', import.meta.url).href}')
const { SetupError } = await import('${new URL('../../src/errors.js', import.meta.url).href}')
const results = {}
for (const [part, [loader]] of Object.entries(${JSON.stringify(PARTS)})) {
  const load = () => Promise.resolve().then(ofBundle[loader])
  const before = await load().catch((thrown) => thrown)
  await import(new URL(part + '.js', '${new URL('../../src/bundle/', import.meta.url).href}').href)
  const after = await load()
  results[part] = { isSetupError: before instanceof SetupError, message: before.message, after: typeof after }
}
console.log(JSON.stringify(results))
`

describe('the parts of a bundle', () => {
  let results: Record<string, { isSetupError: boolean; message: string; after: string }>

  before(function () {
    this.timeout(60_000)
    const args = ['--conditions=fieldstone-modules', '--input-type=module', '--eval', PROGRAM]
    results = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  })

  for (const [part, [, use]] of Object.entries(PARTS)) {
    it(`has the part ${part} once the application imports it, and says before how it is imported`, () => {
      const { isSetupError, message, after } = results[part] as (typeof results)[string]
      expect(isSetupError).to.equal(true)
      expect(message).to.equal(
        `APPLICATION_INVALID: the bundle does not contain what ${use}, the part ${part} of Fieldstone; write import 'fieldstone/parts/${part}' as the first import of the application.`
      )
      expect(after).to.equal('function')
    })
  }

  it('has for every loader one of the same name', () => {
    const { provide: _, ...names } = ofBundle
    expect(Object.keys(names)).to.have.members(Object.keys(loaders))
  })
})
