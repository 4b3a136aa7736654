import { expect } from 'chai'
import { IsInt } from 'class-validator'
import {
  Body,
  body,
  type Context,
  Controller,
  Ctx,
  Field,
  Get,
  header,
  Integer,
  Param,
  Post,
  Put,
  param,
  Query,
  query
} from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'

class Book {
  @Field() title!: string
}

class Paging {
  @Field(() => Integer, { default: 1 }) page!: number
}

class FindBook {
  @Param(() => Integer) id!: number
}

/** The messages, without the code that all of them have. */
async function messages(controller: unknown): Promise<string[]> {
  const errors = await setupErrorsOf([controller])
  return errors.map(({ message }) => message.replace('PARAMETER_INVALID: ', ''))
}

/** A decorator that the compiler would reject where it is. */
const unchecked = (decorator: unknown) => decorator as MethodDecorator

/** Something that the compiler would reject. */
const untyped = (value: unknown) => value as never

describe('setup errors of inputs beside a method', () => {
  it('report what is not an input, and the rest of the route with it', async () => {
    @Controller('/books')
    class BookController {
      @Put('/{id}', untyped(param('key')), untyped(Book), untyped(Body(Book)), untyped('id'), untyped([Book]))
      replace(_key: string, _a: unknown, _b: unknown, _c: unknown, _d: unknown) {}
      @Get('/a', untyped({ summary: 'A' }), param('id', Integer))
      options(_a: unknown, _b: unknown) {}
      @unchecked(Get('/b', untyped(undefined), untyped({})))
      nothing(_ctx: Context) {}
    }
    const write = 'write param(…), query(…), header(…), cookie(…) or body(…)'
    expect(await messages(BookController)).to.deep.equal([
      'the class Book is not an input, BookController.replace, input 2; write body(Book) or query(Book).',
      `a function is not an input, BookController.replace, input 3; ${write}: decorators such as @Param are for parameters and fields.`,
      `"id" is not an input, BookController.replace, input 4; ${write}.`,
      `a list is not an input, BookController.replace, input 5; ${write}.`,
      "the path /books/{id} has no parameter 'key', BookController.replace; write {key} in the path or remove the input.",
      `an object is not an input, BookController.options, input 1; ${write}; the options come last, in one object.`,
      "the path /books/a has no parameter 'id', BookController.options; write {id} in the path or remove the input.",
      `undefined is not an input, BookController.nothing, input 1; ${write}.`
    ])
  })

  it('report a last argument that is an object, but not a literal of options', async () => {
    const made = [new Date(), new Map(), /a/, Promise.resolve(), new Book(), Integer, null]
    const routes = made.map((value) => unchecked(Get('/a', untyped(value))))
    const OtherCopy = { Input: class Input {} }
    routes.push(unchecked(Get('/a', untyped(new OtherCopy.Input()))))
    const names = ['Date', 'Map', 'RegExp', 'Promise', 'Book'].map((name) => `an instance of ${name}`)
    const write = 'write param(…), query(…), header(…), cookie(…) or body(…)'
    const expected = [
      ...[...names, 'a type'].map(
        (what) => `${what} is not an input; ${write}; the options come last, in one plain object.`
      ),
      `null is not an input; ${write}.`,
      'an input of another copy of fieldstone is not an input; two copies are installed: let the application import ' +
        'one (`npm ls fieldstone` lists them).'
    ]
    for (const [index, route] of routes.entries()) {
      @Controller('/books')
      class BookController {
        @route
        find(_a: unknown) {}
      }
      expect(await messages(BookController)).to.deep.equal([
        expected[index]?.replace('input;', 'input, BookController.find, input 1;')
      ])
    }
  })

  it('accept options without a prototype', async () => {
    @Controller('/books')
    class BookController {
      @Get('/a', Object.assign(Object.create(null), { summary: 'A' }))
      find(_ctx: Context) {}
    }
    const { document } = await serviceOf([BookController])
    expect(document?.paths?.['/books/a']?.get?.summary).to.equal('A')
  })

  it('report options that declare what inputs of any form declare', async () => {
    class PageOfBooks {
      @Query(() => Integer) page!: number
      @Body(() => Book) book!: Book
    }
    @Controller('/books')
    class BookController {
      @Post('/a', body(Book), { requestBody: Paging })
      beside(_book: Book) {}
      @Post('/b', { requestBody: Book })
      decorated(@Body(Book) _book: Book) {}
      @Post('/c', {
        request: PageOfBooks,
        requestBody: [Book],
        parameters: [{ name: 'page', in: 'query', schema: '' }]
      })
      fields(_request: PageOfBooks) {}
      @Get('/d', query('page', Integer), { parameters: [{ name: 'page', in: 'query', schema: String }] })
      query(_page: number) {}
      @Get('/e', { parameters: [{ name: 'page', in: 'query', required: true }] })
      record(@Query() _paging: Paging) {}
      @Get('/f', header('X-Trace', Integer), { parameters: [{ name: 'x-trace', in: 'header', schema: String }] })
      header(_trace: number) {}
    }
    const ofBody = (place: string, declares: string, remove: string) =>
      `\`requestBody\` is given, but ${declares} declares the body, BookController.${place}; remove \`requestBody\`, or ${remove} where the method reads the body itself.`
    const entry = (place: string, parameter: string, option: string, declares: string) =>
      `\`parameters\` gives the ${parameter} a \`${option}\`, but ${declares} declares it, BookController.${place}; remove the entry from \`parameters\`, or its \`${option}\`.`
    expect(await messages(BookController)).to.deep.equal([
      ofBody('beside', 'body(…)', 'the input'),
      ofBody('decorated', '@Body(…)', 'the decorator'),
      ofBody('fields', '@Body(…)', 'the field'),
      entry('fields', "query parameter 'page'", 'schema', '@Query(…)'),
      entry('query', "query parameter 'page'", 'schema', 'query(…)'),
      entry('record', "query parameter 'page'", 'required', '@Query(…)'),
      entry('header', "header parameter 'x-trace'", 'schema', 'header(…)')
    ])
  })

  it('accept options that describe a parameter of an input, and those that declare what the method reads itself', async () => {
    const parameters = [
      { name: 'page', in: 'query', description: 'From 1', example: 2, deprecated: true },
      { name: 'size', in: 'query', schema: Integer, required: true }
    ] as const
    @Controller('/books')
    class BookController {
      @Post('/a', query('page', Integer), { requestBody: Book, parameters })
      add(_page: number, _ctx: Context) {}
    }
    const { document } = await serviceOf([BookController])
    const operation = document?.paths?.['/books/a']?.post
    const integer = { type: 'integer', format: 'int64', minimum: -9007199254740991, maximum: 9007199254740991 }
    expect(operation?.parameters).to.deep.equal([
      { ...parameters[0], required: true, schema: integer },
      { name: 'size', in: 'query', required: true, schema: integer }
    ])
    expect(operation?.requestBody).to.have.nested.property(
      'content.application/json.schema.$ref',
      '#/components/schemas/Book'
    )
  })

  it('report a body twice, a name twice, and what path and inputs do not share', async () => {
    @Controller('/books')
    class BookController {
      @Post('/a', body(Book), body(Paging))
      bodies(_a: Book, _b: Paging) {}
      @Get('/b', query('page', Integer), query(Paging))
      names(_a: number, _b: Paging) {}
      @Get('/c/{id}', query('id', Integer))
      path(_id: number) {}
    }
    expect(await messages(BookController)).to.deep.equal([
      'there are two body inputs, BookController.bodies; keep one of them.',
      'the parameter is declared twice, BookController.names, query parameter page; declare it once.',
      "the method does not read the parameter 'id' of the path /books/c/{id}, BookController.path; add param('id'), or let the method take a Context after its inputs."
    ])
  })

  it('report more inputs than parameters, and parameters that no input is for', async () => {
    @Controller('/books/{id}')
    class BookController {
      @unchecked(Get('/none', param('id', Integer)))
      none() {}
      @unchecked(Get('/one', param('id', Integer), query(Paging)))
      one(_id: number) {}
      @unchecked(Get('/pattern', param('id', Integer), query(Paging), query('x', String)))
      pattern(_id: number, { page: _page }: Paging) {}
      @unchecked(Get('/more', param('id', Integer)))
      more(_id: number, _a: string, _b: unknown) {}
      @unchecked(Get('/wrong', param('id', Integer)))
      wrong(_id: number, _page: number) {}
    }
    const remedy = 'let it take the values of its inputs, in the same order, or remove inputs.'
    const add = 'add param, query, header, cookie, body, principal, context, request or response to the inputs.'
    expect(await messages(BookController)).to.deep.equal([
      `the method has no parameter, but one input beside it, BookController.none; ${remedy}`,
      `the method has one parameter, but 2 inputs beside it, BookController.one; ${remedy}`,
      `the method has 2 parameters, but 3 inputs beside it, BookController.pattern; ${remedy}`,
      `no input says where its value of type String comes from, BookController.more, parameter 2; ${add}`,
      `no input says where its value comes from, BookController.more, parameter 3; ${add}`,
      `no input says where its value of type Number comes from, BookController.wrong, parameter 2; ${add}`
    ])
  })

  it('accept parameters with defaults, the rest of them, `arguments` and a Context after the inputs', async () => {
    @Controller('/books/{id}')
    class BookController {
      @Get('/default', param('id', Integer), query(Paging))
      byDefault(_id = 1, _paging = new Paging()) {}
      @Get('/rest', param('id', Integer), query(Paging))
      rest(..._all: unknown[]) {}
      @Get('/arguments', param('id', Integer), query(Paging))
      // biome-ignore lint/complexity/noArguments: what a hurried user writes
      byArguments(_id: number, _paging?: Paging, _last = arguments.length) {}
      @Get('/context', query(Paging))
      context(_paging: Paging, _ctx: Context) {}
    }
    expect(await messages(BookController)).to.deep.equal([])
  })

  it('report inputs together with decorators of parameters or a request', async () => {
    @Controller('/books')
    class BookController {
      @unchecked(Get('/a/{id}', param('id', Integer)))
      decorators(@Ctx() _ctx: Context, _id: number) {}
      @unchecked(Get('/b/{id}', param('id', Integer), { request: FindBook }))
      request(_id: number) {}
      @unchecked(Get('/c/{id}', { request: FindBook }))
      both(@Query('page', Integer) _page: number) {}
      @unchecked(Get('/d/{id}', query('page', Integer), { request: FindBook }))
      all(@Param('id', Integer) _id: number) {}
    }
    const keep = 'keep one of these.'
    expect(await messages(BookController)).to.deep.equal([
      `the method has decorators on its parameters and inputs beside it, BookController.decorators; ${keep}`,
      `the method has inputs beside it and a \`request\`, BookController.request; ${keep}`,
      `the method has decorators on its parameters and a \`request\`, BookController.both; ${keep}`,
      `the method has decorators on its parameters and inputs beside it and a \`request\`, BookController.all; ${keep}`
    ])
  })

  it('take types that the compiler emitted, and report those that are not known', async () => {
    class Plain {
      find(_id: unknown, _size: unknown) {}
    }
    @Controller('/books/{id}')
    class BookController {
      @Get('/emitted', param('id'), query())
      emitted(_id: number, _paging: Paging) {}
      @Get('/union', param('id'))
      union(_id: number | string) {}
      @Get('/record', query(), { hidden: true })
      record(_page: number, _ctx: Context) {}
    }
    @Controller('/plain')
    class PlainController extends Plain {}
    const descriptor = Object.getOwnPropertyDescriptor(Plain.prototype, 'find') as PropertyDescriptor
    Get('/{id}', param('id'), query())(PlainController.prototype, 'find', descriptor)
    expect(await messages(BookController)).to.deep.equal([
      "FIELD_TYPE_UNKNOWN: the type is not a class at run time (a union, an interface, `unknown`, `import type` or a circular import), BookController.union, path parameter id; write param('id', String).",
      'query has neither a name nor a record, BookController.record, input 1; give it a name, or a class with @Field.'
    ])
    expect(await messages(PlainController)).to.deep.equal([
      "FIELD_TYPE_UNKNOWN: the compiler emitted no type metadata, PlainController.find, path parameter id; write param('id', String).",
      'FIELD_TYPE_UNKNOWN: the compiler emitted no type metadata, PlainController.find, input 2; write query(TheRecord).'
    ])
  })

  it('say where the type of a body is written, in the form that was used', async () => {
    const untypedBody = untyped({ type: Book, examples: { one: { value: { title: 'Emma' } } } })
    @Controller('/books')
    class BookController {
      @Post('/a')
      decorated(@Body(untypedBody) _book: Book) {}
      @unchecked(Post('/b', body(untypedBody)))
      beside(_book: Book) {}
    }
    expect(await messages(BookController)).to.deep.equal([
      "OPTION_UNKNOWN: there is no option 'type', BookController.decorated, parameter 1; give the type first: @Body(Book, { examples }).",
      "OPTION_UNKNOWN: there is no option 'type', BookController.beside, input 1; give the type first: body(Book, { examples })."
    ])
  })

  it('report options without a name, and misspelt ones of the route', async () => {
    @Controller('/books')
    class BookController {
      @Get('/a', untyped(query(untyped(Paging), untyped({ optional: true }))))
      record(_paging: Paging) {}
      @unchecked(Get('/b', query('page', Integer, untyped({ minimun: 1 })), untyped({ sumary: 'B', requst: FindBook })))
      names(_page: number) {}
    }
    expect(await messages(BookController)).to.deep.equal([
      "query has options for a whole record, BookController.record, input 1; give the name first, query('name', …), or write the options on the fields.",
      "OPTION_UNKNOWN: there is no option 'minimun' (did you mean 'minimum'?), BookController.names, query parameter page; correct its name or remove it, or write enumOf(…) if these are the values of an enum.",
      "OPTION_UNKNOWN: there is no option 'sumary' (did you mean 'summary'?), GET /books/b (BookController.names); correct its name or remove it.",
      "OPTION_UNKNOWN: there is no option 'requst' (did you mean 'request'?), GET /books/b (BookController.names); correct its name or remove it."
    ])
  })

  it('are inherited with the route, and replaced by a subclass that declares it again', async () => {
    class Base {
      @Get('/{id}', param('id', Integer))
      find(_id: number) {}
    }
    @Controller('/same')
    class Same extends Base {
      override find(_id: number) {}
    }
    @Controller('/again')
    class Again extends Base {
      @Get('/{key}')
      override find(@Param('key', Integer) _key: number) {}
    }
    @Controller('/mixed')
    class Mixed extends Base {
      override find(@Param('id', Integer) _id: number) {}
    }
    expect(await messages(Same)).to.deep.equal([])
    expect(await messages(Again)).to.deep.equal([])
    expect(await messages(Mixed)).to.deep.equal([
      'the method has decorators on its parameters and inputs beside it, Mixed.find; keep one of these.'
    ])
  })
})

