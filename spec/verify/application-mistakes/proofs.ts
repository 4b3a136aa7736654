import type { MistakeId } from './mistakes.js'
import {
  author,
  COURIER,
  cancel,
  chapter,
  cover,
  create,
  feedback,
  get,
  getAs,
  JPEG,
  LETTER,
  LINE,
  manuscript,
  order,
  patch,
  readMissing,
  readOrder,
  remove,
  replace,
  review,
  type Step,
  send,
  signUp,
  tagOf,
  upload
} from './requests.js'
import { CREDENTIALS } from './security.js'
import { SEEDED_ORDER } from './store.js'

const BOOKS: Partial<Record<MistakeId, readonly Step[]>> = {
  'list-genre-ignored-beside-author': [get('/books?authorId=1&genre=science')],
  'list-false-is-absent': [get('/books?inPrint=false')],
  'list-pages-overlap': [get('/books?pageSize=1&page=2')],
  'list-capped-at-10': [
    // One after another: those that are sent at once may get their ids in any order.
    ...Array.from({ length: 9 }, (_, index) => create({ isbn: `978000000000${index}` })),
    get('/books?pageSize=50')
  ],
  'list-total-of-page': [get('/books?pageSize=1')],
  'list-total-counts-deleted': [remove(), get('/books')],
  'list-price-sorted-as-text': [get('/books?sort=price')],
  'list-order-unstable': [get('/books'), get('/books')],
  'list-one-too-many': [get('/books?pageSize=1')],
  'list-from-cache': [get('/books'), patch(), get('/books')],
  'list-only-first-tag': [get('/books?tag=classic&tag=love')],
  'list-tag-split-at-comma': [create({ tags: ['a,b'] }), get('/books?tag=a%2Cb')],
  'list-prices-rounded': [get('/books')],
  'list-slow-for-long-search': [get(`/books?q=${'a'.repeat(31)}`)],
  'list-day-itself-excluded': [get('/books?publishedFrom=1859-11-24')],
  'list-null-when-empty': [get('/books?q=nothing')],
  'list-404-after-last-page': [get('/books?page=9')],
  'list-search-as-regex': [get('/books?q=(')],
  'list-default-differs': [get('/books')],
  'list-total-as-text': [get('/books?genre=science')],
  'list-size-50-rejected': [get('/books?pageSize=50')],

  'create-free-book-rejected': [create({ price: 0 })],
  'create-title-trimmed': [create({ title: ' A book ' })],
  'create-title-counted-in-units': [create({ title: '😀'.repeat(61) })],
  'create-duplicate-500': [create(), create()],
  'create-redirects': [create()],
  'create-html-escaped': [create({ title: 'Pride & Prejudice' })],
  'create-boolean-as-number': [create()],
  'create-surrogate-500': [create({ title: '\ud800' })],
  'create-null-character-500': [create({ title: 'a\0b' })],
  'create-wrong-location': [create()],
  'create-false-becomes-true': [create({ inPrint: false })],
  'create-future-rejected': [create({ publishedOn: '2031-01-01' })],
  'create-empty-map-as-list': [create({ translations: {} })],

  'read-deleted': [remove(), get('/books/1')],
  'read-deleted-410': [remove(), get('/books/1')],
  'read-big-id-500': [get('/books/3000000000')],
  'read-price-as-text-after-patch': [patch(), get('/books/1')],
  'read-unrated-as-zero': [get('/books/3')],
  'read-tag-ignored': [get('/books/1'), (seen) => get('/books/1', { 'if-none-match': tagOf(seen) })],
  'read-tag-never-changes': [
    get('/books/1'),
    patch(),
    (seen) => get('/books/1', { 'if-none-match': tagOf(seen.slice(0, 1)) })
  ],
  'read-304-for-any-tag': [get('/books/1', { 'if-none-match': '"other"' })],
  'read-changes-state': [get('/books/1'), get('/books/1')],
  'read-head-forbidden': [send('stranger', 'HEAD /books/1')],
  'read-options-500': [send('stranger', 'OPTIONS /books/1')],
  'read-post-updates': [send('writer', 'POST /books/1', { pages: 7 })],

  'replace-no-tags-rejected': [replace({ tags: [] })],
  'replace-price-rounded': [replace()],
  'replace-tags-sorted': [replace()],
  'replace-recreates-deleted': [remove(), replace()],
  'replace-pages-ignored': [replace()],
  'replace-loses-cover': [replace(), get('/books/1/cover')],
  'replace-appends-tags': [replace()],
  'replace-day-as-moment': [replace()],
  'replace-if-match-ignored': [replace({}, { 'if-match': '"other"' })],
  'replace-title-in-header': [replace({ title: 'Two\nlines' })],
  'replace-response-incomplete': [replace()],

  'patch-null-keeps': [patch({ subtitle: 'A novel' }), patch({ subtitle: null })],
  'patch-clears-absent': [patch({ price: 3 })],
  'patch-not-saved': [patch(), get('/books/1')],
  'patch-changes-neighbor': [patch(), get('/books/2')],
  'patch-undocumented-state': [patch()],
  'patch-time-not-set': [patch()],
  'patch-empty-rejected': [patch({})],

  'delete-twice-500': [remove(), remove()],
  'delete-with-body': [remove()],
  'delete-by-reader': [send('reader', 'DELETE /books/1')],
  'delete-count-kept': [remove(), get('/authors/1')],
  'delete-reviews-kept': [remove(), get('/books/1/reviews')]
}

