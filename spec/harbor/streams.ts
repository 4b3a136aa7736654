import {
  type Context,
  Controller,
  Ctx,
  fileResponses,
  Get,
  Injectable,
  Integer,
  Param,
  Query,
  Returns
} from 'fieldstone'
import { Arrival, Warning } from './records.js'
import { Store } from './store.js'

/** What is not sent as one piece: events, lines, texts and bytes as they come, files and their parts. */
@Injectable()
@Controller('/watch', { tags: ['watch'], security: [] })
export class WatchController {
  constructor(private readonly store: Store) {}

  @Get('/arrivals', { summary: 'Follow arrivals' })
  @Returns(200, { events: Arrival })
  arrivals() {
    return this.store.arrivals()
  }

  @Get('/all', { summary: 'Follow everything' })
  @Returns(200, { events: { arrival: Arrival, warning: Warning, ping: String } })
  async *all(@Query('force', Integer, { minimum: 1, maximum: 12, default: 6 }) force: number) {
    for (const arrival of this.store.arrivals()) yield { event: 'arrival' as const, data: arrival, id: arrival.ship }
    yield { event: 'warning' as const, data: { force }, retry: 1_000 }
    yield { event: 'ping' as const, data: 'two\nlines' }
  }

  @Get('/late', { summary: 'Follow warnings, as they come' })
  @Returns(200, { events: { warning: Warning } })
  late(@Ctx() ctx: Context): void {
    ctx.sse([{ event: 'warning', data: { force: 3 } }], { headDelay: 0 })
  }

  @Get('/log', { summary: 'All arrivals: as a list, as lines or as events' })
  @Returns(200, [Arrival], { lines: Arrival, events: Arrival })
  log(): Arrival[] {
    return [...this.store.arrivals()]
  }

  @Get('/lines', { summary: 'All arrivals, line by line' })
  @Returns(200, { lines: Arrival, headers: { 'X-Ships': Integer } })
  async *lines(@Ctx() ctx: Context) {
    ctx.header('X-Ships', this.store.ships.length)
    yield* this.store.arrivals()
  }

  @Get('/table', { summary: 'All ships, as comma-separated values' })
  @Returns(200, { contentType: 'text/csv' })
  *table() {
    yield 'id,tonnage\r\n'
    for (const { id, tonnage } of this.store.ships) yield `${id},${tonnage}\r\n`
  }

  @Get('/either', { summary: 'The number of ships, as JSON or text' })
  @Returns(200, { content: { 'application/json': Integer, 'text/plain': String } })
  either(@Ctx() ctx: Context): number | string {
    const count = this.store.ships.length
    return ctx.accepts() === 'text/plain' ? String(count) : count
  }

  @Get('/charts/{name}', { summary: 'A chart of the harbor', responses: fileResponses('text/plain') })
  chart(@Param('name', String, { example: 'mole.txt' }) name: string, @Ctx() ctx: Context) {
    return ctx.file(name, { root: this.store.folder })
  }
}
