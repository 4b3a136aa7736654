/** One mistake that a developer of an application makes, which `makeApplication(id)` contains. */
export interface Mistake {
  readonly id: string
  /** The `operationId` where it shows, or several; none where it is outside of every operation. */
  readonly operation: string | readonly string[]
  /** What the developer did wrong. */
  readonly what: string
  /** What a developer must be able to read in a good report. */
  readonly report: string
  /** Whether the document says otherwise, or only what one expects of a good service. */
  readonly promise: 'contradicts-document' | 'good-service'
}

type Words = readonly [what: string, report: string]

function contradicts<const I extends string>(id: I, operation: string | readonly string[], ...[what, report]: Words) {
  return { id, operation, what, report, promise: 'contradicts-document' } as const
}

function disappoints<const I extends string>(id: I, operation: string | readonly string[], ...[what, report]: Words) {
  return { id, operation, what, report, promise: 'good-service' } as const
}

const LISTING = [
  disappoints(
    'list-genre-ignored-beside-author',
    'listBooks',
    'The filter genre is an else-branch of the filter authorId, so with both it does nothing.',
    'With authorId, the parameter genre has no effect: books of other genres are listed.'
  ),
  disappoints(
    'list-false-is-absent',
    'listBooks',
    'The filter inPrint is tested for truth, so inPrint=false filters nothing.',
    'inPrint=false has no effect: books that are in print are listed.'
  ),
  disappoints(
    'list-pages-overlap',
    'listBooks',
    'The first item of a page is computed one too early from page 2 on.',
    'An item is on two pages: the last of page 1 is also the first of page 2.'
  ),
  disappoints(
    'list-capped-at-10',
    'listBooks',
    'The query of the database has a fixed limit of 10, whatever pageSize is.',
    'With a pageSize above 10 a page has only 10 items, though total says that there are more.'
  ),
  disappoints(
    'list-total-of-page',
    'listBooks',
    'total is the length of the page.',
    'total changes with pageSize: it counts the items of the page, not of all pages.'
  ),
  disappoints(
    'list-total-counts-deleted',
    'listBooks',
    'total counts rows that are marked as deleted.',
    'After a deletion total is as before: it counts more books than can be listed.'
  ),
  disappoints(
    'list-price-sorted-as-text',
    'listBooks',
    'sort=price compares the prices as texts.',
    'With sort=price the items are not ascending by price.'
  ),
  disappoints(
    'list-order-unstable',
    'listBooks',
    'The query of the database has no ORDER BY, and its order differs from one call to the next.',
    'The same request twice, without a change between, returns the items in different orders.'
  ),
  disappoints(
    'list-one-too-many',
    'listBooks',
    'One more item is read to see if there is a next page, and is not removed.',
    'A page has one item more than pageSize.'
  ),
  disappoints(
    'list-from-cache',
    'listBooks',
    'The list is kept in a cache that an update does not clear.',
    'After a successful PATCH the list still has the old values of the book.'
  ),
  disappoints(
    'list-only-first-tag',
    'listBooks',
    'Only the first of repeated tag parameters is used.',
    'A second tag has no effect: books that lack it are listed.'
  ),
  disappoints(
    'list-tag-split-at-comma',
    'listBooks',
    'The tags are joined and split at commas.',
    'A book whose tag contains a comma is not found by that tag.'
  ),
  disappoints(
    'list-prices-rounded',
    'listBooks',
    'The list has its own mapping, which drops the cents.',
    'The price of a book in the list is another one than in GET /books/{id}.'
  ),
  disappoints(
    'list-slow-for-long-search',
    'listBooks',
    'The search compares the text in a way that is slow for texts of more than 30 characters.',
    'With a q of more than 30 characters the response takes 1.5 seconds, others take milliseconds.'
  ),
  disappoints(
    'list-day-itself-excluded',
    'listBooks',
    'publishedFrom compares by > in place of >=.',
    'A book that was published on the day publishedFrom is left out, though the description says on this day or later.'
  ),
  contradicts(
    'list-null-when-empty',
    'listBooks',
    'Where nothing is found, items is null.',
    'items is null, and must be an array (when no book fits).'
  ),
  contradicts(
    'list-404-after-last-page',
    'listBooks',
    'A page after the last one throws NotFound, which is not documented.',
    'The status 404 is not documented (page beyond the last one).'
  ),
  contradicts(
    'list-search-as-regex',
    'listBooks',
    'q is made into a regular expression without escaping.',
    'A q such as ( or [ or * is a 500.'
  ),
  contradicts(
    'list-default-differs',
    'listBooks',
    'Without pageSize the handler uses 10, the document says that the default is 20.',
    'Without pageSize the response is not the one of pageSize=20, the documented default.'
  ),
  contradicts(
    'list-total-as-text',
    'listBooks',
    'total is the text of a COUNT(*) where a filter is given.',
    'total must be an integer and is a text (with a filter).'
  ),
  contradicts(
    'list-size-50-rejected',
    'listBooks',
    'The handler checks pageSize < 50, the document allows 50.',
    'pageSize=50, the documented maximum, is rejected with a 400.'
  )
] as const

