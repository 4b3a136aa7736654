import { contradicts, disappoints } from './mistake.js'

export const PLACING = [
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
    'order-rejected-but-stored',
    ['placeOrder', 'listOrders'],
    'The order is stored before it is checked, without a transaction.',
    'An order that was rejected with a 409 is in the list of orders.'
  ),
  disappoints(
    'order-header-case',
    'placeOrder',
    'The header X-Currency is found among the raw headers by its exact letters.',
    'x-currency in other letter case is ignored: the response is another one.'
  )
] as const

export const ORDERS = [
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
