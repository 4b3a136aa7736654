// biome-ignore-all lint/suspicious/noExplicitAny: a parameter of type any is compared with nothing
// What the compiler accepts and rejects of decorated parameters, which the standard form of decorators does not have.

import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  Body,
  type Class,
  Context,
  Controller,
  Cookie,
  Ctx,
  createParameterDecorator,
  enumOf,
  Field,
  Get,
  Header,
  type InputDecorator,
  Integer,
  inGroups,
  mapOf,
  nullable,
  oneOf,
  Param,
  PartialType,
  Post,
  Principal,
  Query,
  query,
  Req,
  Res,
  type TypeExpression,
  Unknown,
  UploadedFile
} from 'fieldstone'

enum State {
  Draft = 'draft',
  Live = 'live'
}

type UserId = string & { readonly brand: 'UserId' }

class Note {
  @Field() title!: string
}

class LongNote extends Note {
  @Field(() => Integer) pages!: number
}

class Filter {
  @Field({ optional: true }) title?: string
}

class Cat {
  @Field() kind!: 'cat'
}

interface User {
  readonly name: string
}

const Size = createParameterDecorator((_ctx, { size }) => size, { inputs: { size: query('size', Integer) } })

@Controller('/right')
export class Right {
  @Get('/{id}')
  scalars(
    @Param('id', Integer) _id: number,
    @Param('key') _key: string,
    @Query('page', Integer, { default: 1 }) _page: number,
    @Query('q', String, { optional: true }) _q?: string,
    @Header('x', String) _id2?: UserId,
    @Cookie('letter', String, { enum: ['a', 'b'] }) _letter: 'a' | 'b' = 'a',
    @Query('state', State) _state: State = State.Live,
    @Query('states', [State], { optional: true }) _states: readonly State[] = [],
    @Query('ids', [String], { optional: true }) _ids: UserId[] = [],
    @Query('since', Date, { optional: true }) _since: Date | null = null,
    @Query('either', oneOf(Integer, String)) _either: number | string = 1,
    @Query('any', Integer) _any: any = 1,
    @Query('unknown', Integer) _unknown: unknown = 1
  ) {}

  @Get('/records')
  records(
    @Query() _filter: Filter,
    @Query(Filter) _named: Filter,
    @Header(Filter) _structural: { title?: string },
    @Ctx() _ctx: Context
  ) {}

  @Post() record(@Body() _note: Note) {}
  @Post() named(@Body(Note) _note: Note) {}
  @Post() base(@Body(LongNote) _note: Note) {}
  @Post() list(@Body([Note]) _notes: Note[], @Req() _req: IncomingMessage, @Res() _res: ServerResponse) {}
  @Post() iterable(@Body([Note]) _notes: Iterable<Note>) {}
  @Post() partial(@Body(PartialType(Note)) _note: Partial<Note>) {}
  @Post() grouped(@Body(inGroups(Note, 'create')) _note: Note) {}
  @Post() map(@Body(mapOf(Integer)) _map: Record<string, number>) {}
  @Post() object(@Body(mapOf(String)) _map: object) {}
  @Post() brandedMap(@Body(mapOf(String)) _map: Record<string, UserId>) {}
  @Post() form(@Body(Note, { consumes: 'application/x-www-form-urlencoded' }) _note: Note) {}
  @Post() options(@Body({ consumes: 'text/plain' }) _text: string) {}
  @Post() text(@Body(String, { consumes: 'text/plain' }) _text: string) {}
  @Post() bytes(@Body(Buffer) _bytes: Buffer) {}
  @Post() view(@Body(Uint8Array) _bytes: Buffer) {}
  @Post() file(@Body(UploadedFile) _bytes: Buffer) {}
  @Post() json(@Body(Unknown) _json: Note) {}
  @Post() nullable(@Body(nullable(Note)) _note: Note | null) {}
  @Post() absent(@Body(Note, { required: false }) _note?: Note) {}
  @Post() absentEmitted(@Body({ required: false }) _note: Note | undefined) {}
  @Post() described(@Body({ description: 'A note', required: true }) _note: Note) {}
  @Post() several(@Body({ content: { 'application/json': Note, 'a/b+json': { type: Cat } } }) _body: Note | Cat) {}
  @Post() literals(@Body(enumOf(['a', 'b'])) _letter: string) {}
  @Post() known(@Ctx() _ctx: Context & { user: User }) {}
  @Get() caller(@Principal() _user: User, @Principal({ optional: true }) _maybe?: User, @Size() _size = 1) {}
  @Post() rest(@Param('a') _a: string, @Query('b', Integer) ..._b: number[]) {}
  @Post() erring(@Param('id', String as TypeExpression) _id: number) {}
  @Post() private hidden(@Param('id', Integer) _id: number) {}
  @Post() protected shielded(@Param('id', Integer) _id: number) {}
  use = () => [this.hidden, this.shielded]

