import { contradicts, disappoints } from './mistake.js'

export const COVERS = [
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

export const REVIEWS = [
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

export const AUTHORS = [
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
