import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { generateClient } from '../../src/client/generate-client.js'
import { bootstrap } from '../../src/index.js'
import { harbor } from '../harbor/application.js'
import { callbackExample } from '../openapi/examples-of-openapi/callback-example.js'
import { linkExample } from '../openapi/examples-of-openapi/link-example.js'
import { petstoreExpanded } from '../openapi/examples-of-openapi/petstore-expanded.js'
import { uspto } from '../openapi/examples-of-openapi/uspto.js'
import { conduit } from '../real-world/application.js'
import { ExampleFolder } from '../support/guide.js'
import { wideApplication } from '../verify/wide-application.js'
import { readDocument } from './compiled-client.js'

/** What projects choose that want to know the most. */
const STRICTEST = {
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  declaration: true,
  erasableSyntaxOnly: true,
  experimentalDecorators: false,
  emitDecoratorMetadata: false,
  allowJs: false,
  noEmit: true
}

describe('The compiler', () => {
  let folder: ExampleFolder
  before(async () => {
    folder = new ExampleFolder('client-types')
    for (const name of ['forms', 'sloppy', 'hostile']) write(name, readDocument(name))
    const applications = {
      ...{ petstoreExpanded, callbackExample, linkExample, uspto },
      wide: wideApplication,
      conduit: conduit(),
      harbor: harbor({ openapi: '3.0', ownErrors: false }).application
    }
    for (const [name, application] of Object.entries(applications)) {
      const service = await bootstrap(application)
      write(name, JSON.parse(JSON.stringify(service.document)))
      await service.close()
    }
    // The same calls are compiled by other compilers in scripts/check-toolchains.mjs.
    folder.write('client-calls.ts', readFileSync('scripts/toolchains/client-calls.ts', 'utf8'))
  })

  function write(name: string, document: unknown): void {
    folder.write(`${name}.ts`, generateClient(document).text)
  }

  for (const [where, options] of [
    ['in a browser', { types: [], lib: ['ES2022', 'DOM', 'DOM.Iterable'] }],
    ['in Node, without the types of a browser', { lib: ['ES2022'] }]
  ] as const) {
    it(`accepts clients and right calls, and rejects wrong ones, ${where}, by the strictest settings`, () => {
      expect(folder.compile({ ...STRICTEST, ...options })).to.equal('')
    }).timeout(120_000)
  }
})
