import { inspect } from 'node:util'
import { expect } from 'chai'
import {
  Application,
  type ApplicationOptions,
  BootstrapError,
  bearerScheme,
  bootstrap,
  Field,
  Router
} from 'fieldstone'
import { setupErrorsIn, setupErrorsOf } from '../support/applications.js'

class Shop {
  @Field() name!: string
}

// biome-ignore lint/suspicious/noExplicitAny: what the types do not allow is tried here
type Loose = any

const work = () => undefined

/** Options of an application, and what is wrong with them. */
// biome-ignore format: one row a line
// biome-ignore format: one row a line
const WRONG: readonly (readonly [options: unknown, message: string])[] = [
  [{ bodyLimit: -1 }, 'APPLICATION_INVALID: bodyLimit is -1, the option bodyLimit; give a whole number of bytes, 0 or more.'],
  [{ bodyLimit: '1mb' }, 'APPLICATION_INVALID: bodyLimit is 1mb, the option bodyLimit; give a whole number of bytes, 0 or more.'],
  [{ handlerTimeout: -1 }, 'APPLICATION_INVALID: handlerTimeout is -1, the option handlerTimeout; give milliseconds, 0 for no limit.'],
  [{ accessLog: 5 }, 'APPLICATION_INVALID: accessLog is 5, the option accessLog; give true, false, or one of debug, info, warn, error.'],
  [{ errorFormatter: work }, "OPTION_UNKNOWN: there is no option 'errorFormatter', the application; write errors: { body: ApiError, format: (problem) => …, statuses: { validation: 422 } }."],
  [{ errors: 5 }, 'OPTION_UNKNOWN: the options are a number, the option errors; give an object.'],
  [{ errors: { body: Shop } }, 'APPLICATION_INVALID: it has a body, and no function format, the option errors; write format: (problem) => …, which returns the body.'],
  [{ errors: { body: String, format: 'format' } }, 'APPLICATION_INVALID: it has a body, and no function format, the option errors; write format: (problem) => …, which returns the body.'],
  [{ errors: { statuses: { validation: 418 } } }, 'OPTION_UNKNOWN: the option validation is 418, the option errors.statuses; give 400 or 422.'],
  [{ responses: [] }, "RESPONSE_INVALID: the responses are not an object, the option responses; write responses: { 401: 'Who are you?' }."],
  [{ responses: { 42: 'x' } }, `RESPONSE_INVALID: "42" is not an HTTP status code, the option responses, response 42; use an integer from 100 to 599, a range such as '4XX', or 'default'.`],
  [{ responseChecks: 'on' }, 'APPLICATION_INVALID: responseChecks is on, the option responseChecks; give one of off, report, enforce.'],
  [{ unknownFields: 'keep' }, "APPLICATION_INVALID: unknownFields is keep, the option unknownFields; give 'strip' or 'reject'."],
  [{ logger: {} }, 'APPLICATION_INVALID: the logger lacks a method, the option logger; give an object with debug, info, warn, error, one of these names, or false.'],
  [{ logger: 'verbose' }, 'APPLICATION_INVALID: the logger lacks a method, the option logger; give an object with debug, info, warn, error, one of these names, or false.'],
  [{ trustedPatterns: 'a' }, 'APPLICATION_INVALID: trustedPatterns is a, the option trustedPatterns; give a list of regular expressions, or of their sources.'],
  [{ trustedPatterns: ['('] }, 'APPLICATION_INVALID: "(" in trustedPatterns does not compile, the option trustedPatterns; correct it.'],
  [{ overload: [] }, 'APPLICATION_INVALID: `overload` is not an object, the option overload; write overload: { maxRequests: 1000 }.'],
  [{ overload: { maxRequests: -1 } }, 'APPLICATION_INVALID: `overload.maxRequests` is -1, the option overload; give a whole number, 0 for no limit.'],
  [{ overload: { maxMemory: '1gb' } }, "APPLICATION_INVALID: `overload.maxMemory` is '1gb', the option overload; give a whole number, 0 for no limit."],
  [{ overload: { maxRequests: 1, retryAfter: 0 } }, 'APPLICATION_INVALID: `overload.retryAfter` is 0, the option overload; give whole seconds, 1 or more.'],
  [{ trustProxy: true }, "APPLICATION_INVALID: trustProxy is true, so each client would choose its own address, protocol and host, the option trustProxy; write where the proxies are: trustProxy: 'uniquelocal', addresses or networks; or { hops: 1, from: 'any' } where no client can get around them."],
  [{ trustProxy: 1 }, "APPLICATION_INVALID: trustProxy is 1, so a client that is connected directly would choose its own address, protocol and host, the option trustProxy; write where they are: { hops: 1, from: 'uniquelocal' }, with addresses or networks; or from: 'any' where no client can get around the proxies."],
  [{ trustProxy: -1 }, "APPLICATION_INVALID: trustProxy is -1, so a client that is connected directly would choose its own address, protocol and host, the option trustProxy; write where they are: { hops: 1, from: 'uniquelocal' }, with addresses or networks; or from: 'any' where no client can get around the proxies."],
  [{ trustProxy: {} }, 'APPLICATION_INVALID: the hops of trustProxy are undefined, the option trustProxy; give a whole number of proxies, 1 or more.'],
  [{ trustProxy: '' }, "APPLICATION_INVALID: trustProxy has no address, the option trustProxy; give addresses, networks such as '10.0.0.0/8', or the names 'loopback', 'linklocal' and 'uniquelocal'."],
  [{ trustProxy: [1] }, "APPLICATION_INVALID: trustProxy has no address, the option trustProxy; give addresses, networks such as '10.0.0.0/8', or the names 'loopback', 'linklocal' and 'uniquelocal'."],
  [{ trustProxy: '1' }, "APPLICATION_INVALID: trustProxy: '1' is neither an address nor the name of a network, the option trustProxy; give addresses, networks such as '10.0.0.0/8', or the names 'loopback', 'linklocal' and 'uniquelocal'."],
  [{ trustProxy: '10.0.0.0/99' }, "APPLICATION_INVALID: trustProxy: invalid range on address: 10.0.0.0/99, the option trustProxy; give addresses, networks such as '10.0.0.0/8', or the names 'loopback', 'linklocal' and 'uniquelocal'."],
  [{ trustProxy: { hops: 0, from: 'any' } }, 'APPLICATION_INVALID: the hops of trustProxy are 0, the option trustProxy; give a whole number of proxies, 1 or more.'],
  [{ trustProxy: { hops: 1, from: ['any'] } }, "APPLICATION_INVALID: the `from` of trustProxy: 'any' is neither an address nor the name of a network, the option trustProxy; write { hops: 1, from: 'any' } with the number of proxies."],
  [{ redirects: [] }, 'OPTION_UNKNOWN: the options are a list, the option redirects; give an object.'],
  [{ errors: [] }, 'OPTION_UNKNOWN: the options are a list, the option errors; give an object.'],
  [{ server: [] }, 'OPTION_UNKNOWN: the options are a list, the option server; give an object.'],
  [{ uploads: [] }, 'OPTION_UNKNOWN: the options are a list, the option uploads; give an object.'],
  [{ health: [] }, 'OPTION_UNKNOWN: the options are a list, the option health; give an object.'],
  [{ health: { checks: [() => true] } }, 'APPLICATION_INVALID: `health.checks` must be an object of functions, the application; write checks: { database: () => pool.ping() }.'],
  [{ redirects: { origins: 'https://a.example' } }, "APPLICATION_INVALID: `redirects.origins` is not a list, the option redirects; write redirects: { origins: ['https://login.example.com'] }."],
  [{ redirects: { origins: ['a.example'] } }, "APPLICATION_INVALID: redirects.origins has 'a.example', which is not an origin of http or https, the option redirects; write redirects: { origins: ['https://login.example.com'] }."],
  [{ redirects: { origins: ['https://a.example/'] } }, "APPLICATION_INVALID: redirects.origins has 'https://a.example/', which is more than an origin, or another form of it, the option redirects; write 'https://a.example'."],
  [{ redirects: { origins: ['https://*.example'] } }, "APPLICATION_INVALID: redirects.origins has 'https://*.example', which is more than an origin, or another form of it, the option redirects; list each origin."],
  [{ uploads: { fileSize: -1 } }, 'APPLICATION_INVALID: fileSize is -1, the option uploads.fileSize; give a whole number, 0 or more.'],
  [{ uploads: { files: 1.5 } }, 'APPLICATION_INVALID: files is 1.5, the option uploads.files; give a whole number, 0 or more.'],
  [{ uploads: { parts: Number.NaN } }, 'APPLICATION_INVALID: parts is NaN, the option uploads.parts; give a whole number, 0 or more.'],
  [{ uploads: { folder: '' } }, 'APPLICATION_INVALID: the folder of uploads is not a path, the option uploads.folder; give the path of a folder.'],
  [{ hooks: 5 }, 'APPLICATION_INVALID: `hooks` must be a list of objects with hooks, the option hooks; give objects with functions of the names onRequest, around, onError, onViolation, onResponse, onRouter, onRoutes.'],
  [{ hooks: [{}] }, 'APPLICATION_INVALID: `hooks` must be a list of objects with hooks, the option hooks; give objects with functions of the names onRequest, around, onError, onViolation, onResponse, onRouter, onRoutes.'],
  [
    { hooks: [{ onRequests() {} }] },
    'APPLICATION_INVALID: `hooks` must be a list of objects with hooks, the option hooks; give objects with functions of the names onRequest, around, onError, onViolation, onResponse, onRouter, onRoutes.'
  ],
  [{ hooks: [{ onRequest: 5 }] }, 'APPLICATION_INVALID: `hooks` must be a list of objects with hooks, the option hooks; give objects with functions of the names onRequest, around, onError, onViolation, onResponse, onRouter, onRoutes.'],
  [{ securitySchemes: 5 }, 'SECURITY_INVALID: it must be an object, the option securitySchemes; write securitySchemes: { bearer: bearerScheme({ … }) }.'],
  [{ securitySchemes: { 'a b': bearerScheme({ authenticate: work }) } }, 'SECURITY_INVALID: no scheme can have the name "a b", the option securitySchemes; use letters, digits and . _ -.'],
  [{ securitySchemes: { a: 5 } }, "SECURITY_INVALID: 'a' is not a security scheme, the option securitySchemes; write a: bearerScheme({ … }), or one of the other schemes."],
  [{ securitySchemes: { a: { type: 'http', scheme: 'bearer' } } }, "SECURITY_INVALID: 'a' is not a security scheme, the option securitySchemes; write a: bearerScheme({ … }), or one of the other schemes."],
  [{ security: 'nothing' }, "SECURITY_INVALID: `security` must be a list, the option security; write security: ['bearer'], or [] for nothing."],
  [{ security: ['nothing'] }, 'SECURITY_INVALID: there is no security scheme "nothing", the option security; declare it: securitySchemes: { nothing: … }.'],
  [{ middleware: work }, 'APPLICATION_INVALID: `middleware` must be a list of functions, the application; write middleware: [first, second].'],
  [{ middleware: [5] }, 'MIDDLEWARE_INVALID: 5 is not middleware, the option middleware; give functions (ctx, next) => …, and wrap Express-style functions (req, res, next) in connect(…).'],
  [{ interceptors: work }, 'APPLICATION_INVALID: `interceptors` must be a list of functions, the application; write interceptors: [(value, ctx) => …].'],
  [{ interceptors: [5] }, 'MIDDLEWARE_INVALID: 5 is not an interceptor, the option interceptors; give functions (value, ctx) => ….'],
  [{ controllers: Shop }, 'APPLICATION_INVALID: `controllers` must be a list of classes, the application; write controllers: [ItemController].'],
  [{ controllers: [5] }, 'CONTROLLER_INVALID: 5 is not a class, the list of controllers; list the controller classes themselves.'],
  [
    { controllers: [Shop] },
    'CONTROLLER_INVALID: the class has no @Controller, Shop; decorate it with @Controller(); if it is decorated, its decorators did not run: set "experimentalDecorators": true in the tsconfig.json that your compiler or Vite reads.'
  ],
  [{ prefix: 5 }, "APPLICATION_INVALID: `prefix` must be a text, the application; write prefix: '/api'."],
  [{ prefix: 'api' }, 'PATH_INVALID: the path "api" does not start with a slash, the option prefix; write "/api".'],
  [{ prefix: '/{' }, 'PATH_INVALID: the path "/{" has a brace that is not closed, the option prefix; close the parameter with "}".'],
  [{ documents: {} }, "APPLICATION_INVALID: `documents` must be a list of objects with a `path`, the application; write documents: [{ path: '/openapi/public.json', include: ({ tags }) => tags.includes('public') }]."],
  [{ documents: [{}] }, "APPLICATION_INVALID: `documents` must be a list of objects with a `path`, the application; write documents: [{ path: '/openapi/public.json', include: ({ tags }) => tags.includes('public') }]."],
  [{ spec: 5 }, `PATH_INVALID: the path of the document, 5, must start with "/" and have no parameters, the option spec; write it like '/openapi.json'.`],
  [{ spec: 'openapi.json' }, `PATH_INVALID: the path of the document, "openapi.json", must start with "/" and have no parameters, the option spec; write it like '/openapi.json'.`],
  [{ spec: [] }, `PATH_INVALID: the path of the document, "", must start with "/" and have no parameters, the option spec; write it like '/openapi.json'.`],
  [{ docs: '/docs' }, "APPLICATION_INVALID: `docs` shows the document at `spec`, which is not set, the application; add spec: '/openapi.json'."],
  [{ spec: '/o.json', docs: 5 }, "APPLICATION_INVALID: `docs` is neither a path nor options with a path, the application; write docs: '/docs', or docs: { path: '/docs', title: 'Orders' }."],
  [{ spec: '/o.json', docs: 'docs' }, 'PATH_INVALID: the path "docs" does not start with a slash, the option docs; write "/docs".'],
  [
    { spec: '/o.json', docs: '/o.json' },
    'ROUTE_DUPLICATE: two routes match the same requests, GET /o.json (the option spec) and GET /o.json (the option docs); change the path of one, or remove it.'
  ],
  [
    { spec: ['/o.json', '/o.json'] },
    'ROUTE_DUPLICATE: two routes match the same requests, GET /o.json (the option spec) and GET /o.json (the option spec); change the path of one, or remove it.'
  ],
  [{ container: {} }, 'APPLICATION_INVALID: the container has no method `get`, the application; give an object { get: (type) => instance }.'],
  [{ container: { get: 5 } }, 'APPLICATION_INVALID: the container has no method `get`, the application; give an object { get: (type) => instance }.'],
  [{ resources: {} }, 'APPLICATION_INVALID: `resources` must be a list of objects with a function `onStart` or `onClose`, the application; write resources: [{ onStart: () => pool.connect(), onClose: () => pool.end() }].'],
  [{ resources: [5] }, 'APPLICATION_INVALID: `resources` must be a list of objects with a function `onStart` or `onClose`, the application; write resources: [{ onStart: () => pool.connect(), onClose: () => pool.end() }].'],
  [{ resources: [{}] }, 'APPLICATION_INVALID: `resources` must be a list of objects with a function `onStart` or `onClose`, the application; write resources: [{ onStart: () => pool.connect(), onClose: () => pool.end() }].'],
  [{ resources: [{ onStart: 5 }] }, 'APPLICATION_INVALID: `resources` must be a list of objects with a function `onStart` or `onClose`, the application; write resources: [{ onStart: () => pool.connect(), onClose: () => pool.end() }].'],
  [{ onStart: 5 }, 'APPLICATION_INVALID: `onStart` and `onClose` must be functions, the application; write onClose: () => pool.end().'],
  [{ onClose: {} }, 'APPLICATION_INVALID: `onStart` and `onClose` must be functions, the application; write onClose: () => pool.end().'],
  [{ routes: [] }, 'APPLICATION_INVALID: `routes` must be a function, the application; write routes: (router) => { … }.'],
  [{ provide: {} }, 'APPLICATION_INVALID: provide is not a list, provide; write provide: [[Mailer, new Mailer()], [Store, () => connect(url)]].'],
  [{ provide: [5] }, 'APPLICATION_INVALID: it is not a pair, provide[0]; write provide: [[Mailer, new Mailer()], [Store, () => connect(url)]].'],
  [{ provide: [[Shop]] }, 'APPLICATION_INVALID: it is not a pair, provide[0]; write provide: [[Mailer, new Mailer()], [Store, () => connect(url)]].'],
  [{ provide: [[Shop, new Shop(), {}]] }, 'APPLICATION_INVALID: it is not a pair, provide[0]; write provide: [[Mailer, new Mailer()], [Store, () => connect(url)]].'],
  [{ provide: [[5, 5]] }, 'APPLICATION_INVALID: its first member is not a class, provide[0]; write provide: [[Mailer, new Mailer()], [Store, () => connect(url)]].'],
  [{ provide: [[Shop, 5]] }, 'APPLICATION_INVALID: it gives 5 for Shop, provide[0]; write provide: [[Mailer, new Mailer()], [Store, () => connect(url)]].'],
  [{ health: 'on' }, 'APPLICATION_INVALID: `health` must be a boolean or an object, the application; write health: true.'],
  [{ health: { checks: { a: 5 } } }, 'APPLICATION_INVALID: `health.checks` must be an object of functions, the application; write checks: { database: () => pool.ping() }.'],
  [{ health: { timeout: 0 } }, 'APPLICATION_INVALID: `health.timeout` must be a whole number of milliseconds above 0, the application; write timeout: 800.'],
  [{ health: { livez: 'x' } }, 'PATH_INVALID: the path "x" does not start with a slash, health.livez; write "/x".'],
  [
    { health: { livez: '/a', readyz: '/a' } },
    'ROUTE_DUPLICATE: two routes match the same requests, GET /a (health.livez) and GET /a (health.readyz); change the path of one, or remove it.'
  ],
  [{ health: { live: '/x' } }, "OPTION_UNKNOWN: there is no option 'live' (did you mean 'livez'?), the option health; correct its name or remove it."],
  [{ webhooks: 5 }, 'DOCUMENT_INVALID: webhooks is not a list of webhooks, the options of the application; write webhooks: [defineWebhook(StockWebhooks)].'],
  [{ webhooks: [Shop] }, 'CONTROLLER_INVALID: the class has no @Controller, Shop; decorate it with @Controller().'],
  [{ versioning: 5 }, "VERSION_INVALID: it does not say by what requests name a version, the option versioning; write { by: 'path' }, { by: 'header' } or { by: 'mediaType', type: …, default: '1' }."],
  [{ server: { headersTimeout: -1 } }, 'APPLICATION_INVALID: headersTimeout is -1, the option headersTimeout; give a whole number, 0 or more.'],
  [{ server: { requestTimeout: 'x' } }, 'APPLICATION_INVALID: requestTimeout is x, the option requestTimeout; give a whole number, 0 or more.'],
  [{ server: { connectionsCheckingInterval: 0 } }, 'APPLICATION_INVALID: connectionsCheckingInterval is 0, the option connectionsCheckingInterval; give a whole number above 0.'],
  [{ server: { maxHeaderSize: 0 } }, 'APPLICATION_INVALID: maxHeaderSize is 0, the option maxHeaderSize; give a whole number above 0.'],
  [{ server: { headersTimeout: 5_001, requestTimeout: 5_000 } }, 'APPLICATION_INVALID: headersTimeout is 5001, the option headersTimeout; give at most requestTimeout, which is 5000.'],
  [{ titel: 'x' }, "OPTION_UNKNOWN: there is no option 'titel' (did you mean 'title'?), the application; correct its name or remove it."],
  [{ errors: { format: work } }, 'APPLICATION_INVALID: it has format and no body, the option errors; name the type that format returns: body: ApiError.'],
  [{ errors: { map: {} } }, 'APPLICATION_INVALID: its map is neither a function nor a list of classes with a function each, the option errors; write map: [[EntityNotFound, (error) => new NotFound(error.message)]], or a function.'],
  [{ trustProxy: null }, "APPLICATION_INVALID: trustProxy is null, the option trustProxy; give addresses, networks such as '10.0.0.0/8', or the names 'loopback', 'linklocal' and 'uniquelocal', or false."],
  [{ trustProxy: { hops: 1 } }, "APPLICATION_INVALID: trustProxy counts hops from anywhere, the option trustProxy; add from: addresses, networks such as '10.0.0.0/8', or the names 'loopback', 'linklocal' and 'uniquelocal'; or from: 'any' where no client can get around the proxies."],
  [{ trustedPatterns: [5] }, 'APPLICATION_INVALID: trustedPatterns holds 5, the option trustedPatterns; give a list of regular expressions, or of their sources.'],
  [{ server: { keepAliveTimeout: -1 } }, 'APPLICATION_INVALID: keepAliveTimeout is -1, the option keepAliveTimeout; give a whole number, 0 or more.'],
  [{ provide: [[Shop, null]] }, 'APPLICATION_INVALID: it gives null for Shop, provide[0]; write provide: [[Mailer, new Mailer()], [Store, () => connect(url)]].'],
  [{ provide: [[Shop, () => null]] }, 'APPLICATION_INVALID: the provider of Shop gives null, provide; return an instance.'],
  [{ provide: [[Shop, () => { throw new Error('no connection') }]] }, 'APPLICATION_INVALID: providing Shop failed: no connection, provide; see the cause of this error.'],
  [{ middleware: [null] }, 'MIDDLEWARE_INVALID: null is not middleware, the option middleware; give functions (ctx, next) => …, and wrap Express-style functions (req, res, next) in connect(…).'],
  [{ documents: [{ path: '/a.json', apiVersion: 5 }] }, 'DOCUMENT_INVALID: apiVersion is not a string, the option documents[0]; make apiVersion a non-empty string.']
]

