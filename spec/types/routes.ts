// biome-ignore-all lint/suspicious/noExplicitAny: a result of type any is compared with nothing
// What the compiler accepts and rejects of routes, in both forms of decorators: results, inputs beside a method, and
// classes of a request.
import { createReadStream } from 'node:fs'
import type { ServerResponse } from 'node:http'
import {
  body,
  type Class,
  type Context,
  Controller,
  context,
  cookie,
  DateOnly,
  Delete,
  enumOf,
  Field,
  fileResponses,
  Get,
  genericRecord,
  Header,
  header,
  Integer,
  mapOf,
  NotFound,
  nullable,
  oneOf,
  Param,
  PartialType,
  Patch,
  Post,
  Put,
  param,
  Query,
  query,
  Returns,
  type ReturnsDecorator,
  type RouteOptions,
  request,
  response,
  Unknown,
  type ValueOf
} from 'fieldstone'

enum State {
  Draft = 'draft',
  Live = 'live'
}

class Note {
  @Field(() => String) title!: string
  @Field(() => String, { optional: true }) text?: string
  @Field(() => State, { optional: true }) state?: State
  describe(): string {
    return this.title
  }
}

class LongNote extends Note {
  @Field(() => Integer) pages!: number
}

class Task {
  @Field(() => Date) due!: Date
  @Field(() => [Task], { optional: true }) parts?: Task[]
  #done = false
  private hidden = 1
  isDone = () => this.#done || this.hidden > 0
}

class Paging {
  @Field(() => Integer, { default: 1 }) page!: number
}

const Page = genericRecord('Page', <E>(item: E) => {
  class Page {
    @Field(() => [item]) items!: ValueOf<E>[]
    @Field(() => Integer) total!: number
  }
  return Page
})

class FindNote {
  @Param(() => Integer) id!: number
  @Query(() => Paging) paging!: Paging
  @Header('if-match', String, { optional: true }) match?: string
}

interface Row {
  id: bigint
  title: string
  state: string
  text: string | null
}

interface User {
  readonly name: string
}

declare const row: Row
declare const rows: Row[]
declare const json: any
declare const wide: RouteOptions

