/** Nest's packages whose names have counterparts. */
export const NEST = /^@nestjs\/(common|swagger|mapped-types)(\/.*)?$/

export const VERBS: ReadonlySet<string> = new Set(['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head', 'Options'])
/** What makes a method a handler of Nest. */
export const ROUTES: ReadonlySet<string> = new Set([...VERBS, 'All', 'Search', 'Sse'])

/** Names that mean the same in both frameworks. */
export const SAME: ReadonlySet<string> = new Set([
  ...['Injectable', 'PartialType', 'PickType', 'OmitType', 'IntersectionType']
])

export const EXCEPTIONS: Readonly<Record<string, string>> = {
  BadRequestException: 'BadRequest',
  UnauthorizedException: 'Unauthorized',
  ForbiddenException: 'Forbidden',
  NotFoundException: 'NotFound',
  MethodNotAllowedException: 'MethodNotAllowed',
  NotAcceptableException: 'NotAcceptable',
  ConflictException: 'Conflict',
  GoneException: 'Gone',
  PayloadTooLargeException: 'ContentTooLarge',
  UnsupportedMediaTypeException: 'UnsupportedMediaType',
  UnprocessableEntityException: 'UnprocessableContent',
  InternalServerErrorException: 'InternalServerError',
  ServiceUnavailableException: 'ServiceUnavailable'
}

/** Members of Nest's `HttpStatus`. */
export const STATUSES: Readonly<Record<string, number>> = {
  ...{ OK: 200, CREATED: 201, ACCEPTED: 202, NON_AUTHORITATIVE_INFORMATION: 203, NO_CONTENT: 204, RESET_CONTENT: 205 },
  ...{ PARTIAL_CONTENT: 206, AMBIGUOUS: 300, MOVED_PERMANENTLY: 301, FOUND: 302, SEE_OTHER: 303, NOT_MODIFIED: 304 },
  ...{ TEMPORARY_REDIRECT: 307, PERMANENT_REDIRECT: 308, BAD_REQUEST: 400, UNAUTHORIZED: 401, PAYMENT_REQUIRED: 402 },
  ...{ FORBIDDEN: 403, NOT_FOUND: 404, METHOD_NOT_ALLOWED: 405, NOT_ACCEPTABLE: 406, REQUEST_TIMEOUT: 408 },
  ...{ CONFLICT: 409, GONE: 410, LENGTH_REQUIRED: 411, PRECONDITION_FAILED: 412, PAYLOAD_TOO_LARGE: 413 },
  ...{ URI_TOO_LONG: 414, UNSUPPORTED_MEDIA_TYPE: 415, EXPECTATION_FAILED: 417, I_AM_A_TEAPOT: 418 },
  ...{ UNPROCESSABLE_ENTITY: 422, LOCKED: 423, FAILED_DEPENDENCY: 424, PRECONDITION_REQUIRED: 428 },
  ...{ TOO_MANY_REQUESTS: 429, INTERNAL_SERVER_ERROR: 500, NOT_IMPLEMENTED: 501, BAD_GATEWAY: 502 },
  ...{ SERVICE_UNAVAILABLE: 503, GATEWAY_TIMEOUT: 504 }
}

/** Nest's decorators of single responses. */
export const RESPONSES: Readonly<Record<string, number>> = {
  ...{ ApiOkResponse: 200, ApiCreatedResponse: 201, ApiAcceptedResponse: 202, ApiNoContentResponse: 204 },
  ...{ ApiBadRequestResponse: 400, ApiUnauthorizedResponse: 401, ApiForbiddenResponse: 403, ApiNotFoundResponse: 404 },
  ...{ ApiNotAcceptableResponse: 406, ApiConflictResponse: 409, ApiGoneResponse: 410 },
  ...{ ApiUnprocessableEntityResponse: 422, ApiTooManyRequestsResponse: 429, ApiInternalServerErrorResponse: 500 }
}

/** Decorators that only describe what Fieldstone reads from the declarations themselves. */
export const DESCRIPTIONS: ReadonlySet<string> = new Set([
  ...['ApiBearerAuth', 'ApiBasicAuth', 'ApiCookieAuth', 'ApiOAuth2', 'ApiSecurity'],
  ...['ApiBody', 'ApiParam', 'ApiQuery', 'ApiHeader', 'ApiExtraModels', 'ApiConsumes', 'ApiProduces']
])

/** Interfaces of what Nest calls around a handler, and what to write for it. */
export const AROUND: Readonly<Record<string, string>> = {
  CanActivate: 'declare a security scheme of this name (docs/security.md); its authenticate does what canActivate does',
  NestMiddleware: 'write middleware (ctx, next) => …, or a security scheme where it checks credentials',
  NestInterceptor: 'write an interceptor (value, ctx) => …, or middleware',
  PipeTransform: 'declare types and rules: inputs are read and checked by them',
  ExceptionFilter: 'use the option errors of the application: format, map'
}
