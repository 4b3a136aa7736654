/** Where the inputs of a method are declared: on its parameters, beside it, or on the fields of a request class. */
export type InputForm = 'parameters' | 'inputs' | 'fields'

/** The name of the decorator of each source. */
export const PARAMETER_DECORATORS = {
  path: 'Param',
  query: 'Query',
  header: 'Header',
  cookie: 'Cookie',
  body: 'Body',
  principal: 'Principal',
  context: 'Ctx',
  request: 'Req',
  response: 'Res'
} as const

/** A source of values that the framework itself reads. */
export type KnownSource = keyof typeof PARAMETER_DECORATORS

/** The source of an input's value; `own` for a decorator of the application's own. */
export type ParameterSource = KnownSource | 'own'

/** The name of the function of each source, for an input beside the method. */
const INPUT_FUNCTIONS = {
  path: 'param',
  query: 'query',
  header: 'header',
  cookie: 'cookie',
  body: 'body',
  principal: 'principal',
  context: 'context',
  request: 'request',
  response: 'response'
} as const

/** How errors name the inputs of each form. */
export const INPUT_WORDS = {
  parameters: {
    many: 'parameters',
    remove: 'the decorator',
    add: (example: string) => `a parameter with ${example}, or @Ctx`
  },
  inputs: {
    many: 'inputs',
    remove: 'the input',
    add: (example: string) => `${example}, or let the method take a Context after its inputs`
  },
  fields: {
    many: 'fields',
    remove: 'the field',
    add: (example: string) => `a field with ${example}, or let the method take a Context after the request`
  }
} as const

/** How an input of the source is written in a form: `@Query('page', Integer)`, `query('page', Integer)`. */
export function writtenInput(form: InputForm, source: KnownSource, ...args: readonly (string | undefined)[]): string {
  const called = form === 'inputs' ? INPUT_FUNCTIONS[source] : `@${PARAMETER_DECORATORS[source]}`
  return `${called}(${args.filter((arg) => arg !== undefined).join(', ')})`
}

/** All decorators or functions of inputs, for a remedy. */
export function allInputs(form: InputForm): string {
  const names =
    form === 'inputs' ? Object.values(INPUT_FUNCTIONS) : Object.values(PARAMETER_DECORATORS).map((name) => `@${name}`)
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