@Controller('/results')
export class Results {
  @Returns(200, Note) @Get() one(): Note {
    return json
  }
  @Returns(200, Note) @Get() subclass(): LongNote {
    return json
  }
  @Returns(200, Note) @Get() plain() {
    return { title: 'a' }
  }
  @Returns(200, Note) @Get() promised(): Promise<Note | undefined> {
    return json
  }
  @Returns(200, Note) @Get() async more() {
    return { title: 'a', id: 1 }
  }
  @Returns(200, Note) @Get() row() {
    return row
  }
  @Returns(200, [Note]) @Get() rows() {
    return rows
  }
  @Returns(200, Note) @Get() either(): Note | { title: string } | null {
    return json
  }
  @Returns(200, Note) @Get() failing(): Note | Error {
    return new NotFound()
  }
  @Returns(200, Note) @Get() failed() {
    return new NotFound()
  }
  @Returns(200, Note) @Get() thrown(): never {
    throw new NotFound()
  }
  @Returns(200, Note) @Get() byContext(ctx: Context) {
    ctx.json(200, { title: 'a' })
  }
  @Returns(200, Note) @Get() async byContextLater(ctx: Context): Promise<void> {
    ctx.json(200, { title: 'a' })
  }
  @Returns(200, Note) @Get() any(): any {}
  @Returns(200, Note) @Get() unknown(): unknown {
    return undefined
  }
  @Returns(200, Note) @Get() async unknownLater(): Promise<unknown> {
    return undefined
  }
  @Returns(200, [Note]) @Get() unknownItems(): unknown[] {
    return []
  }
  @Returns(200, Note) @Get() object(): object {
    return {}
  }
  @Returns(200, Note) @Get() dictionary(): Record<string, any> {
    return {}
  }
  @Returns(200, [Note]) @Get() list(): readonly Note[] {
    return []
  }
  @Returns(200, [Note]) @Get() async *each(): AsyncIterable<Note> {}
  @Returns(200, [Note]) @Get() *generated() {
    yield json
  }
  @Returns(200, { events: Note }) @Get() async *events() {
    yield { title: 'a' }
  }
  @Returns(200, { events: [Note] }) @Get() async eventsLater(): Promise<AsyncIterable<Note[]>> {
    return json
  }
  @Returns(200, { events: { message: Note, task: Task } }) @Get() async *named() {
    yield { data: { title: 'a' } }
    yield { event: 'task', data: new Task(), id: '1' } as const
  }
  @Returns(200, { events: Note }) @Get() eventsByContext(ctx: Context) {
    ctx.sse([])
  }
  @Returns(200, { lines: Note }) @Get() async *lines() {
    yield new Note()
  }
  @Returns(200, { lines: Note }) @Get() allLines(): readonly Note[] {
    return []
  }
  @Returns(200, Note, { events: Note }) @Get() eitherStream(): Note | AsyncIterable<Note> {
    return json
  }
  @Get('/lines', { responses: { 200: { lines: Note } } }) *generatedLines() {
    yield row
  }
  @Returns(200, Task) @Get() task(): Task {
    return new Task()
  }
  @Returns(200, Task) @Get() publicPart() {
    return { due: '2026-01-01T00:00:00Z', parts: [{ due: new Date(), parts: [] }] }
  }
  @Returns(200, Task) @Get() serialized(): { toJSON(): { due: Date } } {
    return json
  }
  @Returns(200, Page(Note)) @Get() page() {
    return { items: rows, total: 1n }
  }
  @Returns(200, PartialType(Note)) @Get() partial(): Partial<Note> {
    return {}
  }
  @Returns(200, mapOf(Integer)) @Get() map() {
    return new Map([['a', 1]])
  }
  @Returns(200, mapOf(Integer)) @Get() record(): { a: number } {
    return { a: 1 }
  }
  @Returns(200, oneOf(Note, Task)) @Get() union(): Note {
    return json
  }
  @Returns(200, nullable(Note)) @Get() nullable(): Note | null {
    return null
  }
  @Returns(200, enumOf(['a', 'b'])) @Get() letter(): string {
    return 'a'
  }
  @Returns(200, State) @Get() state(): 'draft' | 'live' {
    return 'draft'
  }
  @Returns(200, DateOnly) @Get() day(): Date {
    return new Date()
  }
  @Returns(200, Unknown) @Get() whatever() {
    return 1
  }
  @Returns(200, () => Note) @Get() later(): Note {
    return json
  }
  @Returns(200, Buffer) @Get() bytes(): Uint8Array {
    return json
  }
  @Returns(200, Buffer, { contentType: 'image/png' }) @Get() stream() {
    return createReadStream('picture.png')
  }
  @Returns(200, String, { contentType: 'text/csv' }) @Get() text() {
    return ['a,b', '1,2']
  }
  @Returns(200, [Note], { contentType: ['application/json', 'text/csv'] }) @Get() negotiated(): Note[] | string {
    return ''
  }
  @Returns(200, { contentType: 'text/html' }) @Get() page2() {
    return '<p>'
  }
  @Returns(200, Buffer, { contentType: 'image/png' }) @Get() piped(): ServerResponse {
    return json
  }
  @Returns(201, Note) @Returns(404, 'No such note') @Returns(409, Task) @Post() created(): Note {
    return json
  }
  @Returns(200, Note) @Returns(202, Task) @Post() twoBodies(): Note | Task {
    return json
  }
  @Returns(204) @Delete() none() {}
  @Returns(204, 'Gone') @Delete() gone() {}
  @Returns(wide.bodyLimit ?? 200, Note) @Get() status() {
    return 1
  }
  @Returns(200, Note as unknown) @Get() vouched() {
    return 1
  }
  overloaded(id: number): Note
  overloaded(id: string): string
  @Returns(200, Note)
  @Get()
  overloaded(): any {}
  @Returns(200, Note) @Get() private hidden() {
    return { title: 'a' }
  }
  @Returns(200, Note) @Get() protected shielded(): Note {
    return json
  }
  use = () => [this.hidden, this.shielded]
}

