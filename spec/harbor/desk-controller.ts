import {
  Body,
  Conflict,
  Controller,
  createParameterDecorator,
  Get,
  HttpError,
  header,
  Injectable,
  Integer,
  Patch,
  Post,
  Principal,
  Query,
  query,
  Returns
} from 'fieldstone'
import { Badge, LegacyOrder, NewOrder, Opening, OpeningChange, Order, Slice } from './records.js'
import type { Person } from './schemes.js'
import { Store } from './store.js'

/** The part of a list that a request asks for, and in whose name. */
const Part = createParameterDecorator(
  (_ctx, { page, size, agent }): Slice => ({ from: (page - 1) * size, to: page * size, agent: agent ?? null }),
  {
    name: 'Part',
    inputs: ({ most }: { most: number }) => ({
      page: query('page', Integer, { minimum: 1, maximum: 1_000, default: 1, description: 'Which page' }),
      size: query('size', Integer, { minimum: 1, maximum: most, default: 10, description: 'How long it is' }),
      agent: header('x-agent', String, { optional: true, minLength: 2, maxLength: 20, description: 'For whom' })
    })
  }
)

/** Who asks, decorators of the application's own, bodies of several types and that may be absent, ranges of statuses. */
@Injectable()
@Controller('/desk', { tags: ['desk'] })
export class DeskController {
  constructor(private readonly store: Store) {}

  @Get('/me', { summary: 'Who am I?' })
  @Returns(200, Badge)
  me(@Principal() person: Person): Badge {
    return { name: person.name, scopes: [...person.scopes] }
  }

  @Get('/slice', { summary: 'Which part of a list it would be', security: ['headerKey', {}] })
  @Returns(200, Slice)
  slice(@Part({ most: 50 }) slice: Slice, @Principal({ optional: true }) person?: Person): Slice {
    return { ...slice, agent: slice.agent ?? person?.name ?? null }
  }

  @Post('/orders', { summary: 'Order something', security: [] })
  @Returns(201, Order, { example: { number: 1, thing: 'rope', count: 3 } })
  @Returns('4XX', 'It cannot be had')
  @Returns('default', 'Something else is the matter')
  order(
    @Body({
      description: 'The order, as it is or as the telex wrote it',
      content: {
        'application/json': {
          type: NewOrder,
          examples: { one: { thing: 'rope' }, many: { summary: 'A box', value: { thing: 'nail', count: 100 } } }
        },
        'application/vnd.harbor.telex+json': { type: LegacyOrder, example: { line: 'rope*3' } }
      }
    })
    order: NewOrder | LegacyOrder,
    @Query('stock', String, { enum: ['full', 'empty', 'gone'], default: 'full', description: 'What there is' })
    stock: string
  ): Order {
    if (stock === 'empty') throw new Conflict('There is none left')
    if (stock === 'gone') throw new HttpError(418, 'There will be none')
    const number = Number(++this.store.documents)
    if (order instanceof NewOrder) return { number, thing: order.thing, count: order.count }
    const [thing = '', count] = order.line.split('*')
    return { number, thing, count: Number(count) }
  }

  @Patch('/opening', { summary: 'Open or close the desk', security: ['cookieKey'] })
  @Returns(200, Opening)
  open(@Body({ required: false }) change?: OpeningChange): Opening {
    this.store.isOpen = change?.isOpen ?? !this.store.isOpen
    return { isOpen: this.store.isOpen }
  }
}
