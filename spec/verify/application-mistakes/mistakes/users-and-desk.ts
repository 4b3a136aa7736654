import { contradicts, disappoints } from './mistake.js'

export const USERS = [
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
  disappoints(
    'user-created-now',
    'readUser',
    'createdAt is the time of the response, since the property has an initializer.',
    'createdAt is another one at each GET, without a change between.'
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

export const GREETING = [
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

export const DESK = [
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