const CREATING = [
  contradicts(
    'create-free-book-rejected',
    'createBook',
    'The handler tests if there is a price by its truth, so 0 counts as missing.',
    'A price of 0, the documented minimum, is rejected with a 400.'
  ),
  disappoints(
    'create-title-trimmed',
    'createBook',
    'The title is trimmed before it is stored.',
    'A title with blanks at its ends comes back without them.'
  ),
  contradicts(
    'create-title-counted-in-units',
    'createBook',
    'The handler counts the length of the title in UTF-16 units.',
    'A title of 61 to 120 characters outside of the BMP (emoji) is rejected, though it is within maxLength.'
  ),
  contradicts(
    'create-duplicate-500',
    'createBook',
    'An ISBN that exists violates a unique index, and nothing catches that error.',
    'The same POST twice: the second is a 500 in place of the documented 409.'
  ),
  contradicts(
    'create-redirects',
    'createBook',
    'After the creation the handler redirects to the book by a 303.',
    'The status 303 is not documented; 201 is.'
  ),
  disappoints(
    'create-html-escaped',
    'createBook',
    'The title is escaped for HTML before it is stored.',
    'A title with & or < or > comes back as another text: &amp; &lt; &gt;.'
  ),
  contradicts(
    'create-boolean-as-number',
    'createBook',
    'inPrint is returned as the database has it, 0 or 1.',
    'inPrint must be a boolean and is a number, in the response of the creation only.'
  ),
  contradicts(
    'create-surrogate-500',
    'createBook',
    'A slug is made by encodeURIComponent, which throws for lone surrogates.',
    'A title with a lone surrogate is a 500.'
  ),
  contradicts(
    'create-null-character-500',
    'createBook',
    'The database cannot store U+0000, and its error is not caught.',
    'A title that contains U+0000 is a 500.'
  ),
  disappoints(
    'create-wrong-location',
    'createBook',
    'Location is /book/{id}, the path is /books/{id}.',
    'The Location of a 201 leads to a 404.'
  ),
  disappoints(
    'create-false-becomes-true',
    'createBook',
    'The default is applied by ||, so inPrint: false is stored as true.',
    'inPrint: false was sent, and true comes back.'
  ),
  contradicts(
    'create-future-rejected',
    'createBook',
    'The handler rejects days in the future, which the document does not say.',
    'A publishedOn in the future is rejected with a 400, and the document allows it.'
  ),
  contradicts(
    'create-empty-map-as-list',
    'createBook',
    'The JSON is written by hand, and an empty map becomes [].',
    'translations must be an object and is an array, when it is empty.'
  )
] as const

