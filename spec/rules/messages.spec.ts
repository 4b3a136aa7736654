import { expect } from 'chai'
import { IsCreditCard, IsEmail, validateSync } from 'class-validator'
import {
  Application,
  type ApplicationOptions,
  bootstrap,
  type Class,
  type Fault,
  Field,
  type FieldOptions,
  File,
  Integer,
  mapOf,
  oneOf,
  PartialType,
  RequiredType,
  type Service,
  type TypeExpression,
  tupleOf,
  type UploadedFile
} from 'fieldstone'
import { accepted, declarationErrors, refusals, validated } from '../support/bound.js'

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

async function faultsOf(type: TypeExpression, body: unknown): Promise<readonly Fault[]> {
  return (await validated(type, body)).faults ?? []
}

/** A service that takes a form with files. */
function profileService(type: Class): Promise<Service> {
  const routes: ApplicationOptions['routes'] = (router) =>
    router.postFunc('/', async (ctx) => ctx.json(200, await ctx.bindValidated(type)), { requestBody: type })
  return bootstrap(new Application({ title: 'Profiles', version: '1', logger: false, routes }))
}

async function send(service: Service, name: string, content: string) {
  const head = `Content-Disposition: form-data; name="${name}"; filename="a.txt"`
  const headers = { 'content-type': 'multipart/form-data; boundary=X' }
  const payload = `--X\r\n${head}\r\n\r\n${content}\r\n--X--\r\n`
  const { statusCode, body } = await service.inject({ method: 'POST', url: '/', headers, payload })
  const { detail, errors } = JSON.parse(body)
  return { statusCode, detail, errors }
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

  it('replace that of one rule each, and leave the others to `message`', async () => {
    expect(await refusals(Signup, { name: 'ab' })).to.deep.equal(['name is too short'])
    expect(await refusals(Signup, { name: 'abcdef' })).to.deep.equal(['name Signup.name of 6 > 5'])
    expect(await refusals(Signup, { name: 'ABC' })).to.deep.equal(['name is wrong'])
    expect(await refusals(Signup, { name: '1' })).to.deep.equal(['name is too short', 'name is wrong'])
  })

  it('replace those of an absent value and of one of another type', async () => {
    expect(await refusals(Signup, {})).to.deep.equal(['name is missing'])
    expect(await refusals(Signup, { name: 5 })).to.deep.equal(['name is a number'])
    expect(await refusals(Signup, { name: null })).to.deep.equal(['name is a object'])
  })

  it('of a rule do not replace that of an absent value', async () => {
    const Named = withField(String, { minLength: 1, messages: { minLength: 'cannot be blank' } })
    expect(await refusals(Named, {})).to.deep.equal(['value is required'])
    expect(await refusals(Named, { value: '' })).to.deep.equal(['value cannot be blank'])
  })

  it('are those of class-validator, too', async () => {
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
    const Size = withField(String, { enum: ['s', 'm'], messages: { enum: 'is no size', required: 'is missing' } })
    const [ofSize] = validateSync(Object.assign(new Size(), { value: 'x' }))
    expect(ofSize?.constraints).to.deep.equal({ isIn: 'is no size' })
    const { faults, tree } = await validated(Signup, { name: 'ab' })
    expect(faults).to.have.length(1)
    expect(tree).to.have.nested.property('[0].constraints.minLength', 'is too short')
  })

  it('replace those of items, of lists in lists, of tuples, unions and enums', async () => {
    const Tags = withField([String], {
      each: true,
      minLength: 2,
      messages: { minLength: 'is short', type: 'is no tag' }
    })
    expect(await refusals(Tags, { value: ['a', 'bc'] })).to.deep.equal(['value[0] is short'])
    expect(await refusals(Tags, { value: ['bc', 1] })).to.deep.equal(['value[1] is no tag'])
    expect(await refusals(Tags, { value: 'bc' })).to.deep.equal(['value is no tag'])
    const Grid = withField([[Integer]], { messages: { type: ({ value }) => `${value}?` } })
    expect(await refusals(Grid, { value: [[1], [2, 'x']] })).to.deep.equal(['value[1][1] x?'])
    const Point = withField(tupleOf(Integer, Integer), { messages: { minItems: 'needs two', type: 'is no number' } })
    expect(await refusals(Point, { value: [1] })).to.deep.equal(['value needs two'])
    expect(await refusals(Point, { value: [1, 'x'] })).to.deep.equal(['value[1] is no number'])
    const Pair = withField(tupleOf(Integer, Integer), { messages: { maxItems: 'is no more than two' } })
    expect(await refusals(Pair, { value: [1, 2, 3] })).to.deep.equal(['value is no more than two'])
    const Key = withField(oneOf(Integer, String), { messages: { anyOf: 'is no key' } })
    expect(await refusals(Key, { value: true })).to.deep.equal(['value is no key'])
    const Size = withField(String, { enum: ['s', 'm'], messages: { enum: 'is no size' } })
    expect(await refusals(Size, { value: 'x' })).to.deep.equal(['value is no size'])
    const Sizes = withField([String], { enum: ['s', 'm'], messages: { enum: 'is no size' } })
    expect(await refusals(Sizes, { value: ['s', 'x'] })).to.deep.equal(['value[1] is no size'])
  })

  it('are not those of a record within the field', async () => {
    class Line {
      @Field() sku!: string
    }
    const Order = withField([Line], { messages: { type: 'is no line', required: 'is missing' } })
    expect(await refusals(Order, { value: [{}, { sku: 1 }, 'x'] })).to.deep.equal([
      'value[0].sku is required',
      'value[1].sku must be a string',
      'value[2] is no line'
    ])
  })

  it('replace those of decorators that are given as rules, by either of their names', async () => {
    const Card = withField(String, { rules: [IsCreditCard()], messages: { isCreditCard: 'is no card' } })
    expect(await refusals(Card, { value: '1' })).to.deep.equal(['value is no card'])
    const Mail = withField(String, { rules: [IsEmail()], messages: { format: 'is no address' } })
    expect(await refusals(Mail, { value: '1' })).to.deep.equal(['value is no address'])
    expect(await refusals(PartialType(Card as never), { value: '1' })).to.deep.equal(['value is no card'])
  })

  it('are copied to mapped classes, without that of an absent value where it may be absent', async () => {
    expect(await refusals(PartialType(Signup), { name: 'ab' })).to.deep.equal(['name is too short'])
    expect(await accepted(PartialType(Signup), {})).to.deep.equal({})
    expect(await refusals(RequiredType(Signup), {})).to.deep.equal(['name is missing'])
  })

  it('are inherited, and replaced by a field that is declared again', async () => {
    class Child extends Signup {}
    class Other extends Signup {}
    Field(() => String, { minLength: 3, messages: { minLength: 'is tiny' } })(Other.prototype, 'name')
    expect(await refusals(Child, { name: 'ab' })).to.deep.equal(['name is too short'])
    expect(await refusals(Other, { name: 'ab' })).to.include('name is tiny')
  })

  it('replace those of files', async () => {
    class Profile {
      @File({
        maxSize: 2,
        contentTypes: ['image/png'],
        messages: { maxSize: 'is too big', contentType: 'is no image' }
      })
      avatar!: UploadedFile
    }
    const service = await profileService(Profile)
    const { errors } = await send(service, 'avatar', 'a')
    expect(errors).to.deep.equal([{ in: 'body', path: 'avatar', rule: 'contentType', message: 'is no image' }])
  })

  it('of the size of a file is sent as soon as the file is larger, as a 413', async () => {
    class Profile {
      @File({ maxSize: 2, messages: { maxSize: 'is too big' } }) avatar!: UploadedFile
      @File({ maxSize: 2, optional: true }) photo?: UploadedFile
    }
    const service = await profileService(Profile)
    const fault = { in: 'body', rule: 'maxSize', limit: 2 }
    expect(await send(service, 'avatar', 'abc')).to.deep.equal({
      statusCode: 413,
      detail: "Field 'avatar' is too big",
      errors: [{ ...fault, path: 'avatar', message: 'is too big' }]
    })
    expect(await send(service, 'photo', 'abc')).to.deep.equal({
      statusCode: 413,
      detail: "The file 'photo' is larger than 2 bytes",
      errors: [{ ...fault, path: 'photo', message: 'must be at most 2 bytes large' }]
    })
  })

  it('replace those of parameters', async () => {
    const routes: ApplicationOptions['routes'] = (router) =>
      router.getFunc('/items', (ctx) => ctx.json(200, null), {
        parameters: [
          {
            name: 'size',
            in: 'query',
            schema: Integer,
            minimum: 1,
            messages: { minimum: 'must not be less than one' }
          },
          { name: 'key', in: 'query', required: true, messages: { required: 'has to be there' } }
        ]
      })
    const service = await bootstrap(new Application({ title: 'Items', version: '1', logger: false, routes }))
    const { body } = await service.inject({ url: '/items?size=0' })
    expect(JSON.parse(body).errors).to.deep.equal([
      { in: 'query', path: 'size', rule: 'minimum', message: 'must not be less than one', limit: 1 },
      { in: 'query', path: 'key', rule: 'required', message: 'has to be there' }
    ])
  })
})

