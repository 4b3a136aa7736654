/// <reference types="node" preserve="true" />

export { Application, type ApplicationOptions } from './application/application.js'
export { bootstrap } from './application/bootstrap.js'
export { type Container, DefaultContainer, Injectable } from './application/container.js'
export type { Health, HealthCheck, HealthOptions, HealthReport } from './application/health.js'
export type { Resource } from './application/lifecycle.js'
export { type CloseOptions, type ListenOptions, Service } from './application/service.js'
export type { BodyOptions, ControllerOptions, ParameterDecoratorOptions } from './controller/declarations.js'
export {
  Controller,
  Delete,
  Get,
  Head,
  type OperationDecorator,
  Options,
  Patch,
  Post,
  Put,
  Returns
} from './controller/decorators.js'
export {
  Body,
  Cookie,
  Ctx,
  Header,
  type NamedParameterDecorator,
  Param,
  Query,
  type RecordParameterDecorator,
  Req,
  Res
} from './controller/parameter-decorators.js'
export {
  BadRequest,
  BootstrapError,
  Conflict,
  ContentTooLarge,
  type Fault,
  type FaultPlace,
  Forbidden,
  Gone,
  HttpError,
  type HttpErrorOptions,
  InternalServerError,
  MethodNotAllowed,
  NotAcceptable,
  NotFound,
  ServiceUnavailable,
  type SetupCode,
  SetupError,
  TooManyRequests,
  Unauthorized,
  UnprocessableContent,
  UnsupportedMediaType,
  ValidationError
} from './errors.js'
export type { SentContent } from './http/answer.js'
export { type ApiKeySchemeOptions, apiKeyScheme } from './http/api-key-scheme.js'
export { type BasicSchemeOptions, basicScheme } from './http/basic-scheme.js'
export { type BearerSchemeOptions, bearerScheme } from './http/bearer-scheme.js'
export { INVALID_JSON } from './http/body.js'
export { type ConnectMiddleware, connect } from './http/connect.js'
export type { StreamContent } from './http/content-source.js'
export { type Bindable, Context, type ContextState, type StreamOptions } from './http/context.js'
export type { EventSource, EventStreamOptions, ServerSentEvent } from './http/event-stream.js'
export type { FetchHandler } from './http/fetch-server.js'
export type { FileOptions } from './http/file-reply.js'
export { fileResponses } from './http/file-responses.js'
export type { FormPart } from './http/form-parts.js'
export type { EndedExchange, Exchange, Hooks } from './http/hooks.js'
export type { InjectRequest, InjectResponse } from './http/inject.js'
export type { Level, Logger } from './http/logger.js'
export type { OAuth2Flow, OAuth2Flows } from './http/oauth2-flows.js'
export { type OAuth2SchemeOptions, oauth2Scheme } from './http/oauth2-scheme.js'
export { type OpenIdConnectSchemeOptions, openIdConnectScheme } from './http/open-id-connect-scheme.js'
export type { OverloadOptions } from './http/overload.js'
export type { ErrorFormatter, FormattedError, Problem } from './http/problem.js'
export type { RedirectOptions, RedirectSettings, RedirectStatus } from './http/redirect-target.js'
export { isLocalPath } from './http/redirect-target.js'
export type {
  ContextHandler,
  Method,
  Middleware,
  Next,
  NodeHandler,
  ParameterOption,
  ResponseOption,
  RouteDefinition,
  RouteOptions
} from './http/route.js'
export type { SecurityRequirement } from './http/security.js'
export type { Authenticated, SecurityScheme } from './http/security-scheme.js'
export type { RequestHandler } from './http/server.js'
export type { ListenAddress } from './http/server-listening.js'
export type { ServerOptions } from './http/server-options.js'
export type { CookieOptions } from './http/set-cookie.js'
export type { HttpOptions } from './http/settings.js'
export type { StaticOptions } from './http/static-files.js'
export type { ProxyCheck, ProxyHops, TrustProxy } from './http/trusted-proxies.js'
export type { UploadLimits, UploadOptions } from './http/uploads.js'
export type { Class, ConcreteClass } from './metadata.js'
export type {
  OpenAPIConfig,
  OpenAPIDocument,
  Operation,
  Parameter,
  PathItem,
  Server
} from './openapi/document.js'
export { generateOpenAPISpec } from './openapi/generate.js'
export { Router } from './openapi/router.js'
export { Field } from './record/field.js'
export type { FieldOptions, MessageArguments } from './record/field-declaration.js'
export { File, type FileOptions as FileFieldOptions, Files, type FilesOptions } from './record/file-fields.js'
export { type FileLimits, fileOf } from './record/file-type.js'
export type { FormatName } from './record/formats.js'
export { genericRecord } from './record/generic-record.js'
export { type GroupOptions, inGroups } from './record/groups.js'
export { IntersectionType, OmitType, PartialType, PickType, RequiredType } from './record/mapped.js'
export { Record, type RecordOptions } from './record/record.js'
export type { FieldSchema, RecordSchema, Rule, TypeSchema } from './record/schema.js'
export { tupleOf } from './record/tuple-type.js'
export {
  DateOnly,
  Double,
  enumOf,
  Float,
  Int32,
  Int64,
  Integer,
  mapOf,
  nullable,
  type TypeExpression,
  TypeToken,
  Unknown
} from './record/type-expression.js'
export { type DiscriminatedUnion, oneOf } from './record/union-type.js'
export { UploadedFile } from './record/uploaded-file.js'
export type { ValueOf } from './record/value-of.js'

/** The declared type of a property in a circular import: `@Field(() => Author) author!: Relation<Author>`. */
export type Relation<T> = T
