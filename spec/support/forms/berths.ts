import {
  Body,
  type Context,
  Controller,
  cookie,
  Delete,
  Double,
  Field,
  Get,
  Header,
  header,
  Injectable,
  Integer,
  NotFound,
  Param,
  Put,
  param,
  query
} from 'fieldstone'

/** The whole of a berth but its number, which is in the path. */
export class BerthChange {
  @Field(() => Double, { minimum: 1, maximum: 30, description: 'In meters' }) depth!: number
  @Field(() => [String], { maxItems: 4, uniqueItems: true, each: true, minLength: 1, maxLength: 10 }) cranes!: string[]
}

export class Berth extends BerthChange {
  @Field(() => Integer, { minimum: 1, maximum: 9 }) id!: number
}

export class Berths {
  all: Berth[] = []

  constructor() {
    this.reset()
  }

  reset(): void {
    this.all = [
      { id: 1, depth: 8.5, cranes: ['north'] },
      { id: 2, depth: 12, cranes: [] }
    ]
  }

  find(id: number): Berth {
    return this.all.find((berth) => berth.id === id) ?? NotFound.throw(`There is no berth ${id}`)
  }
}

const BERTH_ID = { minimum: 1, maximum: 9, description: 'The number of the berth', example: 1 } as const

/** The parts of one request. */
class PutBerth {
  @Param(() => Integer, BERTH_ID) berthId!: number
  @Header('x-reason', String, { optional: true, minLength: 1, maxLength: 20, description: 'For the log' })
  reason?: string
  @Body(BerthChange) change!: BerthChange
}

/** Written so that it compiles in both forms of decorators: inputs beside the method, and in a class of the request. */
@Controller('/berths', { tags: ['berths'] })
@Injectable(() => [Berths])
export class BerthController {
  readonly #berths: Berths

  constructor(berths: Berths) {
    this.#berths = berths
  }

  @Get(
    query('crane', String, { optional: true, minLength: 1, maxLength: 10, description: 'Only berths with this crane' }),
    cookie('units', String, { enum: ['m', 'ft'], default: 'm', description: 'In which depths are shown' }),
    header('x-minimum', Double, { optional: true, minimum: 0, description: 'Only deeper ones, in meters' }),
    { summary: 'List berths', responses: { 200: [Berth] } }
  )
  list(crane: string | undefined, units: string, minimum = 0): Berth[] {
    const feet = units === 'ft'
    return this.#berths.all
      .filter(({ cranes, depth }) => depth >= minimum && (crane === undefined || cranes.includes(crane)))
      .map((berth) => ({ ...berth, depth: feet ? Math.min(30, berth.depth * 3.28) : berth.depth }))
  }

  @Get('/{berthId}', param('berthId', Integer, BERTH_ID), {
    summary: 'Show a berth',
    responses: { 200: Berth, 404: 'No such berth' }
  })
  show(berthId: number): Berth {
    return this.#berths.find(berthId)
  }

  @Put('/{berthId}', {
    request: PutBerth,
    summary: 'Rebuild a berth',
    security: [{ headerKey: [], basic: [] }],
    responses: { 200: Berth, 404: 'No such berth' }
  })
  rebuild({ berthId, change }: PutBerth): Berth {
    return Object.assign(this.#berths.find(berthId), change)
  }

  @Delete(
    '/{berthId}/cranes/{crane}',
    param('berthId', Integer, BERTH_ID),
    param('crane', String, { example: 'north' }),
    {
      summary: 'Take a crane down',
      security: ['queryKey'],
      responses: { 204: 'It is down', 404: 'No such berth or crane' }
    }
  )
  takeDown(berthId: number, crane: string, ctx: Context): void {
    const { cranes } = this.#berths.find(berthId)
    if (!cranes.includes(crane)) NotFound.throw(`There is no crane ${crane}`)
    cranes.splice(cranes.indexOf(crane), 1)
    ctx.noContent()
  }
}

export type BerthModule = typeof import('./berths.js')
