import {
  Application,
  Body,
  bootstrap,
  type Context,
  Controller,
  Cookie,
  Ctx,
  DateOnly,
  Field,
  Get,
  Header,
  Integer,
  NotFound,
  Param,
  Post,
  Query,
  Returns
} from 'fieldstone'
import type { Resettable } from './services.js'

const KINDS = ['paper', 'film', 'sound'] as const
const UNITS = ['piece', 'box', 'meter'] as const

export class NewItem {
  @Field({ minLength: 1, maxLength: 40 }) name!: string
  @Field(() => String, { enum: KINDS }) kind!: string
  @Field(() => [String], { each: true, minLength: 1, maxLength: 30, maxItems: 5 }) tags!: string[]
  @Field({ minimum: 0, maximum: 5000 }) price!: number
  @Field(() => DateOnly) madeOn!: string
}

export class Item extends NewItem {
  @Field(() => Integer) id!: number
  @Field() storedAt!: Date
  @Field(() => String, { enum: UNITS }) unit!: string
}

class Days {
  @Field(() => DateOnly, { optional: true }) from?: string
  @Field(() => DateOnly, { optional: true }) to?: string
}

export class ItemFilter {
  @Field(() => Integer, { minimum: 1, maximum: 50, default: 20 }) limit!: number
  @Field({ optional: true }) name?: string
  @Field(() => String, { enum: KINDS, optional: true }) kind?: string
  @Field(() => [String], { each: true, optional: true, description: 'All of these' }) tag?: string[]
  @Field({ optional: true }) minPrice?: number
  @Field({ optional: true, description: 'Below this' }) price_lt?: number
  @Field(() => DateOnly, { optional: true, description: 'On this day or later' }) madeFrom?: string
  @Field(() => Days, { style: 'deepObject', optional: true, description: 'Both days included' }) stored?: Days
}

class NewGuest {
  @Field({ minLength: 8, maxLength: 30 }) name!: string
}

class Guest extends NewGuest {
  @Field(() => Integer) id!: number
}

class Greeting {
  @Field() text!: string
}

/** A catalog that does what its document says; a mistake is a method that is overridden. */
export class Catalog {
  readonly items: Item[] = []
  readonly guests: Guest[] = []
  reads = 0

  /** There are one item and one guest. */
  reset(): void {
    const item = { id: 1, name: 'Cup', kind: 'paper', tags: ['a'], price: 5, madeOn: '2025-01-01', unit: 'piece' }
    this.items.splice(0, this.items.length, { ...item, storedAt: new Date(Date.UTC(2026, 3, 5, 10)) })
    this.guests.splice(0, this.guests.length, { id: 1, name: 'Some guest' })
    this.reads = 0
  }

  add(item: NewItem, unit: string): Item {
    const stored = { ...item, unit, id: this.items.length + 1, storedAt: new Date(Date.UTC(2026, 3, 5, 10)) }
    this.items.push(stored)
    return stored
  }

  list(filter: ItemFilter, _search: string): Item[] {
    return this.items.filter((item) => this.fits(item, filter)).slice(0, filter.limit)
  }

  fits(item: Item, { name, kind, tag = [], minPrice, price_lt, madeFrom, stored }: ItemFilter): boolean {
    return (
      (name === undefined || item.name === name) &&
      (kind === undefined || item.kind === kind) &&
      tag.every((one) => item.tags.includes(one)) &&
      (minPrice === undefined || item.price >= minPrice) &&
      (price_lt === undefined || item.price < price_lt) &&
      (madeFrom === undefined || item.madeOn >= madeFrom) &&
      this.isStored(item, stored)
    )
  }

  isStored({ storedAt }: Item, { from, to }: Days = {}): boolean {
    const day = storedAt.toISOString().slice(0, 10)
    return (from === undefined || day >= from) && (to === undefined || day <= to)
  }

  read(id: number): Item {
    return this.items[id - 1] ?? NotFound.throw('There is no such item')
  }

  /** The unit that a request asks for. */
  unit(parsed: string, _raw: readonly string[]): string {
    return parsed
  }

  invite(guest: NewGuest): Guest {
    const invited = { ...guest, id: this.guests.length + 1 }
    this.guests.push(invited)
    return invited
  }

  greet(guest: string, _cookies: string): string {
    return `Hello ${guest}`
  }
}

/** A service of a catalog whose methods are replaced; `this` is the catalog. */
export function catalogWith(mistake: Partial<Catalog> & ThisType<Catalog>): Promise<Resettable> {
  return serviceOf(Object.assign(new Catalog(), mistake))
}

async function serviceOf(catalog: Catalog): Promise<Resettable> {
  catalog.reset()
  @Controller('/items')
  class ItemController {
    @Post()
    @Returns(201, Item)
    add(
      @Body() item: NewItem,
      @Header('x-unit', String, { enum: UNITS, default: 'piece' }) unit: string,
      @Ctx() ctx: Context
    ): Item {
      return catalog.add(item, catalog.unit(unit, ctx.rawHeaders))
    }

    @Get()
    @Returns(200, [Item])
    list(@Query() filter: ItemFilter, @Ctx() ctx: Context): Item[] {
      return catalog.list(filter, ctx.search)
    }

    @Get('/{id}')
    @Returns(200, Item)
    @Returns(404)
    read(@Param('id', Integer, { minimum: 1 }) id: number): Item {
      return catalog.read(id)
    }
  }

  @Controller('/guests')
  class GuestController {
    @Post()
    @Returns(201, Guest)
    invite(@Body() guest: NewGuest): Guest {
      return catalog.invite(guest)
    }

    @Get('/{id}')
    @Returns(200, Guest)
    @Returns(404)
    read(@Param('id', Integer, { minimum: 1 }) id: number): Guest {
      return catalog.guests[id - 1] ?? NotFound.throw('There is no such guest')
    }
  }

  @Controller('/greeting')
  class GreetingController {
    @Get()
    @Returns(200, Greeting)
    greet(@Cookie('guest', String, { maxLength: 30 }) guest: string, @Ctx() ctx: Context): Greeting {
      return { text: catalog.greet(guest, ctx.requestHeader('cookie') ?? '') }
    }
  }

  const controllers = [ItemController, GuestController, GreetingController]
  const service = await bootstrap(new Application({ title: 'A catalog', version: '1', controllers, logger: false }))
  return { document: service.document, inject: (request) => service.inject(request), reset: () => catalog.reset() }
}