  overloaded(id: number): number
  overloaded(id: string): string
  @Post()
  overloaded(@Param('id', oneOf(Integer, String)) id: any): any {
    return id
  }
}

export function crud<T extends object>(type: Class<T>) {
  class Crud {
    @Post() create(@Body(type) _value: T) {}
    @Post() list(@Body([type]) _values: T[]) {}
  }
  return Crud
}

/** Decorators made of others. */
export const FieldId = (): PropertyDecorator => Field(() => Integer)

export class Identified {
  @FieldId() id!: number
}

export const Id = (): ParameterDecorator => Param('id', Integer)
export const UserIdParam = (): InputDecorator<string> => Param('id', String)

@Controller('/wrong')
export class Wrong {
  // error: type '["the decorator gives", number, "but the parameter is", string]'
  @Get() scalar(@Param('id', Integer) _id: string) {}
  // error: type '["the decorator gives", string, "but the parameter is", number]'
  @Get() second(@Id() _id: number, @UserIdParam() _name: number) {}
  // error: type '["the decorator gives", number, "but the parameter is", string
  @Get() optional(@Query('page', Integer, { optional: true }) _page?: string) {}
  // strict error: type '["the decorator gives", Note | undefined, "but the parameter is", Note]'
  @Post() absent(@Body(Note, { required: false }) _note: Note) {}
  // strict error: type '["the decorator gives", undefined, "but the parameter is", Note]'
  @Post() absentEmitted(@Body({ required: false }) _note: Note) {}
  // error: type '["the decorator gives",
  @Post() several(@Body({ content: { 'application/json': Note, 'a/b+json': { type: Cat } } }) _body: Note) {}
  // error: type '["the decorator gives", string[], "but the parameter is", string]'
  @Get() list(@Query('q', [String]) _q: string) {}
  // error: type '["the decorator gives", string | number, "but the parameter is", string]'
  @Get() union(@Query('q', oneOf(Integer, String)) _q: string) {}
  // error: type '["the decorator gives", "a" | "b", "but the parameter is", "a"]'
  @Get() literals(@Query('q', enumOf(['a', 'b'])) _q: 'a') {}
  // error: type '["the decorator gives", Note, "but the parameter is", Cat]'
  @Post() body(@Body(Note) _note: Cat) {}
  // error: type '["the decorator gives", Note, "but the parameter is", LongNote]'
  @Post() subclass(@Body(Note) _note: LongNote) {}
  // error: type '["the decorator gives", Note[], "but the parameter is", Note]'
  @Post() notes(@Body([Note]) _note: Note) {}
  // error: type '["the decorator gives", Filter, "but the parameter is", LongNote]'
  @Get() record(@Query(Filter) _filter: LongNote) {}
  // strict error: type '["the decorator gives", Note | null, "but the parameter is", Note]'
  @Post() nullable(@Body(nullable(Note)) _note: Note) {}
  // error: type '["the decorator gives", Buffer
  @Post() bytes(@Body(Buffer) _bytes: string) {}
  // error: type '["the decorator gives", Context, "but the parameter is", Note]'
  @Get() context(@Ctx() _ctx: Note) {}
  // error: "but the parameter is", string]'
  @Get() request(@Req() _req: string) {}
  // strict error: type '["the decorator gives", undefined, "but the parameter is", User]'
  @Get() maybe(@Principal({ optional: true }) _user: User) {}
  // error: type '["the decorator gives", number, "but the parameter is", string]'
  @Get() own(@Size() _size: string) {}
}
