import { SetupError, SetupErrors } from '../errors.js'
import type { OutgoingOperations } from '../http/outgoing-operations.js'
import type { Interceptor, Middleware } from '../http/route.js'
import type { SecuritySchemeClass } from '../http/security/scheme-classes.js'
import type { SecurityScheme } from '../http/security-scheme.js'
import { SERVER_OPTIONS, type ServerOptions, serverSettings } from '../http/server/options.js'
import { FORMER_OPTIONS, HTTP_OPTIONS, type HttpOptions } from '../http/settings.js'
import type { Class } from '../metadata.js'
import { CONFIG_OPTIONS } from '../openapi/config.js'
import type { DocumentOptions, OpenAPIConfig } from '../openapi/document.js'
import type { DocsOptions } from '../openapi/page/page-options.js'
import type { Router } from '../openapi/serving/documented-router.js'
import { checkOptions, type OptionTable } from '../options.js'
import type { Container } from './container.js'
import { HEALTH_OPTIONS, type HealthOptions, healthOptions } from './health.js'
import type { Resource } from './lifecycle.js'
import { checkProviders, type Provider } from './services.js'

/**
 * The parts and settings of an application, the document's title and version included. Its own `onStart` runs after
 * those of everything else, its `onClose` before.
 */
export interface ApplicationOptions
  extends Omit<OpenAPIConfig, 'webhooks'>,
    Omit<HttpOptions, 'securitySchemes'>,
    Resource {
  /**
   * The ways in which requests show who sends them, by name: `{ bearer: bearerScheme({ … }) }`, or a class with dependencies
   * ({@link BearerScheme}). Where one is required it is enforced, and the document says so.
   */
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme | SecuritySchemeClass>>
  /**
   * What the application sends to its subscribers: classes that are declared like controllers, or what `defineWebhook` made of
   * them. They are `webhooks` of the document, and `x-webhooks` in OpenAPI 3.0. Default: none.
   *
   * @example webhooks: [StockWebhooks]
   */
  readonly webhooks?: readonly (Class | OutgoingOperations)[]
  /** The controller classes, and groups of them ({@link ControllerGroup}): `{ prefix: '/admin', controllers: [Users] }`. */
  readonly controllers?: readonly unknown[]
  /**
   * Before the paths of all controllers: `/api`. Default: none. Not before those of `routes`, `spec`, `docs` and `health`.
   */
  readonly prefix?: string
  /**
   * Where the document is served: `/openapi.json`, as YAML at a path that ends in `.yaml`, or at several paths:
   * `['/openapi.json', '/openapi.yaml']`. With `{version}` in it, a document for each version of the routes:
   * `/openapi-{version}.json`. Default: nowhere.
   */
  readonly spec?: string | readonly string[]
  /**
   * Documents of their own, in place of the one at `spec` or beside it: each with a path and the routes that it describes
   * ({@link DescribedDocument}). Default: none.
   *
   * @example documents: [{ path: '/openapi/public.json', include: ({ tags }) => tags.includes('public') }]
   */
  readonly documents?: readonly DescribedDocument[]
  /**
   * Where the documentation page is served, and what it is like: `/docs`, or `{ path: '/docs', title: 'Orders' }`. It shows the
   * documents at `spec` and of `documents`. Default: nowhere.
   */
  readonly docs?: string | DocsOptions
  /** Middleware around all requests of the service, outermost first. */
  readonly middleware?: readonly Middleware[]
  /**
   * What sees and replaces the values that handlers return, outermost first: {@link Interceptor}. Not those of probes.
   * @example interceptors: [(value) => ({ data: value })]
   */
  readonly interceptors?: readonly Interceptor[]
  /** Supplies the controllers. Default: each is constructed once, with arguments that are found by their types. */
  readonly container?: Container
  /**
   * What supplies services, before and in place of the container: instances, classes, or functions that make them once
   * ({@link Provider}). Async ones are awaited before controllers are constructed.
   * @example provide: [[Mailer, SmtpMailer], [Store, async (resolve) => connect((await resolve(Settings)).url)]]
   */
  readonly provide?: readonly Provider[]
  /** The limits of the server: timeouts and the size of heads. */
  readonly server?: ServerOptions
  /**
   * Probes for load balancers: `/livez` and `/readyz`, or other paths; hidden from the document and outside of all
   * middleware. Default: none.
   */
  readonly health?: boolean | HealthOptions
  /**
   * What starts and ends with the service, in this order. Services and controllers that the default container
   * constructs are such resources too, after these, if they have a method `onStart` or `onClose`; so are controllers
   * from a container of the application's own.
   */
  readonly resources?: readonly Resource[]
  /** Registers routes without a controller, after the controllers' own; a promise is awaited. */
  readonly routes?: (router: Router) => unknown
}

/**
 * One of several documents. What it says of the whole API in place of the application, such as another `title`, `servers`
 * or `openapi`, is among its options; all else is as the application says.
 */
export interface DescribedDocument extends Partial<DocumentOptions> {
  /** Where it is served: as JSON, as YAML where the path ends in `.yaml`, or at several paths. */
  readonly path: string | readonly string[]
}

const RESOURCE_HOOKS: OptionTable<Resource> = { onStart: true, onClose: true }

/** {@link ApplicationOptions}, by name. */
const APPLICATION_OPTIONS: OptionTable<ApplicationOptions> = {
  ...CONFIG_OPTIONS,
  ...HTTP_OPTIONS,
  ...RESOURCE_HOOKS,
  controllers: true,
  prefix: true,
  spec: true,
  documents: true,
  docs: true,
  middleware: true,
  interceptors: true,
  container: true,
  provide: true,
  server: true,
  health: true,
  resources: true,
  routes: true
}

