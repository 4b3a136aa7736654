// biome-ignore-all lint/suspicious/noExplicitAny: a parameter of type any is compared with nothing
// What the compiler accepts and rejects of inputs beside a method and of request classes, in both forms of decorators.

import {
  Body,
  body,
  Context,
  Controller,
  context,
  cookie,
  Field,
  Get,
  Header,
  header,
  type Input,
  Integer,
  type MethodOptions,
  nullable,
  Param,
  PartialType,
  Post,
  Put,
  param,
  Query,
  query,
  request,
  response,
  type TypeExpression,
  Unknown
} from 'fieldstone'

enum State {
  Draft = 'draft',
  Live = 'live'
}

type UserId = string & { readonly brand: 'UserId' }

class Note {
  @Field(() => String) title!: string
}

class Loan {
  @Field() until!: string
}

class LongNote extends Note {
  @Field(() => Integer) pages!: number
}

class Paging {
  @Field(() => Integer, { default: 1 }) page!: number
}

class FindNote {
  @Param(() => Integer) id!: number
  @Query(() => Paging) paging!: Paging
}

class ReplaceNote extends FindNote {
  @Header('if-match', String, { optional: true }) match?: string
  @Body(() => Note) note!: Note
}

/** The compiler knows the default of a type parameter by the type, not by the class. */
class FindWith<T = number> {
  @Param(() => Integer) id!: number
  found?: T
  find = (_value: T) => {}
}

const OPTIONS: MethodOptions = { summary: 'Any route' }
const INPUTS: Input[] = [param('id', Integer)]
const path: string | undefined = '/optional'

@Controller('/right')
export class Right {
  @Get() none() {}
  @Get(path) optional() {}
  @Get('/a', param('id', Integer)) path(_id: number) {}
  @Get(query(Paging)) withoutPath(_paging: Paging) {}
  @Get({ summary: 'Alone' }) options(_ctx: Context) {}
  @Put('/b', param('id', Integer), query(Paging), body(Note), { summary: 'All', responses: { 200: Note } })
  all(_id: number, { page: _page }: Paging, note: Note): Note {
    return note
  }
  @Get('/c', query('a', String, { optional: true }), query('b', { optional: true }))
  absent(_a?: string, _b?: number) {}
  @Get('/d', query('a', Integer, { default: 1 }), query('b', Integer)) defaults(_a: number, _b = 2) {}
  @Get('/e', query('a', { enum: ['x', 'y'] }), query('b', State), query('c', { enum: State }))
  enums(_a: 'x' | 'y', _b: State, _c: State) {}
  @Get('/f', query('ids', [Integer]), header('h', String), cookie('c', String)) list(
    _ids: readonly number[],
    _h: UserId,
    _c: unknown
  ) {}
  @Post('/g', body([Note])) notes(_notes: Iterable<Note>) {}
  @Post('/h', body(LongNote)) base(_note: Note) {}
  @Post('/i', body(Note)) structural(_note: { title: string }) {}
  @Post('/j', body()) untyped(_note: Note) {}
  @Post('/k', body(Unknown)) json(_note: any) {}
  @Post('/l', body(nullable(Note))) nullable(_note: Note | null) {}
  @Post('/absent', body(Note, { required: false })) absentBody(_note?: Note) {}
  @Post('/several', body({ content: { 'application/json': Note, 'a/b+json': LongNote } })) severalTypes(_note: Note) {}
  @Get('/m', context(), param('id', Integer)) contextFirst(_ctx: Context, _id: number) {}
  @Get('/n', param('id', Integer)) contextLast(_id: number, _ctx: Context) {}
  @Get('/o', param('id', Integer)) knownContext(_id: number, _ctx: Context & { user: string }) {}
  @Get('/p', request(), response()) node(_req: any, _res: any) {}
  @Get('/q', param('a', Integer), param('b', Integer)) rest(..._all: number[]) {}
  @Get('/r', param('a', Integer)) more(_a: number, _flag = false, ..._rest: string[]) {}
  @Get('/s', param('id', String as TypeExpression)) erring(_id: number) {}
  @Get('/t', ...INPUTS) many(_id: string) {}
  @Get('/u', param('id', Integer), OPTIONS) known(_id: number) {}
  @Get('/v', OPTIONS) knownAlone(_ctx: Context) {}
  @Get('/w', param('id', Integer)) @Post('/w', param('id', Integer), { hidden: true }) async twice(_id: number) {}
  @Get('/x', { request: FindNote }) request(_request: FindNote) {}
  @Get('/y', { request: () => ReplaceNote }) requestBase({ id: _id }: FindNote, _ctx: Context) {}
  @Get('/z', { request: FindNote }) requestPart({ id: _id }: { id: number }) {}
  @Get('/any', { request: FindNote }) requestAny(_request: any) {}
  @Get('/default', { request: FindWith }) requestGeneric(_request: FindWith) {}
  @Get('/text', { request: () => FindWith }) requestOfText({ id: _id }: FindWith<string>) {}
  @Post('/changes', body(PartialType(Note))) changes(_note: Partial<Note>) {}
  @Post('/this', body(Note)) ofThis(this: Right, _note: Note) {}
  @Get('/this') thisAlone(this: Right, _ctx: Context) {}