describe('A wrong message of a field', () => {
  const errorsOf = async (type: TypeExpression, options: object, ...others: PropertyDecorator[]) =>
    await declarationErrors(withField(type, options as FieldOptions, ...others))

  it('names the rule that was meant', async () => {
    const [error] = await errorsOf(String, { minLength: 1, messages: { minLenght: 'cannot be blank' } })
    expect(error).to.equal(
      "FIELD_OPTION_INVALID: messages names 'minLenght', which is no rule of the field (did you mean 'minLength'?), " +
        'Holder.value; its rules are required, minLength, type; a decorator beside @Field has a `message` of its own.'
    )
  })

  it('names a rule that the field does not have', async () => {
    const wrong: [TypeExpression, object, string][] = [
      [String, { messages: { maxLength: 'x' } }, 'maxLength'],
      [String, { optional: true, messages: { required: 'x' } }, 'required'],
      [String, { default: 'a', messages: { required: 'x' } }, 'required'],
      [Integer, { messages: { enum: 'x' } }, 'enum'],
      [[Integer], { uniqueItems: false, messages: { uniqueItems: 'x' } }, 'uniqueItems'],
      [mapOf(String), { messages: { minItems: 'x' } }, 'minItems']
    ]
    for (const [type, options, rule] of wrong) {
      expect(await errorsOf(type, options)).to.have.length(1)
      expect((await errorsOf(type, options))[0]).to.contain(`messages names '${rule}'`)
    }
    expect((await errorsOf(String, { messages: { isEmail: 'x' } }, IsEmail()))[0]).to.contain(
      'has a `message` of its own'
    )
  })

  it('is no text and no function', async () => {
    expect((await errorsOf(String, { minLength: 1, messages: { minLength: 5 } }))[0]).to.contain(
      'the message of minLength is 5'
    )
    expect((await errorsOf(String, { minLength: 1, messages: { minLength: '' } }))[0]).to.contain('minLength is empty')
    expect((await errorsOf(String, { minLength: 1, messages: 'no' }))[0]).to.contain('the option messages is no')
    expect((await errorsOf(String, { minLength: 1, message: 5 }))[0]).to.contain('the option message is 5')
    const map = new Map([['minLength', 'is short']])
    expect((await errorsOf(String, { minLength: 3, messages: map }))[0]).to.contain('the option messages is')
  })

  it('is a promise or no text that a function gives: the field is named, and a promise that fails does not end the process', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    const given = [async () => Promise.reject(new Error('later')), () => undefined, () => 5]
    const errors: unknown[] = []
    for (const minLength of given) {
      const Slow = withField(String, { minLength: 3, messages: { minLength: minLength as never } })
      errors.push(await faultsOf(Slow, { value: 'a' }).catch((error: unknown) => String(error)))
    }
    await new Promise(setImmediate)
    process.off('unhandledRejection', note)
    const start = 'TypeError: The message function of Holder.value returned no text, but'
    expect(errors).to.deep.equal([`${start} a promise`, `${start} undefined`, `${start} a value of type number`])
    expect(unhandled).to.deep.equal([])
  })
})