const READING = [
  disappoints(
    'read-deleted',
    'readBook',
    'A deleted book is only marked, and reading by id does not test the mark.',
    'After a successful DELETE the book can still be read: 200 in place of 404.'
  ),
  contradicts(
    'read-deleted-410',
    'readBook',
    'A deleted book is a 410, which is not documented.',
    'The status 410 is not documented (after the book was deleted).'
  ),
  contradicts(
    'read-big-id-500',
    'readBook',
    'The column of the id is a 32-bit integer; a greater one is an error of the database.',
    'An id above 2,147,483,647, which the document allows, is a 500.'
  ),
  contradicts(
    'read-price-as-text-after-patch',
    'readBook',
    'After an update the price is read from a DECIMAL column, as a text.',
    'After a PATCH of the book, price must be a number and is a text.'
  ),
  contradicts(
    'read-unrated-as-zero',
    'readBook',
    'A book without reviews has the rating 0.',
    'rating is 0, below its minimum of 1 (for a book without reviews).'
  ),
  disappoints(
    'read-tag-ignored',
    'readBook',
    'If-None-Match is not compared.',
    'If-None-Match with the current ETag gets 200 with a body in place of 304.'
  ),
  disappoints(
    'read-tag-never-changes',
    'readBook',
    'The ETag is made from the id alone.',
    'After an update the ETag is the same, so a client gets 304 for what it has not seen.'
  ),
  disappoints(
    'read-304-for-any-tag',
    'readBook',
    'Any If-None-Match is a 304, whatever tag it names.',
    'If-None-Match with a tag that the book never had gets 304.'
  ),
  disappoints(
    'read-changes-state',
    'readBook',
    'Reading a book sets its state to revised.',
    'GET changes the resource: state is another one after the book was read.'
  ),
  disappoints(
    'read-head-forbidden',
    'readBook',
    'A check against forged requests rejects every method other than GET, POST and so on, HEAD too.',
    'HEAD gets a 403 where GET gets a 200.'
  ),
  disappoints(
    'read-options-500',
    'readBook',
    'Middleware reads a property of the route, which OPTIONS does not have.',
    'OPTIONS is a 500.'
  ),
  contradicts(
    'read-post-updates',
    'readBook',
    'There is an old route POST /books/{id}, which is left out of the document.',
    'POST /books/{id} exists and is not in the document.'
  )
] as const

const REPLACING = [
  contradicts(
    'replace-no-tags-rejected',
    'replaceBook',
    'The handler rejects a book without tags, the document allows none.',
    'An empty list of tags is rejected with a 400.'
  ),
  disappoints(
    'replace-price-rounded',
    'replaceBook',
    'The column of the price is an integer.',
    'A price with cents comes back rounded.'
  ),
  disappoints(
    'replace-tags-sorted',
    'replaceBook',
    'The tags are stored as a set, which sorts them.',
    'The tags come back in another order than they were sent in.'
  ),
  disappoints(
    'replace-recreates-deleted',
    'replaceBook',
    'PUT is an upsert, and creates what was deleted.',
    'PUT after DELETE gets 200 and recreates the book, where the document has a 404.'
  ),
  disappoints(
    'replace-pages-ignored',
    'replaceBook',
    'pages is missing in the list of columns that are written.',
    'After a PUT pages has its old value, and not the one that was sent.'
  ),
  disappoints(
    'replace-loses-cover',
    'replaceBook',
    'The row is deleted and inserted, and what refers to it goes with it.',
    'After a PUT of the book its cover is a 404.'
  ),
  disappoints(
    'replace-appends-tags',
    'replaceBook',
    'The tags that were sent are added to the old ones.',
    'PUT is not idempotent: the book has tags that were not sent, and more after each PUT.'
  ),
  contradicts(
    'replace-day-as-moment',
    'replaceBook',
    'publishedOn is returned as a Date, which becomes a date-time.',
    'publishedOn must be a date and is a date-time.'
  ),
  disappoints(
    'replace-if-match-ignored',
    'replaceBook',
    'If-Match is declared and not compared.',
    'If-Match with a tag that the book does not have is accepted: no 412, and the change of another client is lost.'
  ),
  contradicts(
    'replace-title-in-header',
    'replaceBook',
    'The title is put into a response header as it is.',
    'A title with a line break or other characters that no header can have is a 500.'
  ),
  contradicts(
    'replace-response-incomplete',
    'replaceBook',
    'The response is made from the request, and lacks createdAt.',
    'createdAt is required in the response and missing.'
  )
] as const

const PATCHING = [
  disappoints(
    'patch-null-keeps',
    'patchBook',
    'Changes are applied by ??, so null cannot clear a field.',
    'subtitle: null was sent, and the old subtitle comes back.'
  ),
  contradicts(
    'patch-clears-absent',
    'patchBook',
    'All fields of the change are assigned, also those that are absent.',
    'After a PATCH of one field, required fields are missing in the response.'
  ),
  disappoints(
    'patch-not-saved',
    'patchBook',
    'The change is made on a copy that is returned and never stored.',
    'The response has the change, and a GET after it has the old values.'
  ),
  disappoints(
    'patch-changes-neighbor',
    'patchBook',
    'The id is used as an index from 0, so the next book is changed, too.',
    'PATCH of one book changes another book.'
  ),
  contradicts(
    'patch-undocumented-state',
    'patchBook',
    'After an update the state is edited, which the enum does not have.',
    'state must be one of new, revised and is edited, after an update.'
  ),
  disappoints(
    'patch-time-not-set',
    'patchBook',
    'updatedAt is not set by an update.',
    'After a PATCH updatedAt is still null.'
  ),
  contradicts(
    'patch-empty-rejected',
    'patchBook',
    'The handler rejects a change without fields, the document allows {}.',
    'The body {} is rejected with a 400.'
  )
] as const