  generic<T extends Note>(note: T): T {
    return note
  }

  overloaded(id: number): number
  overloaded(id: string): string
  @Get('/overloaded', param('id', Integer))
  overloaded(id: any): any {
    return id
  }
}

/** A decorator made of others. */
const Find = () => Get('/{id}', param('id', Integer))

@Controller('/wrong')
export class Wrong {
  // error: type '["the input gives", number, "but the parameter is", string]'
  @Get('/a', param('id', Integer)) scalar(_id: string) {}
  // error: type '["the input gives", Note, "but the parameter is", number]'
  @Get('/b', param('id', Integer), body(Note)) order(_id: number, _note: number) {}
  // error: type '["the input gives", Note, "but the parameter is", LongNote]'
  @Post('/c', body(Note), { summary: 'C' }) subclass(_note: LongNote) {}
  // error: type '["the input gives", Note[], "but the parameter is", Note]'
  @Post('/d', body([Note])) list(_note: Note) {}
  // error: type '["the input gives", Paging, "but the parameter is", Note]'
  @Get('/e', query(Paging)) record(_note: Note) {}
  // error: type '["the method has no parameter for the input", number]'
  @Get('/f', param('id', Integer)) none() {}
  // error: type '["the method has no parameter for the input", Paging]'
  @Get('/g', param('id', Integer), query(Paging)) fewer(_id: number) {}
  // error: type '["no input is for the parameter", string]'
  @Get('/h', param('id', Integer)) more(_id: number, _name: string) {}
  // strict error: type '["the input gives", string | undefined, "but the parameter is", string]'
  @Get('/i', query('q', String, { optional: true })) optional(_q: string) {}
  // strict error: type '["the input gives", Note | null, "but the parameter is", Note]'
  @Post('/j', body(nullable(Note))) nullable(_note: Note) {}
  // strict error: type '["the input gives", Note | undefined, "but the parameter is", Note]'
  @Post('/absent', body(Note, { required: false })) absentBody(_note: Note) {}
  // error: type '["the input gives",
  @Post('/several', body({ content: { 'application/json': Note, 'a/b+json': Loan } })) severalTypes(_note: Note) {}
  // error: type '["the input gives", "a" | "b", "but the parameter is", "a"]'
  @Get('/k', query('q', { enum: ['a', 'b'] })) literals(_q: 'a') {}
  // error: type '["the input gives", number, "but the parameter is", string
  @Get('/l', param('id', Integer)) absent(_id?: string) {}
  // error: type '["the input gives", Context, "but the parameter is", number]'
  @Get('/m', context(), param('id', Integer)) context(_id: number, _ctx: Context) {}
  // error: type '["the request is", FindNote, "but the parameter is", Note]'
  @Get('/n', { request: FindNote }) request(_note: Note) {}
  // error: type '["the request is", FindNote, "but the parameter is", ReplaceNote]'
  @Get('/o', { request: FindNote }) requestSubclass(_request: ReplaceNote) {}
  // error: type '["the method has no parameter for the request", FindNote]'
  @Get('/p', { request: FindNote }) requestNone() {}
  // error: type '["no input is for the parameter", number]'
  @Get('/q', { request: FindNote }) requestMore(_request: FindNote, _id: number) {}
  // error: type '["the request is", FindWith<any>, "but the parameter is", Note]'
  @Get('/r', { request: FindWith }) requestGeneric(_note: Note) {}
  // error: type '["the input gives", Partial<Note>, "but the parameter is", Note]'
  @Get('/s', query(PartialType(Note))) changes(_note: Note) {}
  // error: type '["the input gives", Note, "but the parameter is", Paging]'
  @Post('/t', body(Note)) ofThis(this: Wrong, _paging: Paging) {}
  // error: type '["the input gives", number, "but the parameter is", boolean]'
  @Find() made(_id: boolean) {}
}

export class WrongFields {
  // error: type '["the decorator gives", number, "but the property is", string]'
  @Param(() => Integer) id!: string
  // error: type '["the decorator gives", Note, "but the property is", Paging]'
  @Body(() => Note) note!: Paging
}
