import {
  Body,
  type Context,
  Controller,
  Ctx,
  Get,
  Injectable,
  mapOf,
  nullable,
  oneOf,
  Post,
  Principal,
  Put,
  Query,
  Returns
} from 'fieldstone'
import { rateLimit } from 'fieldstone/rate-limit'
import { Bulk, Container, Papers, PapersReceipt, Pilot, Quote, Registration } from './records.js'
import type { Person } from './schemes.js'
import { Store } from './store.js'

/** Uploads and forms, and the schemes that no resource has. */
@Injectable()
@Controller('/office', { tags: ['office'] })
export class OfficeController {
  constructor(private readonly store: Store) {}

  @Post('/papers', { summary: 'Hand in papers', security: [{ login: ['papers'] }] })
  @Returns(201, PapersReceipt)
  papers(@Body() { title, scan, photos = [] }: Papers): PapersReceipt {
    return { title, size: scan.size, photos: photos.length }
  }

  @Post('/registrations', { summary: 'Register, by a form of HTML or a program', security: [] })
  @Returns(201, Registration)
  register(
    @Body(Registration, { consumes: ['application/x-www-form-urlencoded', 'application/json'] }) person: Registration
  ): Registration {
    return person
  }

  @Put('/notice', { summary: 'Pin up a notice', security: ['cookieKey'] })
  @Returns(204, 'It is up')
  notice(@Body(String, { consumes: ['text/plain', 'text/markdown'] }) text: string): void {
    this.store.notice = text
  }

  @Get('/notice', { summary: 'Read the notice', security: [] })
  @Returns(200, { contentType: 'text/plain', body: String })
  notices(): string {
    return this.store.notice
  }

  @Put('/stamp', { summary: 'Change the stamp', security: [{ identity: ['papers'] }] })
  @Returns(204, 'It is changed')
  stamp(@Body(Buffer, { consumes: 'image/png' }) stamp: Buffer): void {
    this.store.stamp = stamp
  }

  @Get('/stamp', { summary: 'The stamp', security: ['basic'] })
  @Returns(200, { contentType: 'image/png' })
  stampNow(): Buffer {
    return this.store.stamp
  }

  @Get('/greeting', { summary: 'A greeting, by name for those who show who they are', security: ['headerKey', {}] })
  @Returns(200, { contentType: 'text/html', body: String })
  greeting(@Ctx() ctx: Context, @Principal({ optional: true }) person?: Person): void {
    ctx.html(200, `<p>Hello${person === undefined ? '' : ` ${person.name}`}</p>`)
  }

  @Get('/quote', {
    summary: 'What a day costs',
    security: [],
    middleware: [rateLimit({ limit: 1_000, window: 60_000 })]
  })
  @Returns(200, Quote)
  quote(): Quote {
    return { price: 99.5, until: new Date(86_400_000) }
  }

  @Get('/tariffs', { summary: 'Tariffs by name', security: [] })
  @Returns(200, mapOf(nullable(Quote)))
  tariffs(): { [name: string]: Quote | null } {
    return { day: this.quote(), night: null }
  }

  @Post('/oddments', { summary: 'One of several things', security: ['bearer', 'headerKey'] })
  @Returns(200, oneOf(Container, Bulk, [String], Boolean))
  oddment(@Body(oneOf(Container, Bulk, [String], Boolean)) thing: unknown): never {
    return thing as never
  }

  @Post('/pilots', { summary: 'Order pilots', security: [{ bearer: [] }] })
  @Returns(200, [Pilot])
  pilots(
    @Body([Pilot]) pilots: Pilot[],
    @Query('dry', Boolean, { default: false, description: 'Order none' }) _dry: boolean
  ): Pilot[] {
    return pilots
  }
}