const PARTS_OF_BOOKS: Partial<Record<MistakeId, readonly Step[]>> = {
  'cover-empty-500': [cover(Buffer.alloc(0))],
  'cover-any-type': [cover(JPEG, 'text/html')],
  'cover-maximum-rejected': [cover(Buffer.alloc(2048))],
  'cover-corrupted': [cover(JPEG), get('/books/2/cover')],
  'cover-always-png': [cover(JPEG), get('/books/2/cover')],
  'cover-last-part-wins': [
    upload(
      'writer',
      'PUT /books/2/cover',
      { name: 'image', filename: 'a.jpg', type: 'image/jpeg', bytes: JPEG },
      { name: 'image', filename: 'b.jpg', type: 'image/jpeg', bytes: JPEG }
    )
  ],

  'reviews-single-as-object': [get('/books/2/reviews')],
  'reviews-no-book-500': [get('/books/9/reviews')],
  'reviews-no-book-empty': [get('/books/9/reviews')],
  'review-snake-case': [review('Good')],
  'reviews-epoch': [get('/books/1/reviews')],
  'review-cut-at-255': [review('a'.repeat(256))],
  'review-long-500': [review('a'.repeat(1001))],
  'review-loses-emoji': [review('Good 😀')],
  'review-of-other-book': [get('/books/2/reviews/1')]
}

const AUTHORS: Partial<Record<MistakeId, readonly Step[]>> = {
  'author-created-200': [author()],
  'author-ascii-only': [author({ name: 'Émile Zola' })],
  'author-scope-unchecked': [send('reader', 'POST /authors', { name: 'Me', bornOn: null })],
  'author-unreadable': [author(), get('/authors/4')],
  'author-id-reused': [author(), send('admin', 'DELETE /authors/3'), author({ name: 'Mary Shelley' }), get('/authors')],
  'author-same-id': [[author(), author({ name: 'Mary Shelley' })]],
  'author-homepage-null': [get('/authors/2')],
  'author-missing-as-null': [get('/authors/9')],
  'authors-local-dates': [get('/authors')],
  'author-delete-cascades': [send('admin', 'DELETE /authors/1'), get('/books/1')],
  'author-leap-day-rejected': [author({ bornOn: '1996-02-29' })],
  'authors-cached-at-start': [get('/authors'), author(), get('/authors')],
  'authors-hidden-delete': [send('stranger', 'DELETE /authors')],
  'allow-fixed': [send('stranger', 'DELETE /latest')],
  'unknown-path-200': [get('/nowhere')]
}

const ORDERS: Partial<Record<MistakeId, readonly Step[]>> = {
  'order-hundred-rejected': [order({ lines: [{ bookId: 1, quantity: 100 }] })],
  'order-total-imprecise': [order({ lines: [{ bookId: 3, quantity: 3 }] })],
  'order-total-negative': [order({ lines: [{ bookId: 1, quantity: 1 }], coupon: 'GIFT20' })],
  'order-pickup-500': [order({ delivery: { kind: 'pickup', shop: 'north' } })],
  'order-no-addition-500': [order({ delivery: { kind: 'courier', address: { street: 'A', town: 'B' } } })],
  'order-null-coupon-500': [order({ coupon: null })],
  'order-label-constructor-500': [order({ labels: { constructor: 'x' } })],
  'order-label-proto-lost': [
    send(
      'reader',
      'POST /orders',
      `{"lines":[{"bookId":1,"quantity":1}],"delivery":${JSON.stringify(COURIER)},"labels":{"__proto__":"x"}}`
    )
  ],
  'order-lines-cut': [order({ lines: Array.from({ length: 11 }, () => LINE) })],
  'order-local-time': [order({ deliverBy: '2026-02-01T12:00:00+02:00' })],
  'order-basic-accepted': [order({}, { authorization: CREDENTIALS.reader.authorization.replace('Bearer', 'Basic') })],
  'order-problem-status': [order({ lines: [{ bookId: 99, quantity: 1 }] })],
  'order-rejected-but-stored': [order({ lines: [LINE, { bookId: 99, quantity: 1 }] }), send('reader', 'GET /orders')],
  'order-header-case': [order({}, { 'x-currency': 'CHF' })],

  'orders-without-zone': [send('admin', 'GET /orders')],
  'orders-period-undecoded': [send('admin', 'GET /orders?placed%5Bfrom%5D=2026-01-06')],
  'orders-anonymous': [get('/orders')],
  'order-status-upper-case': [cancel],
  'order-cancelled-202': [cancel],
  'order-cancelled-empty': [cancel],
  'order-cancel-hangs': [cancel, cancel],
  'order-conflict-no-problem': [cancel, cancel],
  'order-cancelled-lacks-total': [cancel, readOrder],
  'order-lacks-kind': [readOrder],
  'order-title-null': [remove(3), readOrder],
  'order-404-as-html': [readMissing],
  'order-missing-200': [readMissing],
  'order-id-case': [send('admin', `GET /orders/${SEEDED_ORDER.toUpperCase()}`)],
  'order-of-others': [send('reader', `GET /orders/${SEEDED_ORDER}`)],
  'order-stack-shown': [readMissing],
  'order-internal-id': [readOrder],
  'order-login-redirect': [get(`/orders/${SEEDED_ORDER}`)],
  'order-token-in-query': [get(`/orders/${SEEDED_ORDER}?access_token=${CREDENTIALS.admin.authorization.slice(7)}`)]
}

