import compression from 'compression'
import cors from 'cors'
import session from 'express-session'
import {
  Application,
  apiKeyScheme,
  basicScheme,
  bearerScheme,
  connect,
  type Logger,
  type Middleware,
  oauth2Scheme,
  openIdConnectScheme
} from 'fieldstone'
import { prometheus } from 'fieldstone/prometheus'
import helmet from 'helmet'
import { BoundController } from './controller.js'
import { echo } from './echo.js'
import { BODY_LIMIT, HANDLER_TIMEOUT, SERVER_LIMITS } from './limits.js'
import { addRoutes } from './routes.js'

export interface TargetOptions {
  /** Where uploads are kept meanwhile. */
  readonly uploads: string
  /** The folder that is served. */
  readonly files: string
  readonly logger: Logger
  /** Whether the middleware of others is around everything. */
  readonly isLayered: boolean
  /** Whether nothing of the application uses Node's messages, as far as its routes do not. */
  readonly isDirect?: boolean
}

const isKey = (key: string): boolean => key === 'k1'
const isToken = (token: string): { readonly scopes: readonly string[] } | false =>
  token === 't1' ? { scopes: ['read'] } : token === 't2' ? { scopes: ['read', 'write'] } : false
const scopesOf = ({ scopes }: { readonly scopes: readonly string[] }): readonly string[] => scopes

/** An application in which everything is on that a request can meet. */
export function targetApplication({ uploads, files, logger, isLayered, isDirect = false }: TargetOptions): Application {
  return new Application({
    title: 'Fuzz target',
    version: '1.0.0',
    controllers: [BoundController],
    spec: '/openapi.json',
    docs: '/docs',
    health: { checks: { always: () => true } },
    server: SERVER_LIMITS,
    handlerTimeout: HANDLER_TIMEOUT,
    bodyLimit: BODY_LIMIT,
    uploads: { folder: uploads, fileSize: 4_096, requestSize: 16_384, files: 4, fields: 20, parts: 24 },
    logger,
    accessLog: true,
    trustProxy: 'loopback',
    responseChecks: 'report',
    hooks: [isDirect ? { onRequest: echo.onRequest } : echo, prometheus({ processMetrics: false })],
    middleware: isLayered ? layers() : [],
    securitySchemes: {
      header: apiKeyScheme({ in: 'header', name: 'x-api-key', authenticate: isKey }),
      query: apiKeyScheme({ in: 'query', name: 'key', authenticate: isKey }),
      cookie: apiKeyScheme({ in: 'cookie', name: 'key', authenticate: isKey }),
      basic: basicScheme({ authenticate: (user, password) => user === 'ada' && password === 'pässword' }),
      bearer: bearerScheme({
        authenticate: isToken,
        scopes: ['read', 'write'],
        scopesOf
      }),
      login: oauth2Scheme({
        authenticate: isToken,
        flows: { clientCredentials: { tokenUrl: '/token', scopes: { read: 'Reads' } } },
        scopesOf
      }),
      identity: openIdConnectScheme({
        url: 'https://login.example/.well-known/openid-configuration',
        authenticate: isToken
      })
    },
    routes: (router) => addRoutes(router, files)
  })
}

function layers(): Middleware[] {
  return [
    connect(helmet()),
    connect(cors({ origin: true, credentials: true })),
    connect(compression({ threshold: 500 })),
    connect(session({ secret: 'fuzz', resave: false, saveUninitialized: false })),
    async (_ctx, next) => {
      await next()
    }
  ]
}
