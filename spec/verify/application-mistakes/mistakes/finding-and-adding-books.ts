import { contradicts, disappoints } from './mistake.js'

export const LISTING = [
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

export const CREATING = [
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