const DELETING = [
  contradicts(
    'delete-twice-500',
    'deleteBook',
    'The handler reads a property of the book that is no longer there.',
    'DELETE of a book that does not exist (the second DELETE) is a 500 in place of the documented 404.'
  ),
  contradicts(
    'delete-with-body',
    'deleteBook',
    'The handler returns {"deleted": true} with 200.',
    'The status 200 is not documented; 204 is.'
  ),
  contradicts(
    'delete-by-reader',
    ['deleteBook', 'deleteAuthor'],
    'Roles are compared as texts, and reader is greater than admin.',
    'A credential without the scope admin is accepted: the request must be a 403.'
  ),
  disappoints(
    'delete-count-kept',
    ['deleteBook', 'readAuthor'],
    'The bookCount of the author is not decreased.',
    'After a book of an author was deleted, bookCount of the author is as before.'
  ),
  disappoints(
    'delete-reviews-kept',
    ['deleteBook', 'listReviews'],
    'The reviews of a deleted book stay, and listing does not test for the book.',
    'After DELETE /books/{id}, GET /books/{id}/reviews is a 200 in place of a 404.'
  )
] as const

const COVERS = [
  contradicts(
    'cover-empty-500',
    'setCover',
    'The first bytes of the image are read without a test of its size.',
    'An empty file is a 500.'
  ),
  contradicts(
    'cover-any-type',
    'setCover',
    'The handler reads the parts by itself, and does not test their type.',
    'A part of another type than image/png and image/jpeg is accepted.'
  ),
  contradicts(
    'cover-maximum-rejected',
    'setCover',
    'The handler checks size < 2048, the document allows 2048.',
    'An image of exactly maxSize is rejected.'
  ),
  disappoints(
    'cover-corrupted',
    ['setCover', 'readCover'],
    'The bytes are stored as a UTF-8 text.',
    'The bytes of GET are other ones than those that were uploaded.'
  ),
  disappoints(
    'cover-always-png',
    'readCover',
    'The content type of a cover is fixed.',
    'A cover that was uploaded as image/jpeg comes back as image/png.'
  ),
  contradicts(
    'cover-last-part-wins',
    'setCover',
    'The handler reads the parts by itself, and a repeated part replaces the first.',
    'A body with two parts image is accepted, though image is one file.'
  )
] as const

const REVIEWS = [
  contradicts(
    'reviews-single-as-object',
    'listReviews',
    'A list with one item is returned as the item.',
    'The response must be an array and is an object, for a book with one review.'
  ),
  contradicts(
    'reviews-no-book-500',
    'listReviews',
    'The handler reads a property of a book that does not exist.',
    'The id of a book that does not exist is a 500 in place of the documented 404.'
  ),
  disappoints(
    'reviews-no-book-empty',
    'listReviews',
    'The handler does not test if the book exists.',
    'The reviews of a book that does not exist are 200 with [], and the book itself is a 404.'
  ),
  contradicts(
    'review-snake-case',
    'addReview',
    'The row of the database is returned as it is, with written_at.',
    'writtenAt is required and missing; there is an undocumented written_at.'
  ),
  contradicts(
    'reviews-epoch',
    'listReviews',
    'writtenAt is a number of milliseconds.',
    'writtenAt must be a date-time and is a number.'
  ),
  contradicts(
    'review-rules-unchecked',
    'addReview',
    'The handler calls bind in place of bindValidated, which checks types alone.',
    'A rating of 0 or 6, or a text of more than 2000 characters, is accepted.'
  ),
  contradicts(
    'review-parsed-by-hand',
    'addReview',
    'The handler parses the text of the body by JSON.parse.',
    'Malformed JSON is a 500, and a body of another media type or of wrong types is accepted.'
  ),
  disappoints(
    'review-cut-at-255',
    'addReview',
    'The column has 255 characters, and the database cuts longer texts.',
    'A text of more than 255 characters comes back cut.'
  ),
  contradicts(
    'review-long-500',
    'addReview',
    'The column has 1000 characters, and a longer text is an error of the database.',
    'A text of 1001 to 2000 characters is a 500.'
  ),
  disappoints(
    'review-loses-emoji',
    'addReview',
    'The character set of the database has three bytes, so characters of four are dropped.',
    'A text with emoji comes back without them.'
  ),
  disappoints(
    'review-of-other-book',
    'readReview',
    'The review is found by its own id, and the id of the book is not compared.',
    'A review of one book can be read below another book.'
  )
] as const

