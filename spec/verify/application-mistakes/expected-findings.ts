import type { MadeApplication } from './application.js'
import { MISTAKES } from './mistakes.js'

export { MISTAKES }

/** What a report has to call each mistake: one of the kinds of findings that say what is wrong. */
const BY_KIND: readonly (readonly [kinds: string, ids: readonly string[]])[] = [
  [
    'ignored-filter',
    [
      'list-genre-ignored-beside-author',
      'list-false-is-absent',
      'list-only-first-tag',
      'list-tag-split-at-comma',
      'list-day-itself-excluded'
    ]
  ],
  ['broken-paging ignored-page-size', ['list-pages-overlap', 'list-capped-at-10', 'list-one-too-many']],
  ['broken-total', ['list-total-of-page', 'list-total-counts-deleted']],
  // The number of an author's books.
  ['broken-total', ['delete-count-kept']],
  ['broken-order', ['list-price-sorted-as-text']],
  ['unrepeatable-response', ['list-order-unstable', 'user-created-now', 'greet-principal-kept']],
  ['lost-update unrepeatable-response', ['list-from-cache']],
  [
    'changed-value',
    [
      'list-prices-rounded',
      'create-title-trimmed',
      'create-html-escaped',
      'create-false-becomes-true',
      'replace-price-rounded',
      'replace-tags-sorted',
      'review-cut-at-255',
      'review-loses-emoji',
      'order-label-proto-lost',
      'order-lines-cut',
      'order-local-time',
      'user-name-lower-cased',
      'feedback-plus-lost',
      'feedback-one-topic',
      'manuscript-same-names-merged',
      'cover-corrupted',
      'cover-always-png'
    ]
  ],
  ['slow-response', ['list-slow-for-long-search']],
  [
    'broken-response',
    [
      'list-null-when-empty',
      'list-total-as-text',
      'create-boolean-as-number',
      'create-empty-map-as-list',
      'read-price-as-text-after-patch',
      'read-unrated-as-zero',
      'replace-day-as-moment',
      'replace-response-incomplete',
      'patch-clears-absent',
      'patch-undocumented-state',
      'reviews-single-as-object',
      'reviews-epoch',
      'author-homepage-null',
      'author-missing-as-null',
      'authors-local-dates',
      'order-total-imprecise',
      'order-total-negative',
      'orders-without-zone',
      'order-status-upper-case',
      'order-cancelled-empty',
      'order-cancelled-lacks-total',
      'order-lacks-kind',
      'order-title-null',
      'order-missing-200',
      'user-hash-shown',
      'user-created-on'
    ]
  ],
  ['broken-response undocumented-property', ['review-snake-case']],
  [
    'undocumented-status',
    [
      'list-404-after-last-page',
      'create-redirects',
      'read-deleted-410',
      'delete-with-body',
      'author-created-200',
      'order-cancelled-202',
      'order-login-redirect'
    ]
  ],
  ['undocumented-status undocumented-limit', ['user-limit-undocumented']],
  [
    'server-error',
    [
      'list-search-as-regex',
      'create-duplicate-500',
      'create-surrogate-500',
      'create-null-character-500',
      'read-big-id-500',
      'read-options-500',
      'replace-title-in-header',
      'delete-twice-500',
      'cover-empty-500',
      'reviews-no-book-500',
      'review-long-500',
      'order-pickup-500',
      'order-no-addition-500',
      'order-null-coupon-500',
      'order-label-constructor-500',
      'order-cancel-hangs',
      'user-race-500',
      'user-token-500',
      'greet-wrong-token-500',
      'greet-other-language-500',
      'export-sometimes-500',
      'manuscript-no-letter-500',
      'manuscript-file-name-500',
      'feedback-percent-500'
    ]
  ],
  ['default-differs', ['list-default-differs']],
  [
    'refused-valid',
    [
      'list-size-50-rejected',
      'create-free-book-rejected',
      'create-title-counted-in-units',
      'create-future-rejected',
      'replace-no-tags-rejected',
      'patch-empty-rejected',
      'cover-maximum-rejected',
      'author-ascii-only',
      'author-leap-day-rejected',
      'order-hundred-rejected',
      'user-duplicate-400',
      'user-named-null',
      'user-plus-rejected',
      'manuscript-three-chapters-rejected',
      'feedback-apostrophe-rejected',
      'feedback-negative-rejected'
    ]
  ],
  ['broken-location', ['create-wrong-location', 'latest-is-gone']],
  ['undeleted-resource', ['read-deleted', 'replace-recreates-deleted', 'delete-reviews-kept']],
  [
    'ignored-condition broken-etag',
    ['read-tag-ignored', 'read-tag-never-changes', 'read-304-for-any-tag', 'replace-if-match-ignored']
  ],
  ['unsafe-read unrepeatable-response', ['read-changes-state']],
  ['broken-head', ['read-head-forbidden']],
  ['undocumented-operation', ['read-post-updates', 'authors-hidden-delete']],
  ['undocumented-path', ['unknown-path-200']],
  [
    'lost-update',
    ['replace-pages-ignored', 'replace-appends-tags', 'patch-null-keeps', 'patch-not-saved', 'patch-time-not-set']
  ],
  ['side-effect lost-property', ['replace-loses-cover', 'patch-changes-neighbor', 'author-delete-cascades']],
  [
    'accepted-stranger',
    [
      'order-basic-accepted',
      'orders-anonymous',
      'order-token-in-query',
      'user-any-token',
      'token-prefix',
      'token-letter-case',
      'export-cached',
      'export-part-of-key'
    ]
  ],
  ['accepted-scope', ['delete-by-reader', 'author-scope-unchecked']],
  ['accepted-invalid accepted-unusual', ['cover-any-type', 'cover-last-part-wins']],
  ['foreign-resource undeleted-resource', ['reviews-no-book-empty']],
  ['foreign-resource', ['review-of-other-book']],
  ['foreign-principal', ['order-of-others']],
  ['lost-creation', ['author-unreadable']],
  ['shared-id', ['author-id-reused', 'author-same-id']],
  ['unlisted-creation', ['authors-cached-at-start']],
  ['rejected-change', ['order-rejected-but-stored']],
  ['broken-problem', ['order-problem-status']],
  ['spelling-matters', ['order-header-case', 'orders-period-undecoded', 'order-id-case', 'shelf-cookie-undecoded']],
  [
    'undocumented-media-type',
    ['order-conflict-no-problem', 'order-404-as-html', 'greet-plain-text', 'export-plain-text']
  ],
  ['leaked-internals', ['order-stack-shown']],
  ['leaked-credential', ['greet-token-shown']],
  ['undocumented-property', ['order-internal-id']],
  // The document has a schema of its own for responses, which forbids what is for requests only.
  ['write-only-property broken-response', ['user-password-shown']],
  ['accepted-duplicate', ['user-duplicate-accepted']],
  ['missing-challenge', ['user-no-challenge']],
  ['refused-anonymous refused-valid undocumented-status', ['greet-login-required']],
  ['broken-csv', ['export-unquoted']],
  ['ignored-accept', ['export-accept-ignored']],
  ['broken-allow', ['allow-fixed']]
]

export const EXPECTED: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  BY_KIND.flatMap(([kinds, ids]) => ids.map((id) => [id, kinds.split(' ')]))
)

/** The options by which verify gets the credentials of the application: an administrator's, and those of two others. */
export function principalsOf({ credentials }: MadeApplication) {
  const token = ({ authorization }: { authorization: string }) => authorization.replace('Bearer ', '')
  return {
    credentials: { bearer: token(credentials.admin), key: credentials.admin['x-api-key'] },
    principals: { writer: { bearer: token(credentials.writer) }, reader: { bearer: token(credentials.reader) } },
    scopes: { writer: ['read', 'write'], reader: ['read'] }
  }
}