@Controller('/responses')
export class Responses {
  @Get({ responses: { 200: Note, 404: 'No such note' } }) one(): Note | undefined {
    return json
  }
  @Get('/a', { responses: { 200: [Note] } }) async list() {
    return rows
  }
  @Get('/b', { responses: { 200: Note, 201: Task } }) two(): Task {
    return json
  }
  @Get('/c', { responses: { 200: Note, 204: 'Nothing' } }) nothing(): Promise<Note | undefined> {
    return json
  }
  @Get('/d', { responses: { 200: 'All is well', 500: Note } }) described() {
    return 'well'
  }
  @Get('/e', { responses: { 200: { body: Note, description: 'The note' }, 304: 'As before' } }) options(): Note {
    return json
  }
  @Get('/f', { responses: { 200: { content: { 'application/json': [Note], 'text/csv': String } } } })
  content(): Note[] | string {
    return ''
  }
  @Get('/g', { responses: { 200: { contentType: 'text/csv' } } }) typeless() {
    return 'a,b'
  }
  @Get('/h', { responses: fileResponses(['image/png']) }) file() {
    return 1
  }
  @Get('/i', { ...wide, summary: 'Wide' }) spread() {
    return 1
  }
  @Get('/j', wide) variable(_note: Note) {
    return 1
  }
  @Get('/k', { responses: { 200: () => Note } }) later(): Note {
    return json
  }
  @Get('/l', { responses: { [wide.bodyLimit ?? 200]: Note } }) computed() {
    return 1
  }
  @Get('/m', { responses: { 200: Note as unknown, 404: 'No such note' } }) vouchedAlone() {
    return { title: 1 }
  }
  @Get({ responses: { 200: Note as unknown }, interceptors: [(value, ctx) => [value, ctx.path]] })
  vouchedWithoutPath() {
    return 1
  }
  @Get('/m', { responses: { 200: { body: Note as unknown } } }) vouched() {
    return 1
  }
}

@Controller('/inputs')
export class Inputs {
  @Put('/{id}', param('id', Integer), query(Paging), body(Note)) all(_id: number, _paging: Paging, _note: Note) {}
  @Get('/{id}', param('id', Integer), { summary: 'One' }) context(_id: number, _ctx: Context) {}
  @Get('/{id}', param('id', Integer)) known(_id: number, _ctx: Context & { user: User }) {}
  @Get(context(), param('id', Integer)) first(_ctx: Context & { user: User }, _id: number) {}
  @Get('/{id}', param('id', Integer)) rest(..._ids: number[]) {}
  @Get(query('q', String, { optional: true })) optional(_q?: string) {}
  @Get(query('q', String, { optional: true })) initial(_q = 'a') {}
  @Get(query('page', Integer, { default: 1 })) defaulted(_page: number) {}
  @Get(query('letter', String, { enum: ['a', 'b'] })) letters(_letter: 'a' | 'b') {}
  @Get(query('state', State)) state(_state: State) {}
  @Get(query('q', [String])) list(_q: readonly string[]) {}
  @Get(query('q')) emitted(_q: string) {}
  @Get('/{id}', param('id')) emittedNumber(_id: number) {}
  @Get(query('page', { minimum: 1 })) emittedOptions(_page: number) {}
  @Get(query('letter', { enum: ['a', 'b'] })) emittedEnum(_letter: 'a' | 'b') {}
  @Get(query()) emittedRecord(_paging: Paging) {}
  @Get(header('x', Integer), cookie('y', Date)) others(_x: number, _y: Date) {}
  @Get(request(), response()) node(_req: unknown, _res: ServerResponse) {}
  @Post(body(LongNote)) base(_note: Note) {}
  @Post(body(Note)) structural(_note: { title: string }) {}
  @Post(body(Note)) destructured({ title: _title }: Note) {}
  @Post(body([Note])) notes(_notes: Note[]) {}
  @Post(body()) untyped(_note: Note) {}
  @Post(body(Buffer, { consumes: 'image/*' })) bytes(_bytes: Buffer) {}
  @Post(body(Note as unknown)) vouched(_note: Paging) {}
  @Post(body(Note)) any(_note: any) {}
  @Post(body(Note)) generic<T>(_note: T) {}
  @Post(body(Note)) private hidden(_note: Note) {}
  @Get('/{id}', { request: FindNote }) find({ id: _id, paging: _paging }: FindNote, _ctx: Context) {}
  @Get('/{id}', { request: () => FindNote }) later(_request: FindNote) {}
  @Get('/{id}', { request: FindNote }) part(_request: { id: number }) {}
  @Get('/{id}', { request: FindNote as Class }) unknownClass(_request: Paging) {}
  use = () => this.hidden
}

/** Decorators made of others. */
export const Found = (): ReturnsDecorator<Note> => Returns(200, Note)
export const Found2 = (): MethodDecorator => Returns(200, Note)
Returns(200, Note)(Results.prototype, 'any' as string)

class WrongFields {
  // error: type '["the decorator gives", number, "but the property is", string]'
  @Param(() => Integer) id!: string
  // error: type '["the decorator gives", Paging, "but the property is", Note]'
  @Query(() => Paging) paging!: Note
  // error: type '["the decorator gives", string, "but the property is", number
  @Header('if-match', String, { optional: true }) match?: number
}