const AUTHORS = [
  contradicts(
    'author-created-200',
    'createAuthor',
    'The handler sends 200 in place of 201.',
    'The status 200 is not documented; 201 is.'
  ),
  contradicts(
    'author-ascii-only',
    'createAuthor',
    'The handler accepts only ASCII letters, blanks and dots in a name.',
    'A name with other letters (é, ß, 村) is rejected with a 400.'
  ),
  contradicts(
    'author-scope-unchecked',
    'createAuthor',
    'The principal is given whatever scopes the operation requires.',
    'A credential without the scope write is accepted: the request must be a 403.'
  ),
  disappoints(
    'author-unreadable',
    ['createAuthor', 'readAuthor'],
    'The new author is stored under the text of the id, and read by the number.',
    'GET of an author right after the 201 is a 404.'
  ),
  disappoints(
    'author-id-reused',
    'createAuthor',
    'The new id is the number of authors plus one.',
    'After a deletion a new author gets the id of another one, and replaces it.'
  ),
  disappoints(
    'author-same-id',
    'createAuthor',
    'The id is computed before an await and used after it.',
    'Two POST at the same time get the same id.'
  ),
  contradicts(
    'author-homepage-null',
    'readAuthor',
    'An absent homepage is sent as null.',
    'homepage must be a string and is null, for an author without one.'
  ),
  contradicts(
    'author-missing-as-null',
    'readAuthor',
    'The handler returns null with 200 where there is no author.',
    'The response must be an object and is null with 200, where the document has a 404.'
  ),
  contradicts(
    'authors-local-dates',
    'listAuthors',
    'bornOn is formatted for a German page: 16.12.1775.',
    'bornOn must be a date and is in a local format.'
  ),
  disappoints(
    'author-delete-cascades',
    'deleteAuthor',
    'The deletion of an author deletes the books, in place of the documented 409.',
    'DELETE of an author deletes other resources: the books of the author are a 404 then.'
  ),
  contradicts(
    'authors-limit-parse-int',
    'listAuthors',
    'limit is read by parseInt.',
    'limit=12abc and limit=abc are accepted, and must be integers.'
  ),
  contradicts(
    'authors-limit-last-wins',
    'listAuthors',
    'Of a repeated limit the last one is used.',
    'limit given twice is accepted, though it is one integer.'
  ),
  contradicts(
    'author-leap-day-rejected',
    'createAuthor',
    'The handler has its own table of the days of months, with 28 for February.',
    'bornOn on February 29 of a leap year is rejected with a 400.'
  ),
  disappoints(
    'authors-cached-at-start',
    'listAuthors',
    'The list is read once, at the first request.',
    'An author that was created is not in the list.'
  ),
  contradicts(
    'authors-hidden-delete',
    'listAuthors',
    'There is a route DELETE /authors for the tests, which is left out of the document.',
    'DELETE /authors exists and is not in the document.'
  )
] as const

