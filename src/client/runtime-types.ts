import { code } from './runtime-text.js'

/** The names that the client's own code declares, and those of the platform that it uses as types: no schema has one. */
export const RUNTIME_NAMES = [
  ...['ApiClient', 'ClientOptions', 'ClientCredentials', 'Credential', 'BasicCredential', 'CallOptions', 'CallSuccess'],
  ...['CallFailure', 'CallUnexpected', 'CallError', 'CallOperation', 'NegotiatedOperation', 'AnySuccess', 'AnyFailure'],
  ...[
    'AnyResult',
    'StreamEvent',
    'BodyBytes',
    'HeaderSource',
    'NoArguments',
    'Description',
    'Encoding',
    'Scheme',
    'Sent'
  ],
  ...['Array', 'ArrayBuffer', 'ArrayBufferView', 'AsyncGenerator', 'AsyncIterable', 'AbortSignal', 'Blob', 'Error'],
  ...['Extract', 'FormData', 'Headers', 'Promise', 'ReadableStream', 'Readonly', 'Record', 'RequestInit', 'Response'],
  ...[
    'ReturnType',
    'Uint8Array',
    'Object',
    'String',
    'Number',
    'Boolean',
    'Symbol',
    'Function',
    'Request',
    'Map',
    'Set'
  ]
]

/** The types of calls and results. */
export const CALL_TYPES = code`
/** What each call may have of its own. */
export interface CallOptions {
  /** Aborts the request, and a stream that is being read. */
  readonly signal?: AbortSignal | undefined
  /** Added to the headers of the client, or in the place of one of them. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** In milliseconds, until the response is there as a whole; of a stream, until it begins. */
  readonly timeout?: number | undefined
  /** In place of the client's address. */
  readonly baseUrl?: string | undefined
  /** Anything else that fetch takes: \`{ cache: 'no-store' }\`. */
  readonly init?: RequestInit | undefined
}

/** Headers, or what gives them before each request. */
export type HeaderSource =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>)

/** A response that the document promises, and that is a success. */
export interface CallSuccess<Status, Data, Type extends string | undefined = string | undefined> {
  /** As the document has it: a number, or \`'2XX'\` or \`'default'\`. */
  readonly status: Status
  readonly ok: true
  readonly data: Data
  /** The media type of the document. */
  readonly contentType: Type
  /** The response itself, whose body is read: its headers, its status, its address. */
  readonly response: Response
}

/** A response that the document promises, and that is not a success. */
export interface CallFailure<Status, Data, Type extends string | undefined = string | undefined> {
  /** As the document has it: a number, or \`'4XX'\` or \`'default'\`. */
  readonly status: Status
  readonly ok: false
  readonly data: Data
  /** The media type of the document. */
  readonly contentType: Type
  /** The response itself, whose body is read: its headers, its status, its address. */
  readonly response: Response
}

/** A response that the document does not promise: another status, another media type, or JSON that is none. */
export interface CallUnexpected {
  readonly status: 'unexpected'
  readonly ok: false
  /** The body, as its own media type says. */
  readonly data: unknown
  readonly contentType: string | undefined
  /** What is unexpected. */
  readonly reason: string
  readonly response: Response
}

export type AnySuccess = CallSuccess<number | string, unknown>
export type AnyFailure = CallFailure<number | string, unknown> | CallUnexpected
export type AnyResult = AnySuccess | AnyFailure

/** The arguments of an operation that takes none. */
export type NoArguments = { readonly [name: string]: never }

/** An operation of the document. */
export interface CallOperation<Input extends readonly unknown[], Result extends AnyResult> {
  /** Calls the operation. Rejects only where there is no response: the network failed, or the call was aborted. */
  (...args: [...input: Input, options?: CallOptions]): Promise<Result>
  /** The data of a success; throws a CallError for any other response. */
  orThrow(...args: [...input: Input, options?: CallOptions]): Promise<Extract<Result, AnySuccess>['data']>
  /** The response, whatever it is, its body unread. */
  raw(...args: [...input: Input, options?: CallOptions]): Promise<Response>
  /** Whether \`orThrow\` of this operation threw the error. */
  isError(error: unknown): error is CallError<Extract<Result, AnyFailure>>
}

/** What \`orThrow\` throws for a response that is not a success. */
export class CallError<Result extends AnyFailure = AnyFailure> extends Error {
  override readonly name: string = 'CallError'
  readonly operationId: string
  readonly result: Result

  constructor(operationId: string, result: Result) {
    const { data, response } = result
    const { detail, message, title } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>
    const said = ['reason' in result ? result.reason : undefined, detail, message, title]
    const text = said.find((each) => typeof each === 'string' && each !== '') ?? response.statusText
    super(\`\${operationId}: \${response.status} \${String(text)}\`.trimEnd())
    this.operationId = operationId
    this.result = result
  }
}
`

/** Of operations whose successes have several media types. */
export const NEGOTIATION_TYPES = code`
/** An operation whose successes have several media types: \`accept\` chooses one of them. */
export interface NegotiatedOperation<Input extends readonly unknown[], Result extends AnyResult, Type extends string> {
  /** Calls the operation. Rejects only where there is no response: the network failed, or the call was aborted. */
  <Chosen extends Type = Type>(
    ...args: [...input: Input, options?: CallOptions & { readonly accept?: Chosen | undefined }]
  ): Promise<Extract<Result, AnyFailure> | Extract<Result, CallSuccess<unknown, unknown, Chosen | undefined>>>
  /** The data of a success; throws a CallError for any other response. */
  orThrow<Chosen extends Type = Type>(
    ...args: [...input: Input, options?: CallOptions & { readonly accept?: Chosen | undefined }]
  ): Promise<Extract<Result, CallSuccess<unknown, unknown, Chosen | undefined>>['data']>
  /** The response, whatever it is, its body unread. */
  raw(...args: [...input: Input, options?: CallOptions & { readonly accept?: Type | undefined }]): Promise<Response>
  /** Whether \`orThrow\` of this operation threw the error. */
  isError(error: unknown): error is CallError<Extract<Result, AnyFailure>>
}
`

export const BYTES_TYPE = code`
/** A body of bytes. */
export type BodyBytes = Blob | ArrayBuffer | ArrayBufferView | ReadableStream
`

export const EVENT_TYPE = code`
/** An event of a stream of server-sent events. */
export interface StreamEvent<Name, Data> {
  readonly event: Name
  readonly data: Data
  /** The id of the last event that had one; empty before. */
  readonly id: string
}
`

export const CREDENTIAL_TYPE = code`
/** A credential, or what gives it before each request that needs it. */
export type Credential<Value = string> = Value | (() => Value | undefined | Promise<Value | undefined>)
`

export const BASIC_TYPE = code`
/** A name and a password, also as one text with a colon between them. */
export type BasicCredential = \`\${string}:\${string}\` | { readonly username: string; readonly password: string }
`
