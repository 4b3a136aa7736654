import { type Fault, type FaultPlace } from '../errors.js'
import type { Class } from '../metadata.js'
import { Field } from '../record/field/field.js'
import { ownFields } from '../record/field/field-declaration.js'
import { Record, recordCount } from '../record/field/record.js'
import { hasFieldsAlone } from '../record/field/registration.js'
import { isAnnotated } from '../record/json-schema/plain-record.js'
import { isDecorated } from '../record/library/transformation-metadata.js'
import { Double, Int32 } from '../record/type/type-expression.js'
import { oneOf } from '../record/type/union-type.js'
import type { StatusError } from './lifetime/thrown-value.js'
import { reasonPhrase } from './reply/reason-phrase.js'

/** The media type of RFC 9457. */
export const PROBLEM_TYPE = 'application/problem+json'

/** A fault as the check of a request reports it. */
export const EXAMPLE_FAULT: Fault = {
  in: 'body',
  path: 'lines[3].sku',
  rule: 'minLength',
  message: 'must be at least 3 characters long',
  limit: 3
}

const PLACES: readonly FaultPlace[] = ['body', 'query', 'path', 'header', 'cookie']

/** {@link Fault} as a record. */
export class FaultRecord {
  readonly in!: FaultPlace
  readonly path!: string
  readonly rule!: string
  readonly message!: string
  readonly limit?: number | string
}

/**
 * An error as it is sent: RFC 9457, section 3.1. A record, which responses can declare and other records can extend.
 *
 * @example
 * class OutOfCredit extends Problem {
 *   \@Field() balance!: number
 * }
 */
export class Problem {
  /** What kind of problem it is, as a URI. The framework sends `about:blank`: the status says it (section 4.2.1). */
  readonly type!: string
  /** The reason phrase of the status. */
  readonly title!: string
  /** The status of the response, 400 to 599. */
  readonly status!: number
  /** What went wrong this time, to be read by a person. */
  readonly detail!: string
  /** What is wrong with the request, one entry a fault. */
  readonly errors?: readonly Fault[]
}

// The bundle cannot have what TypeScript makes of decorators: it reads `this` at the top level of a module.
describeRecord(FaultRecord, 'Fault', 'One thing wrong with a request.', {
  in: Field(() => String, { enum: PLACES, example: EXAMPLE_FAULT.in }),
  path: Field(() => String, {
    description: 'The way to the value; empty for the whole body.',
    example: EXAMPLE_FAULT.path
  }),
  rule: Field(() => String, { description: 'The keyword or rule that was broken.', example: EXAMPLE_FAULT.rule }),
  message: Field(() => String, { example: EXAMPLE_FAULT.message }),
  limit: Field(() => oneOf(Double, String), {
    description: 'The value that the rule was declared with: a bound, a length, the name of a format.',
    optional: true,
    example: EXAMPLE_FAULT.limit
  })
})
describeRecord(Problem, 'Problem', 'An error, as RFC 9457 describes it.', {
  type: Field(() => String, { example: 'about:blank' }),
  title: Field(() => String, { description: 'The reason phrase of the status.' }),
  status: Field(() => Int32, { minimum: 400, maximum: 599 }),
  detail: Field(() => String, { description: 'What went wrong this time, to be read by a person.' }),
  errors: Field(() => [FaultRecord], {
    description: 'What is wrong with the request, one entry a fault.',
    optional: true
  })
})

function describeRecord<T extends object>(
  target: new () => T,
  name: string,
  description: string,
  fields: { readonly [Name in keyof Required<T>]: unknown }
): void {
  for (const [property, decorate] of Object.entries(fields)) (decorate as PropertyDecorator)(target.prototype, property)
  // RFC 9457, section 3.2: a problem may have members that are not described.
  Record({ name, description, unknownFields: 'strip' })(target, undefined as never)
}

const OWN: readonly Class[] = [Problem, FaultRecord]
const DECLARED = OWN.map(countOf)

/** How many `@Field` and `@Record` a class has. */
function countOf(target: Class): number {
  return ownFields(target).length + recordCount(target)
}

/** Whether the records of errors are as they are declared here: an application may add fields, rules and annotations to them. */
export function areOwnRecordsUnchanged(): boolean {
  return OWN.every((target, index) => {
    const fields = ownFields(target)
    return (
      countOf(target) === DECLARED[index] &&
      hasFieldsAlone(target) &&
      !isDecorated(target) &&
      !isAnnotated(target, fields)
    )
  })
}

/** The error as a problem. */
export function problemOf(error: StatusError): Problem {
  const { status, detail, faults } = error
  const problem = { type: 'about:blank', title: reasonPhrase(status), status, detail }
  return faults === undefined ? problem : { ...problem, errors: faults }
}