const PLACING = [
  contradicts(
    'order-hundred-rejected',
    'placeOrder',
    'The handler checks quantity < 100, the document allows 100.',
    'A quantity of 100, the documented maximum, is rejected with a 400.'
  ),
  contradicts(
    'order-total-imprecise',
    'placeOrder',
    'The prices are added as binary fractions.',
    'total must be a multiple of 0.01 and is 330.29999999999995 or the like.'
  ),
  contradicts(
    'order-total-negative',
    'placeOrder',
    'A coupon takes off 20, also from cheaper orders.',
    'total is below its minimum of 0, with a coupon.'
  ),
  contradicts(
    'order-pickup-500',
    'placeOrder',
    'The handler reads the address, which only a delivery by courier has.',
    'A delivery of the kind pickup is a 500.'
  ),
  contradicts(
    'order-no-addition-500',
    'placeOrder',
    'The handler calls a method of addition, which is optional.',
    'An address without addition is a 500.'
  ),
  contradicts(
    'order-null-coupon-500',
    'placeOrder',
    'The handler tests the coupon for undefined, and not for null.',
    'coupon: null is a 500.'
  ),
  contradicts(
    'order-label-constructor-500',
    'placeOrder',
    'The labels are counted in a plain object, which inherits constructor.',
    'A label with a name such as constructor or toString is a 500.'
  ),
  disappoints(
    'order-label-proto-lost',
    'placeOrder',
    'The labels are copied by assignment to a plain object, which drops __proto__.',
    'The label __proto__ was sent and does not come back.'
  ),
  disappoints(
    'order-lines-cut',
    'placeOrder',
    'Only ten lines are stored.',
    'An order of more than 10 lines comes back with 10.'
  ),
  disappoints(
    'order-local-time',
    'placeOrder',
    'deliverBy is stored as the local time of the shop and returned as UTC.',
    'deliverBy comes back as another moment than the one that was sent.'
  ),
  contradicts(
    'order-basic-accepted',
    'placeOrder',
    'The token is whatever follows the first blank of Authorization.',
    'Authorization: Basic with the token is accepted, though the scheme is Bearer.'
  ),
  contradicts(
    'order-problem-status',
    'placeOrder',
    'The problem of a 409 is written by hand with the status 400.',
    'The status in the problem is another one than that of the response.'
  ),
  disappoints(
    'order-header-case',
    'placeOrder',
    'The header X-Currency is found among the raw headers by its exact letters.',
    'x-currency in other letter case is ignored: the response is another one.'
  )
] as const

const ORDERS = [
  contradicts(
    'orders-without-zone',
    'listOrders',
    'placedAt is formatted without its zone.',
    'placedAt must be a date-time and lacks the offset.'
  ),
  disappoints(
    'orders-period-undecoded',
    'listOrders',
    'placed[from] is found by a regular expression in the raw query.',
    'placed%5Bfrom%5D, the same parameter in percent encoding, has no effect.'
  ),
  contradicts(
    'orders-anonymous',
    'listOrders',
    'Middleware for development adds a token where there is none.',
    'A request without credentials is accepted, and the document requires some.'
  ),
  contradicts(
    'order-status-upper-case',
    'cancelOrder',
    'The response has the status as the code names it: CANCELLED.',
    'status must be one of placed, cancelled and is CANCELLED.'
  ),
  contradicts(
    'order-cancelled-202',
    'cancelOrder',
    'The handler sends 202, since the money is returned later.',
    'The status 202 is not documented; 200 is.'
  ),
  contradicts(
    'order-cancelled-empty',
    'cancelOrder',
    'The handler sends 200 without a body.',
    'The response has no body, and must be an order.'
  ),
  contradicts(
    'order-cancel-hangs',
    'cancelOrder',
    'A promise is never settled where the order is cancelled already.',
    'The second cancellation of an order never gets a response, where the document has a 409.'
  ),
  contradicts(
    'order-conflict-no-problem',
    'cancelOrder',
    'The 409 is {"error": "…"} as application/json.',
    'The 409 is not application/problem+json.'
  ),
  contradicts(
    'order-cancelled-lacks-total',
    'readOrder',
    'A cancelled order has no total.',
    'total is required and missing, for an order that was cancelled.'
  ),
  contradicts(
    'order-lacks-kind',
    'readOrder',
    'The kind of the delivery is not stored.',
    'delivery lacks kind, its discriminator.'
  ),
  contradicts(
    'order-title-null',
    'readOrder',
    'The title of a line is joined from the books, and null where the book was deleted.',
    'lines[0].title must be a string and is null, after the book was deleted.'
  ),
  contradicts(
    'order-404-as-html',
    'readOrder',
    'The 404 is a page of HTML.',
    'The 404 has the media type text/html, and must be a problem.'
  ),
  contradicts(
    'order-missing-200',
    'readOrder',
    'An order that does not exist is a 200 with {"error": "not found"}.',
    'The response of a missing order is 200 and lacks every required field.'
  ),
  disappoints(
    'order-id-case',
    'readOrder',
    'The id is compared letter by letter, in lower case.',
    'The same UUID in upper case is a 404.'
  ),
  disappoints(
    'order-of-others',
    'readOrder',
    'The handler does not compare the owner of the order with the principal.',
    'The order of one principal can be read with the credentials of another.'
  ),
  disappoints(
    'order-stack-shown',
    'readOrder',
    'The detail of the 404 is the stack of the error.',
    'The 404 contains a stack trace with paths of the server.'
  ),
  disappoints(
    'order-internal-id',
    'readOrder',
    'The object of the database is sent as it is, with _rowId and owner.',
    'The response has fields that the document does not have: _rowId, owner.'
  ),
  contradicts(
    'order-login-redirect',
    'readOrder',
    'A request without credentials is redirected to /login.',
    'The status 302 is not documented; a request without credentials must be a 401.'
  ),
  contradicts(
    'order-token-in-query',
    'readOrder',
    'A token is also accepted as the parameter access_token of the query.',
    'A request without the documented credential is accepted.'
  )
] as const

