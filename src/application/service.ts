import { SetupError } from '../errors.js'
import { type InjectRequest, type InjectResponse, inject } from '../http/inject.js'
import {
  type CloseOptions,
  HttpServer,
  type ListenAddress,
  type ListenOptions,
  type RequestHandler
} from '../http/server.js'
import type { OpenAPIDocument } from '../openapi/document.js'
import type { Router } from '../openapi/router.js'

/** A running application, or one that can run at any moment: what `bootstrap` answers. */
export class Service {
  readonly router: Router
  /** The published document. */
  readonly document: OpenAPIDocument
  /**
   * Answers a request; never throws. For a server of your own: `http.createServer(service.handler)`,
   * `express().use('/api', service.handler)`.
   */
  readonly handler: RequestHandler
  readonly #injectHandler: RequestHandler
  #server: HttpServer | undefined = undefined

  /** Made by `bootstrap`. */
  constructor(router: Router, document: OpenAPIDocument, injectHandler: RequestHandler) {
    this.router = router
    this.document = document
    this.handler = router.handler
    this.#injectHandler = injectHandler
  }

  /**
   * Starts listening.
   *
   * @throws SetupError LISTEN_FAILED when the port is taken or not allowed, or when the service listens already.
   *
   * @example const { url } = await service.listen({ port: 0, host: '127.0.0.1' })
   */
  async listen(options: ListenOptions = {}): Promise<ListenAddress> {
    if (this.#server !== undefined) {
      throw new SetupError('LISTEN_FAILED', 'the service listens already', 'service.listen', 'close it first')
    }
    const server = new HttpServer(this.handler, this.router.settings.logger)
    this.#server = server
    try {
      return await server.listen(options)
    } catch (error) {
      this.#server = undefined
      throw error
    }
  }

  /**
   * Stops: no new connections, requests in flight are finished, at the deadline what is left is cut. Then it can
   * listen again. Without a listening server it does nothing; while it stops already, it waits for that.
   */
  async close(options: CloseOptions = {}): Promise<void> {
    const server = this.#server
    if (server === undefined) return
    await server.close(options)
    if (this.#server === server) this.#server = undefined
  }

  /**
   * Runs a request in-process, without a socket: for specs. Unless the application sets `responseChecks`, an answer
   * that the document does not promise is a 500 here, and the log tells what is wrong with it.
   *
   * @example const { statusCode, json } = await service.inject({ method: 'POST', url: '/data', body: { name: 'x' } })
   */
  inject(request: InjectRequest | string): Promise<InjectResponse> {
    return inject(this.#injectHandler, request)
  }
}
