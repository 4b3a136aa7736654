import { expect } from 'chai'
import {
  ArrayMaxSize,
  Contains,
  IsCreditCard,
  IsDateString,
  IsEmail,
  IsIn,
  IsString,
  Length,
  Matches,
  MaxDate,
  Min,
  ValidateBy,
  validateSync
} from 'class-validator'
import {
  type Fault,
  Field,
  type FieldOptions,
  File,
  Integer,
  mapOf,
  oneOf,
  PartialType,
  RequiredType,
  type TypeExpression,
  tupleOf,
  UploadedFile
} from 'fieldstone'
import { HttpRouter } from '../../../src/http/exchange/router.js'
import { inject } from '../../../src/http/fetch/inject.js'
import { compileBinder } from '../../../src/record/binder.js'
import { recordSchemaOf } from '../../../src/record/model/registry.js'
import type { Bound } from '../../../src/record/type/fault-list.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { accepted, refusals, setupErrors, validated } from '../../support/binding.js'

/** A class with one field, `value`. */
function withField(type: TypeExpression, options?: FieldOptions, ...others: PropertyDecorator[]) {
  class Holder {
    value: unknown
  }
  for (const decorate of [Field(() => type as never, options), ...others]) {
    ;(decorate as PropertyDecorator)(Holder.prototype, 'value')
  }
  return Holder
}

function faultsOf(type: TypeExpression, body: unknown): readonly Fault[] {
  return validated(type, body).faults ?? []
}

/** Of the field `value`: the faults without their place and path. */
function found(type: TypeExpression, value: unknown): object[] {
  return faultsOf(type, { value }).map(({ in: _place, path: _path, ...rest }) => rest)
}

