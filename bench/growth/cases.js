import { RECORD_CASES } from './record-cases.js'
import { ROUTE_CASES } from './route-cases.js'
import { SERVICE_CASES } from './service-cases.js'

/** All kinds of input: `{ name, sizes, make }`, where `make(size)` makes what {@link leastCosts} measures. */
export const CASES = [...RECORD_CASES, ...SERVICE_CASES, ...ROUTE_CASES]