const PEOPLE: Partial<Record<MistakeId, readonly Step[]>> = {
  'user-password-shown': [send('reader', 'GET /users/ada')],
  'user-hash-shown': [signUp()],
  'user-name-lower-cased': [signUp()],
  'user-duplicate-accepted': [signUp(), signUp()],
  'user-duplicate-400': [signUp(), signUp()],
  'user-race-500': [[signUp(), signUp()]],
  'user-created-on': [signUp()],
  'user-created-now': [send('reader', 'GET /users/ada'), send('reader', 'GET /users/ada')],
  'user-named-null': [signUp({ displayName: 'null' })],
  'user-plus-rejected': [signUp({ email: 'grace+books@example.com' })],
  'user-limit-undocumented': Array.from({ length: 6 }, (_, index) => signUp({ username: `grace${index}` })),
  'user-any-token': [getAs('Bearer anything', '/users/ada')],
  'user-token-500': [getAs('Bearer a.b.c', '/users/ada')],
  'user-no-challenge': [get('/users/ada')],
  'token-prefix': [getAs('Bearer a', '/users/ada')],
  'token-letter-case': [getAs('Bearer ADMIN-5YQ1VT', '/users/ada')],
  'greet-principal-kept': [send('reader', 'GET /greeting'), get('/greeting')],
  'greet-wrong-token-500': [getAs('Bearer anything', '/greeting')],
  'greet-login-required': [get('/greeting')],
  'greet-plain-text': [get('/greeting')],
  'greet-other-language-500': [get('/greeting', { 'accept-language': 'fr' })],
  'greet-token-shown': [send('reader', 'GET /greeting')]
}

const DESK: Partial<Record<MistakeId, readonly Step[]>> = {
  'export-cached': [send('admin', 'GET /exports/books'), get('/exports/books')],
  'export-part-of-key': [get('/exports/books', { 'x-api-key': 'export' })],
  'export-plain-text': [send('admin', 'GET /exports/books')],
  'export-unquoted': [create({ title: 'Sense, and Sensibility' }), send('admin', 'GET /exports/books')],
  'export-accept-ignored': [send('admin', 'GET /exports/books', undefined, { accept: 'application/json' })],
  'export-sometimes-500': Array.from({ length: 5 }, () => send('admin', 'GET /exports/books')),
  'manuscript-no-letter-500': [manuscript(chapter('1.txt'))],
  'manuscript-three-chapters-rejected': [manuscript(chapter('1'), chapter('2'), chapter('3'), LETTER)],
  'manuscript-file-name-500': [manuscript(chapter('村.txt'), LETTER)],
  'manuscript-same-names-merged': [manuscript(chapter('1.txt'), chapter('1.txt'), LETTER)],
  'feedback-apostrophe-rejected': [feedback("name=O'Brien&message=Good&mood=1")],
  'feedback-negative-rejected': [feedback('name=Rita&message=Bad&mood=-1')],
  'feedback-percent-500': [feedback('name=Rita&message=100%25&mood=1')],
  'feedback-plus-lost': [feedback('name=Rita&message=C%2B%2B&mood=1')],
  'feedback-one-topic': [feedback('name=Rita&message=Good&mood=1&topics=prices&topics=shops')],
  'shelf-cookie-undecoded': [get('/shelf', { cookie: 'reader=%C3%89va' })],
  'latest-is-gone': [remove(3), get('/latest')]
}

/** The requests that show each mistake: the last response is another one than without the mistake. */
export const PROOFS: Partial<Record<MistakeId, readonly Step[]>> = {
  ...BOOKS,
  ...PARTS_OF_BOOKS,
  ...AUTHORS,
  ...ORDERS,
  ...PEOPLE,
  ...DESK
}
