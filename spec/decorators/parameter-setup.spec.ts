import { expect } from 'chai'
import { IsInt, IsOptional } from 'class-validator'
import * as fieldstone from 'fieldstone'
import {
  Body,
  body,
  type Context,
  Controller,
  Cookie,
  Ctx,
  Field,
  Get,
  Header,
  Integer,
  mapOf,
  nullable,
  Param,
  PickType,
  Post,
  Query,
  Req,
  Res
} from 'fieldstone'
import { setupErrorsOf } from '../support/applications.js'

class Size {
  @Field(() => Integer) width!: number
}

class Filter {
  @Field(() => Integer, { optional: true }) page?: number
}

class Box {
  @Field() size!: Size
}

class NoRecord {
  name = ''
}

enum Order {
  up = 'up',
  down = 'down'
}

/** The messages, without the place where all of them are. */
async function messages(controller: unknown): Promise<string[]> {
  return (await setupErrorsOf([controller])).map(({ message }) => message)
}

describe('setup errors of decorated parameters', () => {
  it('report a parameter that the path does not have, and one that the method does not read', async () => {
    @Controller('/shops/{shop}')
    class ItemController {
      @Get('/items/{id}')
      find(@Param('shop') _shop: string, @Param('key') _key: string) {}
    }
    expect(await messages(ItemController)).to.deep.equal([
      "PARAMETER_INVALID: the path /shops/{shop}/items/{id} has no parameter 'key', ItemController.find; write {key} in the path or remove the decorator.",
      "PARAMETER_INVALID: the method does not read the parameter 'id' of the path /shops/{shop}/items/{id}, ItemController.find; add a parameter with @Param('id'), or @Ctx."
    ])
  })

  it('leave the rest of the path to a method that has the context or the request', async () => {
    @Controller('/items/{id}')
    class ItemController {
      @Get('/context')
      context(@Query('full', Boolean) _full: boolean, @Ctx() _ctx: Context) {}
      @Get('/request')
      request(@Req() _req: unknown) {}
      @Get('/undecorated')
      undecorated(@Query('full', Boolean) _full: boolean, _ctx: Context) {}
      @Get('/plain')
      plain() {}
    }
    expect(await messages(ItemController)).to.deep.equal([])
  })

  it('report two bodies, two decorators and a name that is declared twice', async () => {
    @Controller('/items')
    class ItemController {
      @Post('/a')
      bodies(@Body() _first: Box, @Body() _second: Size) {}
      @Post('/b')
      decorators(@Query('page') @Header('page') _page: string) {}
      @Post('/c')
      names(@Query('page', Integer) _page: number, @Query('page') _again: string) {}
      @Post('/d')
      headers(@Header('X-Trace') _trace: string, @Header('x-trace') _again: string) {}
      @Post('/e')
      record(@Query('page', Integer) _page: number, @Query() _filter: Filter) {}
    }
    expect(await messages(ItemController)).to.deep.equal([
      'PARAMETER_INVALID: there are two @Body parameters, ItemController.bodies; keep one of them.',
      'PARAMETER_INVALID: the parameter has two decorators, ItemController.decorators, parameter 1; keep one of them.',
      'PARAMETER_INVALID: the parameter is declared twice, ItemController.names, query parameter page; declare it once.',
      'PARAMETER_INVALID: the parameter is declared twice, ItemController.headers, header parameter x-trace; declare it once.',
      'PARAMETER_INVALID: the parameter is declared twice, ItemController.record, query parameter page; declare it once.'
    ])
  })

  it('report a field that is named in place of the body', async () => {
    @Controller('/items')
    class ItemController {
      @Post('/a')
      named(@Body('title' as never) _title: string) {}
      @Post('/b', body('title' as never))
      beside(_title: string) {}
    }
    expect(await messages(ItemController)).to.deep.equal([
      'PARAMETER_INVALID: @Body takes the whole body, and no name of a field, ItemController.named, parameter 1; write a class with @Field() title, or @Body(String) for a text.',
      'PARAMETER_INVALID: body takes the whole body, and no name of a field, ItemController.beside, input 1; write a class with @Field() title, or body(String) for a text.'
    ])
  })

  it('allow the same name in different places, and names of other case in the query', async () => {
    @Controller('/items/{id}')
    class ItemController {
      @Get()
      find(
        @Param('id') _path: string,
        @Query('id') _query: string,
        @Query('ID') _other: string,
        @Header('id') _header: string,
        @Cookie('id') _cookie: string
      ) {}
    }
    expect(await messages(ItemController)).to.deep.equal([])
  })

  it('report an undecorated parameter that is not a context', async () => {
    const where = 'add @Param, @Query, @Header, @Cookie, @Body, @Principal, @Ctx, @Req or @Res.'
    @Controller('/items')
    class ItemController {
      @Get('/a')
      alone(_id: number) {}
      @Get('/b')
      beside(@Query('page', Integer) _page: number, _filter: Filter) {}
      @Get('/c')
      two(_ctx: Context, _other: unknown) {}
      @Get('/d')
      untyped(@Query('page', Integer) _page: number, _filter: { q: string }) {}
    }
    expect(await messages(ItemController)).to.deep.equal([
      `PARAMETER_INVALID: no decorator says where its value of type Number comes from, ItemController.alone, parameter 1; ${where}`,
      `PARAMETER_INVALID: no decorator says where its value of type Filter comes from, ItemController.beside, parameter 2; ${where}`,
      `PARAMETER_INVALID: no decorator says where its value comes from, ItemController.two, parameter 1; ${where}`,
      `PARAMETER_INVALID: no decorator says where its value comes from, ItemController.two, parameter 2; ${where}`,
      `PARAMETER_INVALID: no decorator says where its value comes from, ItemController.untyped, parameter 2; ${where}`
    ])
  })

  it('treat an undecorated parameter as the context, however its type was imported', async () => {
    @Controller('/items')
    class ItemController {
      @Get('/class')
      byClass(@Query('page', Integer) _page: number, _ctx: fieldstone.Context) {}
      @Get('/type')
      byType(_ctx: Context, @Query('page', Integer) _page: number) {}
      @Get('/any')
      // biome-ignore lint/suspicious/noExplicitAny: what a hurried user writes
      byAny(_ctx: any) {}
    }
    expect(await messages(ItemController)).to.deep.equal([])
  })

  it('report types that the place cannot have', async () => {
    @Controller('/items/{id}')
    class ItemController {
      @Get('/a')
      path(@Param('id', [Integer]) _id: number[]) {}
      @Get('/b')
      cookie(@Cookie('ids', [Integer]) _ids: number[], @Ctx() _ctx: Context) {}
      @Get('/c')
      object(@Query('size') _size: Size, @Ctx() _ctx: Context) {}
      @Get('/d')
      map(@Header('sizes', mapOf(Integer)) _sizes: object, @Ctx() _ctx: Context) {}
      @Get('/e')
      lists(@Query('grid', [[Integer]]) _grid: number[][], @Ctx() _ctx: Context) {}
      @Get('/f')
      record(@Query() _box: Box, @Ctx() _ctx: Context) {}
      @Get('/g')
      noRecord(@Query() _nothing: NoRecord, @Ctx() _ctx: Context) {}
      @Get('/h')
      scalar(@Query() _page: number, @Ctx() _ctx: Context) {}
    }
    const scalars = 'use a string, number, boolean, date or enum'
    expect(await messages(ItemController)).to.deep.equal([
      `PARAMETER_INVALID: a path parameter cannot be a list, ItemController.path, path parameter id; ${scalars}.`,
      `PARAMETER_INVALID: a cookie parameter cannot be a list, ItemController.cookie, cookie parameter ids; ${scalars}.`,
      `PARAMETER_INVALID: a query parameter cannot be an object, ItemController.object, query parameter size; ${scalars}, or a list of them, or add style: 'deepObject'.`,
      `PARAMETER_INVALID: a header parameter cannot be an object, ItemController.map, header parameter sizes; ${scalars}, or a list of them.`,
      `PARAMETER_INVALID: a query parameter cannot be a list of type array, ItemController.lists, query parameter grid; ${scalars}, or a list of them.`,
      `PARAMETER_INVALID: a query parameter cannot be an object, ItemController.record, query parameter size; ${scalars}, or a list of them, or add style: 'deepObject'.`,
      'PARAMETER_INVALID: @Query has neither a name nor a record, ItemController.noRecord, parameter 1; give it a name, or a class with @Field.',
      'PARAMETER_INVALID: @Query has neither a name nor a record, ItemController.scalar, parameter 1; give it a name, or a class with @Field.'
    ])
  })

  it('report types that are not known at run time, and how to name them', async () => {
    @Controller('/items')
    class ItemController {
      @Post('/a')
      union(@Query('size') _size: string | number) {}
      @Post('/b')
      list(@Query('tags') _tags: string[]) {}
      @Post('/c')
      body(@Body() _items: Size[]) {}
      @Post('/d')
      record(@Query() _filter: { q: string }) {}
      @Post('/e')
      promise(@Header('x') _promise: Promise<string>) {}
    }
    const gone =
      'the type is not a class at run time (a union, an interface, `unknown`, `import type` or a circular import)'
    const reported = await messages(ItemController)
    expect(reported.slice(0, 4)).to.deep.equal([
      `FIELD_TYPE_UNKNOWN: ${gone}, ItemController.union, query parameter size; write @Query('size', String).`,
      "FIELD_TYPE_UNKNOWN: the compiler does not emit the type of a list's items, ItemController.list, query parameter tags; write @Query('tags', [TheItem]).",
      "FIELD_TYPE_UNKNOWN: the compiler does not emit the type of a list's items, ItemController.body, parameter 1; write @Body([TheItem]).",
      `FIELD_TYPE_UNKNOWN: ${gone}, ItemController.record, parameter 1; write @Query(TheRecord).`
    ])
    expect(reported[4]).to.match(/^FIELD_TYPE_UNKNOWN: .*Promise.*no form in JSON, ItemController\.promise/)
    expect(reported).to.have.length(5)
  })

  it('report options that have no meaning for a parameter', async () => {
    const untyped = (options: object) => options as never
    @Controller('/items/{id}')
    class ItemController {
      @Get('/a')
      a(@Param('id', { optional: true }) _id: string) {}
      @Get('/b')
      b(@Param('id', Integer, { default: 1 }) _id: number) {}
      @Get('/c')
      c(@Query('q', String, untyped({ nullable: true, requierd: true })) _q: string, @Ctx() _ctx: Context) {}
      @Get('/d')
      d(@Query('q', untyped({ required: false })) _q: string, @Ctx() _ctx: Context) {}
      @Get('/e')
      e(@Query('q', untyped({ minLenght: 3 })) _q: string, @Ctx() _ctx: Context) {}
      @Get('/f')
      f(@Query('q', Integer, { minLength: 3 }) _q: number, @Ctx() _ctx: Context) {}
      @Get('/g')
      g(@Query('q', Integer, { default: 'one' }) _q: number, @Ctx() _ctx: Context) {}
    }
    const errors = await setupErrorsOf([ItemController])
    expect(new Set(errors.map(({ code }) => code))).to.deep.equal(new Set(['FIELD_OPTION_INVALID', 'OPTION_UNKNOWN']))
    expect(errors.map(({ place }) => place)).to.deep.equal([
      'ItemController.a, path parameter id',
      'ItemController.b, path parameter id',
      'ItemController.c, query parameter q',
      'ItemController.c, query parameter q',
      'ItemController.d, query parameter q',
      'ItemController.e, query parameter q',
      'ItemController.f.q',
      'ItemController.g.q'
    ])
  })

  it('report fields that may be null, which text cannot express', async () => {
    class Range {
      @Field(() => Integer, { nullable: true }) from!: number | null
    }
    class Filter {
      @Field({ nullable: true }) name!: string
      @Field(() => nullable(Integer), { optional: true }) page?: number | null
      @Field(() => Range, { style: 'deepObject', optional: true }) range?: Range
      @Field({ optional: true }) fine?: string
    }
    class Inherited extends PickType(Filter, ['name']) {}
    @Controller('/items')
    class ItemController {
      @Get('/a')
      a(@Query() _filter: Filter) {}
      @Get('/b')
      b(@Header() _headers: Inherited) {}
      @Get('/c')
      c(@Query('q', nullable(String)) _q: string | null) {}
      @Post('/d')
      d(@Body() _filter: Filter) {}
    }
    const reported = await messages(ItemController)
    expect(reported.map((message) => message.split(';')[0])).to.deep.equal(
      [
        'ItemController.a, query parameter name',
        'ItemController.a, query parameter page',
        'ItemController.a, query parameter range[from]',
        'ItemController.b, header parameter name',
        'ItemController.c, query parameter q'
      ].map((place) => `PARAMETER_INVALID: a parameter cannot be null, but the field allows null, ${place}`)
    )
    expect(reported[0]).to.contain(
      'write `optional: true` for a parameter that may be absent; if the record is also a body'
    )
  })

  it('let a property with IsOptional be absent, though class-validator allows null as well', async () => {
    class Filter {
      @IsOptional() @IsInt() page?: number
      @IsOptional() @Field({ optional: true }) name?: string
    }
    @Controller('/items')
    class ItemController {
      @Get()
      list(@Query() _filter: Filter) {}
    }
    expect(await messages(ItemController)).to.deep.equal([])
  })

  it('treat an enum as a type, not as options', async () => {
    enum Level {
      low,
      high
    }
    @Controller('/items')
    class ItemController {
      @Get()
      list(@Query('order', Order) _order: Order, @Query('level', Level, { optional: true }) _level?: Level) {}
    }
    expect(await messages(ItemController)).to.deep.equal([])
  })

  it('report names that headers and cookies cannot have, or that OpenAPI ignores', async () => {
    @Controller('/items')
    class ItemController {
      @Get('/a')
      a(@Header('x trace') _trace: string) {}
      @Get('/b')
      b(@Cookie('a=b') _cookie: string) {}
      @Get('/c')
      c(@Header('Authorization') _token: string) {}
      @Get('/d')
      d(@Query('') _empty: string) {}
    }
    expect(await messages(ItemController)).to.deep.equal([
      'PARAMETER_INVALID: no header can have this name, ItemController.a, header parameter x trace; use letters, digits and hyphens.',
      'PARAMETER_INVALID: no cookie can have this name, ItemController.b, cookie parameter a=b; use letters, digits and hyphens.',
      "PARAMETER_INVALID: OpenAPI ignores a header parameter of this name, ItemController.c, header parameter Authorization; read it with @Ctx and ctx.requestHeader('authorization').",
      'PARAMETER_INVALID: the name is empty, ItemController.d, query parameter ; give the name that requests have.'
    ])
  })

  it('report everything that is wrong in one method', async () => {
    @Controller('/items/{id}')
    class ItemController {
      @Post()
      save(@Param('key') _key: string, @Query('tags') _tags: string[], @Body() _items: Size[], @Res() _res: unknown) {}
    }
    const errors = await setupErrorsOf([ItemController])
    expect(errors.map(({ code, place }) => `${code} ${place}`)).to.have.members([
      'FIELD_TYPE_UNKNOWN ItemController.save, query parameter tags',
      'FIELD_TYPE_UNKNOWN ItemController.save, parameter 3',
      'PARAMETER_INVALID ItemController.save'
    ])
  })

  it('say which compilers emit metadata, if there is none', async () => {
    // What a compiler without emitDecoratorMetadata leaves of a class: the decorators alone.
    class ItemController {
      find(id: string, filter: Filter, body: Size) {
        return { id, filter, body }
      }
    }
    Param('id')(ItemController.prototype, 'find', 0)
    Query()(ItemController.prototype, 'find', 1)
    Body()(ItemController.prototype, 'find', 2)
    Post('/items/{id}')(ItemController.prototype, 'find', {})
    Controller()(ItemController)
    const remedy = (written: string) =>
      `write ${written}; types are emitted by tsc, swc and Bun only, with "experimentalDecorators": true and ` +
      '"emitDecoratorMetadata": true.'
    const what = 'FIELD_TYPE_UNKNOWN: the compiler emitted no type metadata, ItemController.find'
    expect(await messages(ItemController)).to.have.members([
      `${what}, path parameter id; ${remedy("@Param('id', String)")}`,
      `${what}, parameter 2; ${remedy('@Query(TheRecord)')}`,
      `${what}, parameter 3; ${remedy('@Body(TheRecord)')}`
    ])
  })

  it('do not occur without metadata if all types are named', async () => {
    class ItemController {
      find(id: number, _filter: Filter, _body: Size, ctx: Context) {
        return { id, path: ctx.path }
      }
    }
    Param('id', Integer)(ItemController.prototype, 'find', 0)
    Query(Filter)(ItemController.prototype, 'find', 1)
    Body(Size)(ItemController.prototype, 'find', 2)
    Post('/items/{id}')(ItemController.prototype, 'find', {})
    Controller()(ItemController)
    expect(await messages(ItemController)).to.deep.equal([])
  })
})
