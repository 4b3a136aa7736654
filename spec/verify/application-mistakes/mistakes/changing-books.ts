import { contradicts, disappoints } from './mistake.js'

export const READING = [
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

export const REPLACING = [
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

export const PATCHING = [
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

export const DELETING = [
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
