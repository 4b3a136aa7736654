import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { plainToInstance } from 'class-transformer'
import { IsEmail, IsInt, IsString, MinLength, validateSync } from 'class-validator'
import { compileBinder } from '../../dist/src/record/binder.js'
import { parseType } from '../../dist/src/record/type/type-expression.js'
import { badOrder, badSignup, order, signup } from '../compare/cases.js'
import { OrderDto, SignupDto } from '../dist/peers/dto.js'
import { Order, Signup } from '../dist/server/records.js'
import { contest } from './contest.js'

const text = { type: 'string', minLength: 1 }
const object = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required })
const email = { type: 'string', format: 'email' }

const SIGNUP_SCHEMA = object({
  username: { type: 'string', minLength: 3, maxLength: 20, pattern: '^[A-Za-z0-9]+$' },
  email,
  password: { type: 'string', minLength: 8 }
})
const ORDER_SCHEMA = object(
  {
    customer: object({
      name: text,
      email,
      address: object({ street: text, city: text, zip: { type: 'string', pattern: '^\\d{5}(-\\d{4})?$' } })
    }),
    lines: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: object({ sku: text, qty: { type: 'integer', minimum: 1 }, price: { type: 'number', minimum: 0 } })
    },
    note: { type: 'string', maxLength: 500 }
  },
  ['customer', 'lines']
)

/**
 * Plain input to a checked instance, all faults collected: Fieldstone with generated code and with closures,
 * and class-transformer with class-validator. Ajv checks and builds no instance; parsing the same JSON text is the measure
 * of what matters at all.
 */
export async function contestBinders() {
  const signups = makeTask(Signup, SignupDto, SIGNUP_SCHEMA)
  const orders = makeTask(Order, OrderDto, ORDER_SCHEMA)
  const all = async (suffix = '') => ({
    [`signup, valid${suffix}`]: await signups(signup, true),
    [`signup, invalid${suffix}`]: await signups(badSignup, false),
    [`order of 20 lines, valid${suffix}`]: await orders(order, true),
    [`order of 20 lines, invalid${suffix}`]: await orders(badOrder, false)
  })
  const alone = await all()
  declareDtos(500)
  return { ...alone, ...(await all(', 500 other DTOs')) }
}

function makeTask(record, dto, schema) {
  const type = parseType(record, record.name)
  const binder = compileBinder(type, 'json', 'body')
  const closures = compileBinder(type, 'json', 'body', { generatesCode: false })
  const ajv = new Ajv({ allErrors: true })
  addFormats.default(ajv)
  const check = ajv.compile(schema)
  return async (input, isValid) => {
    const json = JSON.stringify(input)
    const contenders = {
      Fieldstone: () => binder.validate(input),
      'Fieldstone, closures': () => closures.validate(input),
      'class-transformer + class-validator': () => validateSync(plainToInstance(dto, input)),
      Ajv: () => check(input) || check.errors,
      'JSON.parse': () => JSON.parse(json)
    }
    const accepts = {
      Fieldstone: binder.validate(input).faults === undefined,
      'Fieldstone, closures': closures.validate(input).faults === undefined,
      'class-transformer + class-validator': validateSync(plainToInstance(dto, input)).length === 0,
      Ajv: check(input)
    }
    for (const [name, accepted] of Object.entries(accepts)) {
      if (accepted !== isValid) throw new Error(`${name} ${accepted ? 'accepts' : 'refuses'} ${json}`)
    }
    return contest(contenders)
  }
}

/** An application has more classes than the one that is bound: class-validator looks through all of them. */
function declareDtos(count) {
  for (let index = 0; index < count; index++) {
    const target = class {}
    IsString()(target.prototype, 'name')
    MinLength(2)(target.prototype, 'name')
    IsEmail()(target.prototype, 'email')
    IsInt()(target.prototype, 'count')
  }
}