const USERS = [
  contradicts(
    'user-password-shown',
    'readUser',
    'The user is sent as it is stored, with its password.',
    'password is writeOnly and in the response.'
  ),
  contradicts(
    'user-hash-shown',
    'createUser',
    'The user is sent as it is stored, with passwordHash.',
    'The response has passwordHash, and the document forbids additional properties.'
  ),
  disappoints(
    'user-name-lower-cased',
    'createUser',
    'The username is stored in lower case.',
    'A username with capital letters comes back in lower case.'
  ),
  disappoints(
    'user-duplicate-accepted',
    'createUser',
    'The handler does not test if the username exists.',
    'The same POST twice: the second is a 201 in place of the documented 409.'
  ),
  contradicts(
    'user-duplicate-400',
    'createUser',
    'A username that exists is a 400 in place of the documented 409.',
    'The same POST twice: a valid request is rejected with a 400, and 409 is documented.'
  ),
  contradicts(
    'user-race-500',
    'createUser',
    'Between the test for the username and the insertion there is an await, and the unique index throws.',
    'Two equal POST at the same time: one is a 500 in place of the documented 409.'
  ),
  contradicts(
    'user-created-on',
    'createUser',
    'createdAt is a date without a time.',
    'createdAt must be a date-time and is a date.'
  ),
  contradicts(
    'user-named-null',
    'createUser',
    'The text null counts as a missing value.',
    'The displayName "null" is rejected with a 400.'
  ),
  contradicts(
    'user-plus-rejected',
    'createUser',
    'A regular expression of the developer knows no plus sign in e-mail addresses.',
    'An email with a plus sign is rejected with a 400.'
  ),
  contradicts(
    'user-limit-undocumented',
    'createUser',
    'After five users there is a 429, which is not documented.',
    'The status 429 is not documented (from the sixth creation on).'
  ),
  contradicts(
    'user-any-token',
    'readUser',
    'The handler tests only if there is a token.',
    'An unknown token is accepted: the request must be a 401.'
  ),
  contradicts(
    'user-token-500',
    'readUser',
    'A token with dots is decoded as a JWT without catching errors.',
    'A token that looks like a JWT and is none (a.b.c) is a 500.'
  ),
  disappoints(
    'user-no-challenge',
    'readUser',
    'Middleware turns errors into responses, and loses their headers.',
    'The 401 has no WWW-Authenticate.'
  ),
  contradicts(
    'token-prefix',
    ['greet', 'readUser', 'listOrders', 'readOrder', 'createBook'],
    'A token is found by startsWith.',
    'The beginning of a token is accepted in place of the token.'
  ),
  contradicts(
    'token-letter-case',
    ['greet', 'readUser', 'listOrders', 'readOrder', 'createBook'],
    'Tokens are compared without regard to letter case.',
    'A token in other letter case is accepted.'
  )
] as const

const GREETING = [
  disappoints(
    'greet-principal-kept',
    'greet',
    'The principal of a request is kept in a variable that later requests see.',
    'The response of a request without credentials depends on who sent the request before it.'
  ),
  contradicts(
    'greet-wrong-token-500',
    'greet',
    'The name of the principal is read before it is known that there is one.',
    'An unknown token is a 500.'
  ),
  contradicts(
    'greet-login-required',
    'greet',
    'The handler requires a principal, though the document says that credentials are optional.',
    'A request without credentials is a 401, and the document does not require any.'
  ),
  contradicts(
    'greet-plain-text',
    'greet',
    'The handler sends the text as text/plain.',
    'The media type text/plain is not documented; application/json is.'
  ),
  contradicts(
    'greet-other-language-500',
    'greet',
    'The text is looked up by Accept-Language without a default.',
    'An Accept-Language other than en and de, such as fr or *, is a 500.'
  ),
  disappoints(
    'greet-token-shown',
    'greet',
    'The text contains the token of the principal.',
    'The response contains the credential of the request.'
  )
] as const

