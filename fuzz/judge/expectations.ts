/** The statuses of routes that are made to fail, by template: no other answer may be a 5xx. */
export const FAILING: Readonly<Record<string, readonly number[]>> = {
  '/failing': [500],
  '/rejecting': [500],
  '/unsendable': [500],
  '/stuck': [503]
}

/** Routes that cut their answers. */
export const CUTTING: readonly string[] = ['/half', '/cut']

/** The statuses with which the framework and the handlers of the target answer on purpose, once a route is found. */
export const ROUTE_STATUSES: readonly number[] = [400, 401, 403, 404, 405, 406, 408, 412, 413, 415, 416]