/**
 * The declaration of a service. It starts nothing; {@link bootstrap} makes the service.
 *
 * @example
 * const app = new Application({
 *   title: 'Item API', version: '1.0.0', controllers: [ItemController], spec: '/openapi.json', docs: '/docs'
 * })
 */
export class Application {
  /** What the application was made of. */
  readonly options: ApplicationOptions

  constructor(options: ApplicationOptions) {
    this.options = options
  }
}

/**
 * Checks the options that no later step checks.
 *
 * @throws BootstrapError of APPLICATION_INVALID
 */
export function checkApplication(application: Application): void {
  if (!(application instanceof Application)) {
    if ((application as object | null)?.constructor?.name === Application.name) {
      const what = 'the application is of another copy of fieldstone than bootstrap'
      throw invalid(what, 'install one version (npm ls fieldstone), and load it by import alone or by require alone')
    }
    throw invalid('bootstrap was not given an Application', 'write bootstrap(new Application({ … }))')
  }
  const { options } = application
  if (typeof options !== 'object' || options === null) {
    throw invalid('the application has no options', 'write new Application({ title, version, controllers })')
  }
  const errors = new SetupErrors()
  for (const { isWrong, what, remedy } of CHECKS) {
    if (isWrong(options)) errors.add(invalid(what, remedy))
  }
  errors.attempt(() => checkProviders(options.provide, 'provide'))
  errors.attempt(() => healthOptions(options.health))
  errors.attempt(() => serverSettings(options.server))
  errors.throwIfAny()
}

/**
 * Checks the names of the options of an application whose values are valid.
 *
 * @throws BootstrapError of OPTION_UNKNOWN
 */
export function checkApplicationNames({ options }: Application): void {
  const { health, resources = [], server } = options
  const errors = new SetupErrors()
  errors.attempt(() => checkOptions(options, APPLICATION_OPTIONS, PLACE, { instead: FORMER_OPTIONS }))
  errors.attempt(() => checkOptions(server, SERVER_OPTIONS, 'the option server'))
  if (typeof health === 'object') errors.attempt(() => checkOptions(health, HEALTH_OPTIONS, 'the option health'))
  for (const [index, resource] of resources.entries()) {
    errors.attempt(() => checkOptions(resource, RESOURCE_HOOKS, `resources[${index}]`, { isOpen: true }))
  }
  errors.throwIfAny()
}

interface Check {
  readonly isWrong: (options: ApplicationOptions) => boolean
  readonly what: string
  readonly remedy: string
}

const CHECKS: readonly Check[] = [
  {
    isWrong: ({ controllers = [] }) => !Array.isArray(controllers),
    what: '`controllers` must be a list of classes',
    remedy: 'write controllers: [ItemController]'
  },
  {
    isWrong: ({ prefix = '' }) => typeof prefix !== 'string',
    what: '`prefix` must be a text',
    remedy: "write prefix: '/api'"
  },
  {
    isWrong: ({ middleware = [] }) => !Array.isArray(middleware),
    what: '`middleware` must be a list of functions',
    remedy: 'write middleware: [first, second]'
  },
  {
    isWrong: ({ interceptors = [] }) => !Array.isArray(interceptors),
    what: '`interceptors` must be a list of functions',
    remedy: 'write interceptors: [(value, ctx) => …]'
  },
  {
    isWrong: ({ documents = [] }) => !Array.isArray(documents) || !documents.every(isDescribedDocument),
    what: '`documents` must be a list of objects with a `path`',
    remedy: "write documents: [{ path: '/openapi/public.json', include: ({ tags }) => tags.includes('public') }]"
  },
  {
    isWrong: ({ docs, documents, spec }) => docs !== undefined && spec === undefined && !documents?.length,
    what: '`docs` shows the document at `spec`, which is not set',
    remedy: "add spec: '/openapi.json'"
  },
  {
    isWrong: ({ docs }) =>
      docs !== undefined && typeof docs !== 'string' && typeof (docs as DocsOptions | null)?.path !== 'string',
    what: '`docs` is neither a path nor options with a path',
    remedy: "write docs: '/docs', or docs: { path: '/docs', title: 'Orders' }"
  },
  {
    isWrong: ({ container }) => container !== undefined && typeof container?.get !== 'function',
    what: 'the container has no method `get`',
    remedy: 'give an object { get: (type) => instance }'
  },
  {
    isWrong: ({ resources = [] }) => !Array.isArray(resources) || !resources.every(isResource),
    what: '`resources` must be a list of objects with a function `onStart` or `onClose`',
    remedy: 'write resources: [{ onStart: () => pool.connect(), onClose: () => pool.end() }]'
  },
  {
    isWrong: ({ onStart, onClose }) =>
      [onStart, onClose].some((hook) => hook !== undefined && typeof hook !== 'function'),
    what: '`onStart` and `onClose` must be functions',
    remedy: 'write onClose: () => pool.end()'
  },
  {
    isWrong: ({ routes }) => routes !== undefined && typeof routes !== 'function',
    what: '`routes` must be a function',
    remedy: 'write routes: (router) => { … }'
  }
]

function isDescribedDocument(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'path' in value
}

/** Whether the value has a method that the service runs when it starts or closes. */
export function isResource(value: unknown): value is Resource {
  if (typeof value !== 'object' || value === null) return false
  const { onStart, onClose } = value as { [Name in keyof Resource]: unknown }
  return typeof onStart === 'function' || typeof onClose === 'function'
}

const PLACE = 'the application'

function invalid(what: string, remedy: string): SetupError {
  return new SetupError('APPLICATION_INVALID', what, PLACE, remedy)
}
