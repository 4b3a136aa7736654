import { Application, DefaultContainer, type HttpOptions } from '../../../src/index.js'
import { AuthorController } from './author-controller.js'
import { BookController } from './book-controller.js'
import { BookService } from './book-service.js'
import { CoverController } from './cover-controller.js'
import { DeskController } from './desk-controller.js'
import { addRoutes, middlewareOf } from './middleware.js'
import { MISTAKES, type MistakeId } from './mistakes.js'
import { OrderController } from './order-controller.js'
import { Plan } from './plan.js'
import { ReviewController } from './review-controller.js'
import { CREDENTIALS, securitySchemesOf } from './security.js'
import { Store } from './store.js'
import { UserController } from './user-controller.js'

export interface MadeApplication {
  readonly application: Application
  /** Restores the data: three authors, three books, reviews, a cover, an order and three users. */
  readonly reset: () => void
  /** Headers of a client of each role; those of `admin` contain the key of the export. */
  readonly credentials: typeof CREDENTIALS
  readonly plan: Plan
}

/** A bookshop: honest, or with one of the mistakes. Each has its own data. */
export function makeApplication(mistake?: string, options: HttpOptions = {}): MadeApplication {
  const known = MISTAKES.some(({ id }) => id === mistake)
  if (mistake !== undefined && !known) throw new Error(`There is no mistake ${mistake}`)
  const plan = new Plan()
  plan.mistake = mistake as MistakeId | undefined
  const store = new Store()
  const application = new Application({
    title: 'A bookshop',
    version: '1.0.0',
    controllers: [
      ...[BookController, CoverController, ReviewController, AuthorController],
      ...[OrderController, UserController, DeskController]
    ],
    container: new DefaultContainer().set(Plan, plan).set(Store, store).set(BookService, new BookService(store, plan)),
    middleware: [middlewareOf(plan, store)],
    routes: (router) => addRoutes(router, plan, store),
    securitySchemes: securitySchemesOf(plan),
    logger: false,
    ...options
  })
  return { application, reset: () => store.reset(), credentials: CREDENTIALS, plan }
}
