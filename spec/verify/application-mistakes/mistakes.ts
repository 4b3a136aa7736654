import { DELETING, PATCHING, READING, REPLACING } from './mistakes/changing-books.js'
import { AUTHORS, COVERS, REVIEWS } from './mistakes/covers-reviews-authors.js'
import { CREATING, LISTING } from './mistakes/finding-and-adding-books.js'
import type { Mistake } from './mistakes/mistake.js'
import { ORDERS, PLACING } from './mistakes/orders.js'
import { DESK, GREETING, USERS } from './mistakes/users-and-desk.js'

/** All mistakes; `makeApplication` makes the application with one of them, by its `id`. */
export const MISTAKES = [
  ...[...LISTING, ...CREATING, ...READING, ...REPLACING, ...PATCHING, ...DELETING],
  ...[...COVERS, ...REVIEWS, ...AUTHORS, ...PLACING, ...ORDERS, ...USERS, ...GREETING, ...DESK]
] satisfies readonly Mistake[]

export type MistakeId = (typeof MISTAKES)[number]['id']