/** What a router rejects, and why; § is the place in the source. */
// biome-ignore format: one row a line
const CALLS: readonly (readonly [call: (router: Loose) => unknown, message: string])[] = [
  [
    (router) => router.get('/a', undefined),
    'ROUTE_HANDLER_INVALID: its handler is undefined, GET /a (§); give a function.'
  ],
  [(router) => router.getFunc('/a', 5), 'ROUTE_HANDLER_INVALID: its handler is 5, GET /a (§); give a function.'],
  [(router) => router.use(5), 'MIDDLEWARE_INVALID: 5 is not middleware, use at §; give functions (ctx, next) => …, and wrap Express-style functions (req, res, next) in connect(…).'],
  [(router) => router.group('/a/'), 'PATH_INVALID: the prefix "/a/" ends in a slash, §; end it with a segment, as in "/api".'],
  [(router) => router.group('/a', 5), 'MIDDLEWARE_INVALID: 5 is not middleware, group("/a") at §; give functions (ctx, next) => …, and wrap Express-style functions (req, res, next) in connect(…).'],
  [(router) => router.static('/a', '/there/is/none'), 'ROUTE_OPTIONS_INVALID: there is no folder "/there/is/none", static("/a"); give the path of a folder; an absolute one is surest.'],
  [(router) => router.static('/a', '/tmp', { index: 5 }), `ROUTE_OPTIONS_INVALID: index must be the name of a file, static("/a"); write index: 'index.html', or false.`],
  [
    (router) => router.getFunc('/a', work).getFunc('/a', work).freeze(),
    'ROUTE_DUPLICATE: two routes match the same requests, GET /a (§) and GET /a (§); change the path of one, or remove it.'
  ],
  [
    (router) => router.getFunc('/{a:.+}', work).getFunc('/{b:.+}', work).freeze(),
    'ROUTE_DUPLICATE: two routes match the same requests, GET /{a:.+} (§) and GET /{b:.+} (§); change the path of one, or remove it.'
  ],
  [(router) => router.serveOpenAPISpec('openapi.json', { title: 'a', version: '1' }), `PATH_INVALID: the path of the document, "openapi.json", must start with "/" and have no parameters, serveOpenAPISpec; write it like '/openapi.json'.`]
]

