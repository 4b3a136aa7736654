import { type Context, Forbidden, type Middleware, type Router, Unauthorized } from '../../../src/index.js'
import { BookService } from './book-service.js'
import type { MistakeId } from './mistakes.js'
import type { Plan } from './plan.js'
import { CREDENTIALS } from './security.js'
import type { Store } from './store.js'

/** Middleware that is one of the mistakes; an honest application only passes through it. */
export function middlewareOf(plan: Plan, store: Store): Middleware {
  const mistakes: Partial<Record<MistakeId, Middleware>> = {
    'read-head-forbidden': (ctx, next) => {
      if (ctx.method === 'HEAD' && ctx.path.startsWith('/books/')) throw new Forbidden('The form has no token')
      return next()
    },
    'read-options-500': (ctx, next) => {
      if (ctx.method === 'OPTIONS' && ctx.path.startsWith('/books/')) (undefined as unknown as string).trim()
      return next()
    },
    'orders-anonymous': (ctx, next) => {
      if (ctx.path === '/orders' && ctx.method === 'GET') {
        ctx.request().headers.authorization ??= CREDENTIALS.reader.authorization
      }
      return next()
    },
    'order-basic-accepted': (ctx, next) => {
      const token = ctx.requestHeader('authorization')?.split(' ')[1]
      if (token !== undefined && ctx.path === '/orders') setAuthorization(ctx, `Bearer ${token}`)
      return next()
    },
    'order-token-in-query': (ctx, next) => {
      const token = ctx.query.get('access_token')
      if (token && ctx.path.startsWith('/orders/')) setAuthorization(ctx, `Bearer ${token}`)
      return next()
    },
    'order-login-redirect': async (ctx, next) => {
      try {
        await next()
      } catch (error) {
        if (!(error instanceof Unauthorized) || !ctx.path.startsWith('/orders/')) throw error
        ctx.redirect('/login')
      }
    },
    'user-no-challenge': async (ctx, next) => {
      try {
        await next()
      } catch (error) {
        if (!(error instanceof Unauthorized) || !ctx.path.startsWith('/users/')) throw error
        ctx.jsonError(401, error.detail)
      }
    },
    'export-cached': (ctx, next) => {
      const csv = store.memory.get('csv')
      if (ctx.path !== '/exports/books' || typeof csv !== 'string') return next()
      return ctx.send(200, 'text/csv', csv)
    }
  }
  return (ctx, next) => {
    const mistaken = plan.mistake === undefined ? undefined : mistakes[plan.mistake]
    return mistaken === undefined ? next() : mistaken(ctx, next)
  }
}

function setAuthorization(ctx: Context, value: string): void {
  ctx.request().headers.authorization = value
}

/** The mistakes of `addRoutes`, which are made when the service starts. */
export const ADDS_ROUTES: readonly MistakeId[] = [
  'authors-hidden-delete',
  'read-post-updates',
  'unknown-path-200',
  'allow-fixed'
]

/** Routes that only mistakes have, and that the document does not mention. */
export function addRoutes(router: Router, plan: Plan, store: Store): void {
  if (plan.has('authors-hidden-delete')) {
    router.deleteFunc('/authors', () => store.authors.clear(), { hidden: true })
  }
  if (plan.has('read-post-updates')) {
    const books = new BookService(store, plan)
    router.postFunc('/books/{id}', (ctx) => books.patch(Number(ctx.urlParam('id')), {} as never), { hidden: true })
  }
  if (plan.has('unknown-path-200')) router.notFound((ctx) => ctx.html(200, '<!doctype html><title>Books</title>'))
  if (plan.has('allow-fixed')) {
    router.methodNotAllowed((ctx) => {
      ctx.header('allow', 'GET, POST')
      ctx.jsonError(405, 'The method is not allowed')
    })
  }
}