describe('The messages of a field', () => {
  class Signup {
    @Field({
      minLength: 3,
      maxLength: 5,
      pattern: '^[a-z]*$',
      messages: {
        minLength: 'is too short',
        maxLength: ({ value, constraints, property, targetName }) =>
          `${targetName}.${property} of ${String(value).length} > ${constraints[0]}`,
        required: 'is missing',
        type: ({ value }) => `is a ${typeof value}`
      },
      message: 'is wrong'
    })
    name!: string
  }

  it('replace that of one rule each, and leave the others to `message`', () => {
    expect(refusals(Signup, { name: 'ab' })).to.deep.equal(['name is too short'])
    expect(refusals(Signup, { name: 'abcdef' })).to.deep.equal(['name Signup.name of 6 > 5'])
    expect(refusals(Signup, { name: 'ABC' })).to.deep.equal(['name is wrong'])
    expect(refusals(Signup, { name: '1' })).to.deep.equal(['name is too short', 'name is wrong'])
  })

  it('replace those of an absent value and of one of another type', () => {
    expect(refusals(Signup, {})).to.deep.equal(['name is missing'])
    expect(refusals(Signup, { name: 5 })).to.deep.equal(['name is a number'])
    expect(refusals(Signup, { name: null })).to.deep.equal(['name is a object'])
  })

  it('of a rule do not replace that of an absent value', () => {
    const Named = withField(String, { minLength: 1, messages: { minLength: 'cannot be blank' } })
    expect(refusals(Named, {})).to.deep.equal(['value is required'])
    expect(refusals(Named, { value: '' })).to.deep.equal(['value cannot be blank'])
  })

  it('are those of class-validator, too', () => {
    const constraints = (value: unknown) =>
      validateSync(Object.assign(new Signup(), value)).map((error) => error.constraints)
    expect(constraints({ name: 'AB' })).to.deep.equal([{ minLength: 'is too short', matches: 'is wrong' }])
    expect(constraints({})).to.deep.equal([
      {
        minLength: 'is too short',
        maxLength: 'Signup.name of 9 > 5',
        matches: 'is wrong',
        isString: 'is a undefined',
        isDefined: 'is missing'
      }
    ])
    const { faults, tree } = validated(Signup, { name: 'ab' }) as { faults: object; tree: () => object[] }
    expect(faults).to.have.length(1)
    expect(tree()).to.have.nested.property('[0].constraints.minLength', 'is too short')
  })

  it('replace those of items, of lists in lists, of tuples, unions and enums', () => {
    const Tags = withField([String], {
      each: true,
      minLength: 2,
      messages: { minLength: 'is short', type: 'is no tag' }
    })
    expect(refusals(Tags, { value: ['a', 'bc'] })).to.deep.equal(['value[0] is short'])
    expect(refusals(Tags, { value: ['bc', 1] })).to.deep.equal(['value[1] is no tag'])
    expect(refusals(Tags, { value: 'bc' })).to.deep.equal(['value is no tag'])
    const Grid = withField([[Integer]], { messages: { type: ({ value }) => `${value}?` } })
    expect(refusals(Grid, { value: [[1], [2, 'x']] })).to.deep.equal(['value[1][1] x?'])
    const Point = withField(tupleOf(Integer, Integer), { messages: { minItems: 'needs two', type: 'is no number' } })
    expect(refusals(Point, { value: [1] })).to.deep.equal(['value needs two'])
    expect(refusals(Point, { value: [1, 'x'] })).to.deep.equal(['value[1] is no number'])
    const Key = withField(oneOf(Integer, String), { messages: { anyOf: 'is no key' } })
    expect(refusals(Key, { value: true })).to.deep.equal(['value is no key'])
    const Size = withField(String, { enum: ['s', 'm'], messages: { enum: 'is no size' } })
    expect(refusals(Size, { value: 'x' })).to.deep.equal(['value is no size'])
    const Sizes = withField([String], { enum: ['s', 'm'], messages: { enum: 'is no size' } })
    expect(refusals(Sizes, { value: ['s', 'x'] })).to.deep.equal(['value[1] is no size'])
  })

  it('are not those of a record within the field', () => {
    class Line {
      @Field() sku!: string
    }
    const Order = withField([Line], { messages: { type: 'is no line', required: 'is missing' } })
    expect(refusals(Order, { value: [{}, { sku: 1 }, 'x'] })).to.deep.equal([
      'value[0].sku is required',
      'value[1].sku must be a string',
      'value[2] is no line'
    ])
  })

  it('replace those of decorators that are given as rules, by either of their names', () => {
    const Card = withField(String, { rules: [IsCreditCard()], messages: { isCreditCard: 'is no card' } })
    expect(refusals(Card, { value: '1' })).to.deep.equal(['value is no card'])
    const Mail = withField(String, { rules: [IsEmail()], messages: { format: 'is no address' } })
    expect(refusals(Mail, { value: '1' })).to.deep.equal(['value is no address'])
    expect(refusals(PartialType(Card as never), { value: '1' })).to.deep.equal(['value is no card'])
  })

  it('are copied to mapped classes, without that of an absent value where it may be absent', () => {
    expect(refusals(PartialType(Signup), { name: 'ab' })).to.deep.equal(['name is too short'])
    expect(accepted(PartialType(Signup), {})).to.deep.equal({})
    expect(refusals(RequiredType(Signup), {})).to.deep.equal(['name is missing'])
  })

  it('are inherited, and replaced by a field that is declared again', () => {
    class Child extends Signup {}
    class Other extends Signup {}
    Field(() => String, { minLength: 3, messages: { minLength: 'is tiny' } })(Other.prototype, 'name')
    expect(refusals(Child, { name: 'ab' })).to.deep.equal(['name is too short'])
    expect(refusals(Other, { name: 'ab' })).to.include('name is tiny')
  })

  it('replace those of files', () => {
    class Profile {
      @File({
        maxSize: 2,
        contentTypes: ['image/png'],
        messages: { maxSize: 'is too big', contentType: 'is no image' }
      })
      avatar!: UploadedFile
    }
    const avatar = new UploadedFile({
      field: 'avatar',
      filename: 'a.txt',
      contentType: 'text/plain',
      size: 3,
      path: '/none'
    })
    const { faults } = validated(Profile, { avatar })
    expect(faults).to.deep.equal([
      { in: 'body', path: 'avatar', rule: 'maxSize', message: 'is too big', limit: 2 },
      { in: 'body', path: 'avatar', rule: 'contentType', message: 'is no image' }
    ])
  })

  it('of the size of a file is sent as soon as the file is larger, as a 413', async () => {
    class Profile {
      @File({ maxSize: 2, messages: { maxSize: 'is too big' } }) avatar!: UploadedFile
      @File({ maxSize: 2, optional: true }) photo?: UploadedFile
    }
    const router = new HttpRouter()
    router.postFunc('/', async (ctx) => ctx.json(200, await ctx.bindValidated(Profile)), { requestBody: Profile })
    const send = async (name: string) => {
      const head = `Content-Disposition: form-data; name="${name}"; filename="a.txt"`
      const headers = { 'content-type': 'multipart/form-data; boundary=X' }
      const payload = `--X\r\n${head}\r\n\r\nabc\r\n--X--\r\n`
      const { statusCode, body } = await inject(router.handler, { method: 'POST', url: '/', headers, payload })
      const { detail, errors } = JSON.parse(body)
      return { statusCode, detail, errors }
    }
    const fault = { in: 'body', rule: 'maxSize', limit: 2 }
    expect(await send('avatar')).to.deep.equal({
      statusCode: 413,
      detail: "Field 'avatar' is too big",
      errors: [{ ...fault, path: 'avatar', message: 'is too big' }]
    })
    expect(await send('photo')).to.deep.equal({
      statusCode: 413,
      detail: "The file 'photo' is larger than 2 bytes",
      errors: [{ ...fault, path: 'photo', message: 'must be at most 2 bytes large' }]
    })
  })

  it('replace those of parameters', async () => {
    const router = new HttpRouter()
    router.getFunc('/items', (ctx) => ctx.json(200, null), {
      parameters: [
        { name: 'size', in: 'query', schema: Integer, minimum: 1, messages: { minimum: 'must not be less than one' } },
        { name: 'key', in: 'query', required: true, messages: { required: 'has to be there' } }
      ]
    })
    const { body } = await inject(router.handler, { url: '/items?size=0' })
    expect(JSON.parse(body).errors).to.deep.equal([
      { in: 'query', path: 'size', rule: 'minimum', message: 'must not be less than one', limit: 1 },
      { in: 'query', path: 'key', rule: 'required', message: 'has to be there' }
    ])
  })
})