/** Paths of routes, and what is wrong with them. */
// biome-ignore format: one row a line
const PATHS: readonly (readonly [path: string, message: string])[] = [
  ['', 'PATH_INVALID: the path "" does not start with a slash, Items.show; write "/".'],
  ['items', 'PATH_INVALID: the path "items" does not start with a slash, Items.show; write "/items".'],
  ['/items//a', 'PATH_INVALID: the path "/items//a" has an empty segment, Items.show; write one slash between two segments.'],
  ['/{', 'PATH_INVALID: the path "/{" has a brace that is not closed, Items.show; close the parameter with "}".'],
  ['/{}', 'PATH_INVALID: the path "/{}" has a parameter without a name, Items.show; give it one, as in "{id}".'],
  ['/{a}{b}', 'PATH_INVALID: the path "/{a}{b}" mixes a parameter with other text in "{a}{b}", Items.show; let the parameter fill the segment, as in "/files/{name}".'],
  ['/{a}/{a}', 'PATH_INVALID: the path "/{a}/{a}" has two parameters named "a", Items.show; give each its own name.'],
  ['/{1a}', 'PATH_INVALID: the path "/{1a}" names a parameter "1a", Items.show; start the name with a letter or an underscore and go on with letters, digits, "_", "-" and ".".'],
  ['/a}', 'PATH_INVALID: the path "/a}" has a "}" without "{", Items.show; open the parameter with "{"; a literal "}" is written %7D.'],
  ['/a?b', 'PATH_INVALID: the path "/a?b" contains "?", Items.show; leave the query out; a literal "?" is written %3F and a "#" %23.'],
  ['/a#b', 'PATH_INVALID: the path "/a#b" contains "#", Items.show; leave the query out; a literal "?" is written %3F and a "#" %23.'],
  ['/%zz', 'PATH_INVALID: the path "/%zz" has a broken percent sequence or character in "%zz", Items.show; write a literal "%" as %25.'],
  ['/..', 'PATH_INVALID: the path "/.." has a ".." segment, which no client sends, Items.show; leave it out.'],
  ['/{a:(a+)+}', 'PATH_REGEX_UNSAFE: the regular expression "(a+)+" in the path "/{a:(a+)+}" can backtrack catastrophically, Items.show; let no two repeated parts of it match the same text, as in "[^-]+-.+" instead of ".+-.+".']
]

