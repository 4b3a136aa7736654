/// <reference types="node" preserve="true" />

export { Application, type ApplicationOptions, type DescribedDocument } from './application/application.js'
export { bootstrap } from './application/bootstrap.js'
export { type Container, DefaultContainer, Injectable } from './application/container.js'
export { type ApplicationDescription, describeApplication } from './application/describe-application.js'
export type { Health, HealthCheck, HealthOptions, HealthReport } from './application/health.js'
export type { Resource } from './application/lifecycle.js'
export type { BootstrapOptions } from './application/registration.js'
export { type CloseOptions, type ListenOptions, Service } from './application/service.js'
export type { Provider, ResolveService } from './application/services.js'
export type {
  ControllerOptions,
  MethodOptions,
  ParameterDecoratorOptions,
  PrincipalOptions
} from './controller/declarations.js'
export type { Input } from './controller/input.js'
export {
  body,
  context,
  cookie,
  header,
  type InputValue,
  type ParameterInput,
  param,
  principal,
  query,
  request,
  response
} from './controller/inputs.js'
export {
  createParameterDecorator,
  type InputValues,
  type OwnDecorator,
  type OwnDecoratorOptions,
  type OwnInputs
} from './controller/own-decorator.js'
export {
  Body,
  Cookie,
  Ctx,
  Header,
  type NamedParameterDecorator,
  Param,
  Principal,
  Query,
  type RecordParameterDecorator,
  Req,
  Res
} from './controller/parameter-decorators.js'
export type { GivenDecorator, InputDecorator } from './controller/parameter-signature.js'
export type { PrincipalValue } from './controller/principal-input.js'
export type { ReturnsDecorator } from './controller/result-signature.js'
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
  QueryMethod,
  Returns,
  Trace
} from './controller/route-decorators.js'
export type { RouteDecorator } from './controller/route-signature.js'
export type { ControllerGroup } from './controller/scan/controller-list.js'
export { defineCallback, defineWebhook } from './controller/scan/outgoing-class.js'
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
export type { Extensions } from './extensions.js'
export type { FormPart } from './http/body/form-parts.js'
export { INVALID_JSON } from './http/body/request-body.js'
export type { UploadLimits, UploadMemory, UploadOptions } from './http/body/uploads.js'
export {
  type DeclaredType,
  defineExample,
  type ExampleOption,
  type ExampleOptions,
  type MediaOption,
  SharedExample
} from './http/content-options.js'
export {
  type Bindable,
  Context,
  type ContextState,
  type MatchedRoute,
  type Resolve,
  type SentContent,
  type StatePrincipal,
  type StreamOptions
} from './http/context.js'
export type { ExternalDocs, Server, ServerVariable } from './http/document-options.js'
export type { ErrorMapping, ErrorsOptions, ValidationStatus } from './http/error-form.js'
export type { FetchHandler } from './http/fetch/handler.js'
export type { InjectRequest, InjectResponse } from './http/fetch/inject.js'
export type { EndedExchange, Exchange, Hooks } from './http/hooks.js'
export { defineLink, type LinkedMethod, type LinkOption, SharedLink } from './http/link-options.js'
export type { Level, Logger } from './http/logger.js'
export type {
  ByStatus,
  CallbackOption,
  CallbackOptions,
  DeclaredResponse,
  HeaderOption,
  Method,
  ParameterOption,
  ResponseOption,
  ResponseStatus,
  SecurityRequirement
} from './http/operation-options.js'
export type { RedirectOptions, RedirectSettings, RedirectStatus } from './http/origin/redirect-target.js'
export { isLocalPath } from './http/origin/redirect-target.js'
export type { ProxyCheck, ProxyHops, TrustProxy } from './http/origin/trusted-proxies.js'
export { OutgoingOperations } from './http/outgoing-operations.js'
export type { OverloadOptions } from './http/overload-options.js'
export type { PrincipalOf, PrincipalSource } from './http/principal.js'
export { Problem } from './http/problem.js'
export type { EventSource, EventStreamOptions, ServerSentEvent } from './http/reply/event-stream.js'
export type { FileOptions, StaticOptions } from './http/reply/file.js'
export type { ResponseHeaderValue } from './http/reply/header-text.js'
export type { StreamContent } from './http/reply/stream-source.js'
export type { BodyOptions, RequestBodyOption } from './http/request-body-options.js'
export { fileResponses } from './http/response/content-types.js'
export type { ResponseCheckMode, ResponseCheckOptions, ResponseChecks } from './http/response-checks.js'
export type {
  ConnectMiddleware,
  ContextHandler,
  Interceptor,
  Middleware,
  Next,
  NodeHandler,
  RequestHandler,
  RouteDefinition,
  RouteOptions
} from './http/route.js'
export type { Routes } from './http/routes.js'
export { connect } from './http/routing/connect.js'
export type { RouteMatch } from './http/routing/route-matching.js'
export { type ApiKeySchemeOptions, apiKeyScheme } from './http/security/api-key.js'
export { type BasicSchemeOptions, basicScheme } from './http/security/basic.js'
export { type BearerSchemeOptions, bearerScheme } from './http/security/bearer.js'
export { type MutualTLSSchemeOptions, mutualTLSScheme } from './http/security/mutual-tls.js'
export { type OAuth2SchemeOptions, oauth2Scheme } from './http/security/oauth2.js'
export { type OpenIdConnectSchemeOptions, openIdConnectScheme } from './http/security/open-id-connect.js'
export {
  ApiKeyScheme,
  BasicScheme,
  BearerScheme,
  MutualTLSScheme,
  OAuth2Scheme,
  OpenIdConnectScheme,
  type SecuritySchemeClass
} from './http/security/scheme-classes.js'
export type { Authenticated, OAuth2Flow, OAuth2Flows, SecurityScheme } from './http/security-scheme.js'
export type { ListenAddress } from './http/server/listening.js'
export type { ServerOptions } from './http/server/options.js'
export type { HttpOptions } from './http/settings.js'
export type { CookieOptions } from './http/syntax/cookies.js'
export type { HeaderVersioning, MediaTypeVersioning, PathVersioning, VersioningOptions } from './http/versioning.js'
export type { ResponseViolation } from './http/violation-reports.js'
export type { Class, ConcreteClass } from './metadata.js'
export type {
  Contact,
  DocumentOptions,
  DocumentRoute,
  EditableDocument,
  License,
  MediaType,
  OpenAPIConfig,
  OpenAPIDocument,
  Operation,
  OperationRoute,
  Parameter,
  PathItem,
  PathOption,
  PathOptions,
  SecuritySchemeObject,
  Tag,
  TagGroup
} from './openapi/document.js'
export { generateOpenAPISpec } from './openapi/generate.js'
export type { DocsOAuth2Options, DocsOptions, DocsUIOptions } from './openapi/page/page-options.js'
export { Router } from './openapi/serving/documented-router.js'
export { toYAML } from './openapi/serving/yaml-text.js'
export { checkOptions, type KnownOption, type OptionCheck, type OptionTable } from './options.js'
export { Field } from './record/field/field.js'
export type { FieldMessages, FieldOptions, MessageArguments, RuleMessage } from './record/field/field-declaration.js'
export type { FieldDecorator, MemberKey } from './record/field/field-signature.js'
export {
  File,
  type FileLimits,
  type FileOptions as FileFieldOptions,
  Files,
  type FilesOptions,
  fileOf
} from './record/field/file-fields.js'
export { genericRecord } from './record/field/generic-record.js'
export { type GroupOptions, inGroups } from './record/field/groups.js'
export { IntersectionType, OmitType, PartialType, PickType, RequiredType } from './record/field/mapped.js'
export { Record, type RecordOptions } from './record/field/record.js'
export { defineFormat, type FormatOptions, OwnFormat, type OwnFormats } from './record/format/own-format.js'
export type { OpenAPIVersion } from './record/json-schema/schema-dialect.js'
export type { FormatName } from './record/rule/field-rules.js'
export type { ValueOf } from './record/type/declared-value.js'
export type { QueryStyle, UnknownFields } from './record/type/schema.js'
export type { SchemaObject } from './record/type/schema-object.js'
export type {
  StandardIssue,
  StandardJsonOptions,
  StandardResult,
  StandardSchema
} from './record/type/standard-schema.js'
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
  tupleOf,
  Unknown
} from './record/type/type-expression.js'
export { TypeToken } from './record/type/type-token.js'
export { type DiscriminatedUnion, oneOf } from './record/type/union-type.js'
export { UploadedFile } from './record/type/uploaded-file.js'

/** The declared type of a property in a circular import: `@Field(() => Author) author!: Relation<Author>`. */
export type Relation<T> = T