describe('A wrong message of a field', () => {
  const errorsOf = (type: TypeExpression, options: object, ...others: PropertyDecorator[]) =>
    setupErrors(() => recordSchemaOf(withField(type, options as FieldOptions, ...others)))

  it('names the rule that was meant', () => {
    const [error] = errorsOf(String, { minLength: 1, messages: { minLenght: 'cannot be blank' } })
    expect(error).to.equal(
      "FIELD_OPTION_INVALID: messages names 'minLenght', which is no rule of the field (did you mean 'minLength'?), " +
        'Holder.value; its rules are required, minLength, type; a decorator beside @Field has a `message` of its own.'
    )
  })

  it('names a rule that the field does not have', () => {
    const wrong: [TypeExpression, object, string][] = [
      [String, { messages: { maxLength: 'x' } }, 'maxLength'],
      [String, { optional: true, messages: { required: 'x' } }, 'required'],
      [String, { default: 'a', messages: { required: 'x' } }, 'required'],
      [Integer, { messages: { enum: 'x' } }, 'enum'],
      [[Integer], { uniqueItems: false, messages: { uniqueItems: 'x' } }, 'uniqueItems'],
      [mapOf(String), { messages: { minItems: 'x' } }, 'minItems']
    ]
    for (const [type, options, rule] of wrong) {
      expect(errorsOf(type, options)).to.have.length(1)
      expect(errorsOf(type, options)[0]).to.contain(`messages names '${rule}'`)
    }
    expect(errorsOf(String, { messages: { isEmail: 'x' } }, IsEmail())[0]).to.contain('has a `message` of its own')
  })

  it('is no text and no function', () => {
    expect(errorsOf(String, { minLength: 1, messages: { minLength: 5 } })[0]).to.contain(
      'the message of minLength is 5'
    )
    expect(errorsOf(String, { minLength: 1, messages: { minLength: '' } })[0]).to.contain('minLength is empty')
    expect(errorsOf(String, { minLength: 1, messages: 'no' })[0]).to.contain('the option messages is no')
    expect(errorsOf(String, { minLength: 1, message: 5 })[0]).to.contain('the option message is 5')
    const map = new Map([['minLength', 'is short']])
    expect(errorsOf(String, { minLength: 3, messages: map })[0]).to.contain('the option messages is')
  })

  it('is a promise or no text that a function gives: the field is named, and a promise that fails does not end the process', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    const given = [async () => Promise.reject(new Error('later')), () => undefined, () => 5]
    const errors = given.map((minLength) => {
      const Slow = withField(String, { minLength: 3, messages: { minLength: minLength as never } })
      try {
        return faultsOf(Slow, { value: 'a' })
      } catch (error) {
        return String(error)
      }
    })
    await new Promise(setImmediate)
    process.off('unhandledRejection', note)
    const start = 'TypeError: The message function of Holder.value returned no text, but'
    expect(errors).to.deep.equal([`${start} a promise`, `${start} undefined`, `${start} a value of type number`])
    expect(unhandled).to.deep.equal([])
  })
})