const messagesOf = async (options: unknown) =>
  (await setupErrorsOf([], options as Partial<ApplicationOptions>)).map(({ message }) => message)

describe('An application does not start', () => {
  for (const [options, message] of WRONG) {
    it(`with ${inspect(options, { breakLength: Number.POSITIVE_INFINITY, depth: 2 })}: ${message.split(',')[0]}`, async () => {
      expect(await messagesOf(options)).to.deep.equal([message])
    })
  }

  it('and says everything that is wrong with its options at once', async () => {
    expect(await messagesOf({ title: '', servers: [{ url: '' }], bodyLimit: -1, titel: 'x' })).to.have.members([
      "OPTION_UNKNOWN: there is no option 'titel' (did you mean 'title'?), the application; correct its name or remove it.",
      'APPLICATION_INVALID: bodyLimit is -1, the option bodyLimit; give a whole number of bytes, 0 or more.',
      'DOCUMENT_INVALID: title is empty, the options of the application; make title a non-empty string.',
      'DOCUMENT_INVALID: servers[0].url is empty, the options of the application; make servers[0].url a non-empty string.'
    ])
  })

  it('that is not one', async () => {
    const notOne = 'bootstrap was not given an Application, the application; write bootstrap(new Application({ … })).'
    const noOptions =
      'the application has no options, the application; write new Application({ title, version, controllers }).'
    const values: readonly (readonly [unknown, string])[] = [
      ...[undefined, null, 5, { title: 'Shop' }, Object.create(null)].map((value) => [value, notOne] as const),
      ...[undefined, null, 5].map((options) => [new Application(options as never), noOptions] as const)
    ]
    for (const [value, message] of values) {
      const thrown = await bootstrap(value as Application).catch((error: unknown) => error)
      expect(thrown).to.be.instanceOf(BootstrapError)
      expect((thrown as BootstrapError).errors.map((error) => error.message)).to.deep.equal([
        `APPLICATION_INVALID: ${message}`
      ])
    }
  })

  it('that is of another copy of the package', async () => {
    const another = new (class Application {
      options = { title: 'Shop', version: '1.0.0' }
    })()
    const thrown = await bootstrap(another as never).catch((error: unknown) => error)
    expect((thrown as BootstrapError).errors[0]?.message).to.match(
      /^APPLICATION_INVALID: the application is of another copy of fieldstone than bootstrap, the application; install one version/
    )
  })
})

describe('A router rejects', () => {
  for (const [call, message] of CALLS) {
    it(String(call).replace(/^\(router\) => /, ''), () => {
      const messages = setupErrorsIn(() => call(new Router({ logger: false })))
      const places = /(?<=\(|, |at )(work at )?[\w/.-]+\.[jt]s:\d+/g
      expect(messages.map((each) => each.replace(places, '§'))).to.deep.equal([message])
    })
  }
})

describe('The path of a route', () => {
  for (const [path, message] of PATHS) {
    it(`cannot be ${JSON.stringify(path)}`, () => {
      const router = new Router({ logger: false })
      expect(() => router.add({ method: 'GET', path, handler: work, source: 'Items.show' }).freeze()).to.throw(message)
    })
  }
})