const DESK = [
  contradicts(
    'export-cached',
    'exportBooks',
    'A cache in middleware responds before the key is checked.',
    'A request without credentials is accepted, once a request with them was made.'
  ),
  contradicts(
    'export-part-of-key',
    'exportBooks',
    'The key is searched in the list of keys by includes.',
    'A part of the key is accepted in place of the key.'
  ),
  contradicts(
    'export-plain-text',
    'exportBooks',
    'The CSV is sent as text/plain.',
    'The media type text/plain is not documented; text/csv is.'
  ),
  disappoints(
    'export-unquoted',
    'exportBooks',
    'Texts are put between commas without quotes.',
    'A title with a comma, a quote or a line break breaks the columns of the CSV.'
  ),
  disappoints(
    'export-accept-ignored',
    'exportBooks',
    'The handler always sends CSV.',
    'With Accept: application/json the response is text/csv, though JSON is documented.'
  ),
  contradicts(
    'export-sometimes-500',
    'exportBooks',
    'Every fifth call fails, since connections are not given back.',
    'The same request that got 200 gets 500 when it is repeated.'
  ),
  contradicts(
    'manuscript-no-letter-500',
    'submitManuscript',
    'The handler reads the size of the letter, which is optional.',
    'A body without the part letter is a 500.'
  ),
  contradicts(
    'manuscript-three-chapters-rejected',
    'submitManuscript',
    'The handler allows fewer than 3 chapters, the document allows 3.',
    'Three files, the documented maxItems, are rejected.'
  ),
  contradicts(
    'manuscript-file-name-500',
    'submitManuscript',
    'The name of the first chapter is put into a response header as it is.',
    'A file name with characters outside of Latin-1 is a 500.'
  ),
  disappoints(
    'manuscript-same-names-merged',
    'submitManuscript',
    'Chapters are kept by their file names.',
    'Of two files of the same name one is lost.'
  ),
  contradicts(
    'feedback-apostrophe-rejected',
    'sendFeedback',
    'A filter against SQL injection rejects quotes.',
    "A name with an apostrophe (O'Brien) is rejected with a 400."
  ),
  contradicts(
    'feedback-negative-rejected',
    'sendFeedback',
    'The handler accepts only digits as mood.',
    'A negative mood, which the document allows, is rejected with a 400.'
  ),
  contradicts(
    'feedback-percent-500',
    'sendFeedback',
    'The message is percent-decoded a second time.',
    'A message with a percent sign (100 %) is a 500.'
  ),
  disappoints(
    'feedback-plus-lost',
    'sendFeedback',
    'Plus signs are replaced by blanks after decoding.',
    'A message with a plus sign (C++) comes back with blanks.'
  ),
  disappoints(
    'feedback-one-topic',
    'sendFeedback',
    'Only the first of repeated topics is stored.',
    'Several topics were sent, and one comes back.'
  ),
  disappoints(
    'shelf-cookie-undecoded',
    'readShelf',
    'The cookie is read from the header by hand, without decoding.',
    'A cookie in percent encoding is used as it is: owner is %C3%89va in place of Éva.'
  ),
  disappoints(
    'latest-is-gone',
    'latestBook',
    'The newest book is kept in a variable, which a deletion does not change.',
    'After a deletion the redirect leads to a 404.'
  ),
  contradicts(
    'unknown-path-200',
    [],
    'Every unknown path gets the page of the web application with 200.',
    'A path that is not in the document gets a 200.'
  ),
  contradicts(
    'allow-fixed',
    [],
    'The 405 is written by hand, and its Allow is the same for all paths.',
    'Allow of a 405 names other methods than the document has for the path.'
  )
] as const

export const MISTAKES = [
  ...[...LISTING, ...CREATING, ...READING, ...REPLACING, ...PATCHING, ...DELETING],
  ...[...COVERS, ...REVIEWS, ...AUTHORS, ...PLACING, ...ORDERS, ...USERS, ...GREETING, ...DESK]
] satisfies readonly Mistake[]

export type MistakeId = (typeof MISTAKES)[number]['id']
