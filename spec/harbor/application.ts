import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Application, NotFound, type Problem } from 'fieldstone'
import type { VerifyOptions } from 'fieldstone-verify'
import * as legacyBerths from '../support/forms/berths.js'
import { type BerthModule } from '../support/forms/berths.js'
import { DeskController } from './desk-controller.js'
import { gateRoutes } from './gate-routes.js'
import { LogController } from './log-controller.js'
import { OfficeController } from './office-controller.js'
import { alarmWebhook } from './outgoing.js'
import { ApiError } from './records.js'
import { credentialsOf, SCHEMES, SCOPES } from './schemes.js'
import { ShipController } from './ship-controller.js'
import { NoSuchThing, Store } from './store.js'
import { WatchController } from './streams.js'

/** What two harbors differ in. */
export interface HarborOptions {
  readonly openapi: '3.0' | '3.1' | '3.2'
  /** Whether errors have a form of the application's own, with 422 for broken rules; else they are problems. */
  readonly ownErrors: boolean
  /** The controller and the records that can be compiled in both forms of decorators. */
  readonly berths?: BerthModule
}

/** The application, and what `verify` needs to know of it. */
export interface Harbor {
  readonly application: Application
  readonly options: VerifyOptions
}

/** One service with every form of route, every kind of response, every error, and all security schemes. */
export function harbor({ openapi, ownErrors, berths = legacyBerths }: HarborOptions): Harbor {
  const folder = mkdtempSync(join(tmpdir(), 'fieldstone-harbor-'))
  writeFileSync(join(folder, 'mole.txt'), 'Here is the mole, and there is the sea.')
  const store = new Store(folder)
  const places = new berths.Berths()
  const application = new Application({
    title: 'Harbor',
    version: '2.1.0',
    openapi,
    description: 'Ships come and go.',
    ...(openapi !== '3.0' && { summary: 'A harbor' }),
    termsOfService: 'https://harbor.example.com/terms',
    contact: { name: 'Harbor office', email: 'office@harbor.example.com', url: 'https://harbor.example.com' },
    license: {
      name: 'MIT License',
      ...(openapi !== '3.0' ? { identifier: 'MIT' } : { url: 'https://opensource.org/license/mit' })
    },
    externalDocs: { url: 'https://harbor.example.com/guide', description: 'The guide' },
    tags: [
      { name: 'ships', description: 'Which ships there are' },
      { name: 'berths', description: 'Where they are moored' },
      { name: 'office', description: 'What has to be handed in' },
      { name: 'desk', description: 'Where questions are answered' },
      { name: 'watch', description: 'What happens' },
      { name: 'log', description: 'What was seen' },
      { name: 'gate', description: 'The way in by land' }
    ],
    servers: [{ url: 'https://api.harbor.test', description: 'Production' }],
    spec: '/openapi.json',
    docs: '/docs',
    // Of generators of clients, those of 3.0 are many; the other form is that of the later documents.
    schemas: openapi === '3.0' ? 'flat' : 'allOf',
    prefix: '/v1',
    securitySchemes: SCHEMES,
    security: ['bearer'],
    bodyLimit: 50_000,
    uploads: { requestSize: 20_000, fileSize: 5_000, files: 4, fields: 20, parts: 24 },
    provide: [
      [Store, store],
      [berths.Berths, places]
    ],
    onClose: () => rmSync(folder, { recursive: true, force: true }),
    errors: {
      map: [[NoSuchThing, (error: NoSuchThing) => new NotFound(error.message)]],
      ...(ownErrors && { body: ApiError, format, statuses: { validation: 422 } })
    },
    controllers: [
      ShipController,
      OfficeController,
      DeskController,
      LogController,
      { tags: ['watch'], controllers: [WatchController] },
      { prefix: '/east', security: [], controllers: [berths.BerthController] }
    ],
    webhooks: [alarmWebhook],
    routes: (router) => gateRoutes(router.group('/v1')),
    logger: { debug() {}, info() {}, warn() {}, error() {} }
  })
  const reset = () => {
    store.reset()
    places.reset()
  }
  const options: VerifyOptions = {
    credentials: credentialsOf('master'),
    principals: { guest: credentialsOf('guest'), clerk: credentialsOf('clerk') },
    scopes: SCOPES,
    reset
  }
  return { application, options }
}

function format({ status, detail, errors }: Problem): ApiError {
  return { code: status, message: detail, ...(errors && { fields: errors.map(({ path }) => path) }) }
}
