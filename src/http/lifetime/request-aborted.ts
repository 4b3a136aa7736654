/** The client went away before its request was complete. No one is left to respond to, and nothing is wrong here. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted'

  constructor() {
    super('The client went away before its request was complete')
  }
}

/** The service stopped, and cut the connection before the request was answered. */
export class RequestCut extends RequestAborted {
  override readonly message = 'The service stopped before the request was answered'
}