describe('A fault', () => {
  it('carries the value of its rule', () => {
    expect(found(withField(String, { minLength: 1 }), '')).to.deep.equal([
      { rule: 'minLength', message: 'must be at least 1 character long', limit: 1 }
    ])
    const limitOf = (type: TypeExpression, value: unknown) => faultsOf(type, { value })[0]?.limit
    expect(limitOf(withField(Number, { multipleOf: 0.5 }), 0.3)).to.equal(0.5)
    expect(limitOf(withField(Number, { exclusiveMaximum: 2 }), 2)).to.equal(2)
    expect(limitOf(withField([String], { maxItems: 1 }), ['a', 'b'])).to.equal(1)
    expect(limitOf(withField([String], { each: true, maxLength: 1 }), ['ab'])).to.equal(1)
    expect(limitOf(withField(String, { format: 'email' }), 'x')).to.equal('email')
    expect(limitOf(withField(tupleOf(Integer, Integer)), [1])).to.equal(2)
  })

  it("carries that of class-validator's own decorators", () => {
    class Dto {
      @Min(1) amount!: number
      @IsString() @Length(2, 4) code!: string
      @ArrayMaxSize(1) @IsString({ each: true }) tags!: string[]
      @MaxDate(new Date(0)) at!: Date
      @Contains('@') mail!: string
      @IsEmail() other!: string
    }
    const given = { amount: 0, code: 'a', tags: ['a', 'b'], at: '2024-05-17T08:30:00Z', mail: 'x', other: 'x' }
    expect(faultsOf(Dto, given).map(({ path, rule, limit }) => [path, rule, limit])).to.deep.equal([
      ['amount', 'minimum', 1],
      ['code', 'length', 2],
      ['tags', 'maxItems', 1],
      ['at', 'maxDate', '1970-01-01T00:00:00.000Z'],
      ['mail', 'contains', '@'],
      ['other', 'format', 'email']
    ])
    const long = faultsOf(Dto, { ...given, code: 'abcde' }).find(({ path }) => path === 'code')
    expect(long?.limit, 'the bound that is broken').to.equal(4)
  })

  it('shows no expression, no list of values, and no argument of a constraint of your own', () => {
    class Dto {
      @Matches(/^secret-\d+$/, { message: 'is no key' }) key!: string
      @IsIn(['a', 'b']) choice!: string
      @IsDateString() day!: string
      @ValidateBy({ name: 'isMine', constraints: [5, 'internal'], validator: { validate: () => false } }) own!: string
    }
    const faults = faultsOf(Dto, { key: 'x', choice: 'c', day: 'x', own: 'x' })
    expect(faults.map(({ path }) => path)).to.have.members(['key', 'choice', 'day'])
    for (const fault of faults) expect(fault).to.have.all.keys('in', 'path', 'rule', 'message')
    const [own] = faultsOf(Dto, { key: 'secret-1', choice: 'a', day: '2024-05-17', own: 'x' })
    expect(own).to.include({ rule: 'isMine' }).and.not.have.property('limit')
    const [listed] = faultsOf(withField(String, { pattern: '^a$' }), { value: 'b' })
    expect(listed).not.to.have.property('limit')
  })

  it('has the place and the limit of what is wrong within lists of lists and maps', () => {
    class Cell {
      @Field({ maxLength: 2 }) text!: string
    }
    const Table = withField([[Cell]])
    expect(faultsOf(Table, { value: [[], [{ text: 'a' }, { text: 'abc' }]] })).to.deep.equal([
      {
        in: 'body',
        path: 'value[1][1].text',
        rule: 'maxLength',
        message: 'must be at most 2 characters long',
        limit: 2
      }
    ])
    const Named = withField(mapOf([Cell]))
    expect(faultsOf(Named, { value: { 'two words': [{ text: 'abc' }] } })).to.deep.include.members([
      {
        ...{ in: 'body', path: 'value["two words"][0].text', rule: 'maxLength' },
        ...{ message: 'must be at most 2 characters long', limit: 2 }
      }
    ])
    const Sets = withField([[Integer]], { uniqueItems: true, maxItems: 2 })
    expect(faultsOf(Sets, { value: [[1], [2], [1]] })).to.deep.equal([
      { in: 'body', path: 'value', rule: 'maxItems', message: 'must have at most 2 items', limit: 2 },
      { in: 'body', path: 'value', rule: 'uniqueItems', message: 'must not hold the same item twice' }
    ])
  })

  it('is not repeated where several rules of a field have one message', () => {
    const Code = withField(String, { minLength: 5, pattern: '^\\d+$', message: 'is no code' })
    expect(found(Code, 'ab')).to.deep.equal([{ rule: 'minLength', message: 'is no code', limit: 5 }])
    const Codes = withField([String], { each: true, minLength: 5, pattern: '^\\d+$', message: 'is no code' })
    expect(refusals(Codes, { value: ['a', 'b'] })).to.deep.equal(['value[0] is no code', 'value[1] is no code'])
    const many = faultsOf(Codes, { value: Array.from('abcdefghi') }) ?? []
    expect(many.map(({ path, rule }) => `${path} ${rule}`)).to.deep.equal(
      Array.from('abcdefghi', (_, index) => `value[${index}] minLength`)
    )
  })

  it('of a record that is wrong in a response has its limit, too', () => {
    const type = parseType(withField(String, { maxLength: 1 }), 'here')
    const bound = compileBinder(type, 'json', 'body', { direction: 'response' }).validate({ value: 'ab' })
    expect((bound as Bound<unknown>).faults?.[0]).to.include({ path: 'value', limit: 1 })
  })
})