@Controller('/wrong')
export class Wrong {
  // error: type '["the response has", Note, "but the method returns", number]'
  @Returns(200, Note) @Get() one(): number {
    return 1
  }
  // error: type '["the response has", Note[], "but the method returns", Note]'
  @Returns(200, [Note]) @Get() list(): Note {
    return json
  }
  // error: type '["the response has", Note, "but the method returns", Note[]]'
  @Returns(200, Note) @Get() item(): Note[] {
    return []
  }
  // error: type '["the response has", Note, "but the method returns", Promise<number>]'
  @Returns(200, Note) @Get() async promised() {
    return 1
  }
  // error: type '["the response has", Note, "but the method returns", number
  @Returns(200, Note) @Get() optional(): number | undefined {
    return 1
  }
  // error: type '["the response has", LongNote, "but the method returns", Note]'
  @Returns(200, LongNote) @Get() base(): Note {
    return json
  }
  // error: type '["the response has", Note, "but the method returns", { name: string; }]'
  @Returns(200, Note) @Get() plain() {
    return { name: 'a' }
  }
  // error: type '["the response has", Task, "but the method returns", { due: number; }]'
  @Returns(200, Task) @Get() property() {
    return { due: 1 }
  }
  // error: type '["the response has", Date, "but the method returns", number]'
  @Returns(200, Date) @Get() date() {
    return Date.now()
  }
  // error: type '["the response has", Note | Task, "but the method returns", string]'
  @Returns(200, oneOf(Note, Task)) @Get() union() {
    return ''
  }
  // error: type '["the response has", AsyncIterable<Note
  @Returns(200, { events: Note }) @Get() async *events() {
    yield 1
  }
  // error: type '["the response has", AsyncIterable<Note
  @Returns(200, { lines: Note }) @Get() noLines(): Note {
    return json
  }
  // error: type '["the response has", AsyncIterable<EventNamed<"note", Note>
  @Returns(200, { events: { note: Note } }) @Get() async *data() {
    yield new Note()
  }
  // error: type '["the response has", Note, "but the method returns", number]'
  @Found() @Get() made() {
    return 1
  }
  // error: type '["the response has", Note, "but the method returns", string]'
  @Returns(201, { body: Note, description: 'A note' }) @Post() options() {
    return ''
  }
  // error: type '["the responses have", Note, "but the method returns", number]'
  @Get({ responses: { 200: Note } }) responses(): number {
    return 1
  }
  // error: type '["the responses have", Note, "but the method returns", number]'
  @Get('/a', { responses: { 200: Note, 204: 'None', 404: { body: Integer } } }) described(): number {
    return 1
  }
  // error: type '["the responses have", Note | Task, "but the method returns", Promise<string>]'
  @Patch('/b', { responses: { 200: Note, 201: Task } }) async two() {
    return 'a'
  }
  // error: type '["the responses have", Note[], "but the method returns", Note]'
  @Get('/c', { responses: { 200: { content: { 'application/json': [Note] } } } }) content(): Note {
    return json
  }
  // error: type '["the input gives", number, "but the parameter is", string]'
  @Get('/{id}', param('id', Integer)) input(_id: string) {}
  // error: type '["the input gives", Note, "but the parameter is", Paging]'
  @Put('/{id}', param('id', Integer), body(Note), { summary: 'Replace' }) second(_id: number, _note: Paging) {}
  // error: type '["the input gives", string[], "but the parameter is", string]'
  @Get(query('q', [String])) texts(_q: string) {}
  // error: type '["the input gives", "a" | "b", "but the parameter is", number]'
  @Get(query('q', { enum: ['a', 'b'] })) letters(_letter: number) {}
  // strict error: type '["the input gives", string | undefined, "but the parameter is", string]'
  @Get(query('q', String, { optional: true })) absent(_q: string) {}
  // error: type '["the input gives", Context, "but the parameter is", number]'
  @Get(context(), param('id', Integer)) order(_id: number, _ctx: number) {}
  // error: type '["the request is", FindNote, "but the parameter is", Note]'
  @Get('/{id}', { request: FindNote }) request(_request: Note) {}
  // error: type '["the request is", FindNote, "but the parameter is", number]'
  @Get('/{id}', { request: FindNote }) spread(_id: number, _paging: Paging) {}
  // error: type '["the responses have", Note, "but the method returns", number]'
  @Get('/{id}', param('id', Integer), { responses: { 200: Note } }) both(_id: number) {
    return 1
  }
}

export { WrongFields }
