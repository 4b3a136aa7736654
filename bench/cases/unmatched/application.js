import { subjectsIn } from '../subjects.js'

/** Servers of a few routes, so that the path that has none is looked for among others. */
export const subjects = subjectsIn('unmatched')

/** The body of an error response, which all subjects send as `application/problem+json`. */
export const problem = (status, title, detail) => ({ type: 'about:blank', title, status, detail })