describe('setup errors of a request class', () => {
  it('report a class without inputs, what is not a class, and one that is not known yet', async () => {
    class Empty {}
    @Controller('/books')
    class BookController {
      @Get('/a', { request: Empty })
      empty(_request: Empty) {}
      @Get('/b', { request: untyped('FindBook') })
      text(_request: unknown) {}
      @Get('/c', { request: undefined })
      circular(_request: unknown) {}
      @Get('/d/{id}', { request: () => FindBook })
      later(_request: FindBook) {}
    }
    const name = 'name the class of the request: { request: ReplaceItem }.'
    expect(await messages(BookController)).to.deep.equal([
      'the request class Empty has no inputs, BookController.empty; decorate its fields with @Param, @Query, @Header, @Cookie, @Body or @Principal.',
      `\`request\` is not a class, BookController.text; ${name}`,
      `\`request\` is undefined (perhaps because of a circular import), BookController.circular; ${name}`
    ])
  })

  it('report everything that is wrong with its fields', async () => {
    class ReplaceBook {
      @Param(() => Integer) key!: number
      @Query() tags!: string[]
      @Query() size!: string | number
      @Query(() => Paging, untyped({ minimum: 1 })) paging!: Paging
      @Query(() => Integer) page = 1
      @Query(() => Integer, { default: 2 }) count = 2
      @Body() first!: Book
      @Body() second!: Book
      @Query('a') @Query('b') twice!: string
      @Query(() => String) get computed(): string | undefined {
        return undefined
      }
      @Query() static all: string
      @Query() method() {}
    }
    @Controller('/books/{id}')
    class BookController {
      @Put({ request: ReplaceBook })
      replace(_request: ReplaceBook) {}
    }
    expect(await messages(BookController)).to.deep.equal([
      'DECORATOR_MISPLACED: @Query is on a method, ReplaceBook.method; use it on a field of a request class.',
      'DECORATOR_MISPLACED: @Query is on a static property, ReplaceBook.all; use it on a field of a request class.',
      'the field has two decorators, BookController.replace, ReplaceBook.twice; keep one of them.',
      'the field has an initial value, which every request replaces, BookController.replace, ReplaceBook.page; remove it, or write @Query(…, { default: … }).',
      'the field cannot be set (Cannot set property computed of #<ReplaceBook> which has only a getter), BookController.replace, ReplaceBook.computed; let it be writable, or add a setter.',
      "FIELD_TYPE_UNKNOWN: the compiler does not emit the type of a list's items, BookController.replace, query parameter tags; write @Query(() => [TheItem]).",
      'FIELD_TYPE_UNKNOWN: the type is not a class at run time (a union, an interface, `unknown`, `import type` or a circular import), BookController.replace, query parameter size; write @Query(() => String).',
      "@Query has options for a whole record, BookController.replace, ReplaceBook.paging; give the name first, @Query('name', …), or write the options on the fields.",
      'there are two @Body fields, BookController.replace; keep one of them.',
      "the path /books/{id} has no parameter 'key', BookController.replace; write {key} in the path or remove the field."
    ])
  })

  it('report rules that would not be checked', async () => {
    class Fields {
      @Param(() => Integer) id!: number
      @Field() title!: string
    }
    class Rules {
      @Param(() => Integer) @IsInt() id!: number
    }
    class Inherited extends Paging {
      @Param(() => Integer) id!: number
    }
    @Controller('/books/{id}')
    class BookController {
      @Get('/a', { request: Fields })
      fields(_request: Fields) {}
      @Get('/b', { request: Rules })
      rules(_request: Rules) {}
      @Get('/c', { request: Inherited })
      inherited(_request: Inherited) {}
    }
    const remedy =
      "write the rules as options, @Query('page', Integer, { minimum: 1 }), or move the fields into a record."
    const has = 'has @Field or decorators of class-validator, which are not checked there'
    expect(await messages(BookController)).to.deep.equal([
      `the request class Fields ${has}, BookController.fields; ${remedy}`,
      `the request class Rules ${has}, BookController.rules; ${remedy}`,
      `the request class Inherited ${has}, BookController.inherited; ${remedy}`
    ])
  })

  it('report a class that needs arguments, and a method that takes more or less than the request', async () => {
    class Needs {
      @Param(() => Integer) id!: number
      constructor(store: { id: number }) {
        this.id = store.id
      }
    }
    @Controller('/books/{id}')
    class BookController {
      @Get('/a', { request: Needs })
      needs(_request: Needs) {}
      @unchecked(Get('/b', { request: FindBook }))
      none() {}
      @unchecked(Get('/c', { request: FindBook }))
      more(_request: FindBook, _id: number) {}
      @Get('/d', { request: FindBook })
      context(_request: FindBook, _ctx: Context) {}
    }
    expect(await messages(BookController)).to.deep.equal([
      "the request class Needs cannot be constructed without arguments (Cannot read properties of undefined (reading 'id')), BookController.needs; let its constructor work without arguments; its fields are set afterwards.",
      'the method has no parameter for its request, FindBook, BookController.none; let it take the request, or remove `request`.',
      'no input says where its value of type Number comes from, BookController.more, parameter 2; take the request first and a Context after it, and nothing else.'
    ])
  })

  it('report inputs on the properties of a controller', async () => {
    @Controller('/books')
    class BookController {
      @Query() page!: number
      @Get()
      list() {}
    }
    expect(await messages(BookController)).to.deep.equal([
      'DECORATOR_MISPLACED: @Query is on a property of a controller, BookController.page; put it on a parameter of a method, or on a field of a class that a route names as its `request`.'
    ])
  })
})
