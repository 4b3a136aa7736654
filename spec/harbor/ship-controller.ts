import {
  Body,
  type Context,
  Controller,
  Ctx,
  Delete,
  Forbidden,
  Get,
  Head,
  Header,
  Injectable,
  Integer,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Returns
} from 'fieldstone'
import { Manifest, ManifestReceipt, Moored, NewShip, Page, Ship, ShipChange, ShipFilter } from './records.js'
import { AURORA, Store } from './store.js'

const SHIP_ID = { format: 'uuid', example: AURORA, description: 'The id of the ship' } as const

/** A resource with decorators of parameters: read with a token, changed by those whose scope allows it. */
@Injectable()
@Controller('/ships', { tags: ['ships'], security: [{ bearer: ['ships:read'] }] })
export class ShipController {
  constructor(private readonly store: Store) {}

  @Get({ summary: 'List ships' })
  @Returns(200, Page(Ship), {
    headers: { 'X-Total': { type: Integer, minimum: 0, description: 'All ships, on all pages' } }
  })
  list(@Query() { flag, limit, offset }: ShipFilter, @Ctx() ctx: Context) {
    const fitting = this.store.ships.filter((ship) => flag === undefined || ship.flag === flag)
    ctx.header('X-Total', fitting.length)
    return { items: fitting.slice(offset, offset + limit), total: fitting.length }
  }

  @Post({ summary: 'Register a ship', security: [{ bearer: ['ships:write'] }] })
  @Returns(201, Ship, { headers: { Location: { type: String, description: 'The path of the ship' } } })
  add(@Body() ship: NewShip, @Ctx() ctx: Context): Ship {
    const added = this.store.addShip(ship)
    ctx.header('Location', `/v1/ships/${added.id}`)
    return added
  }

  @Get('/{shipId}', { summary: 'Show a ship' })
  @Returns(200, Ship, { headers: { ETag: String, 'X-Seen': { type: Date, optional: true } } })
  @Returns(304, 'It is as before')
  @Returns(404, 'No such ship')
  show(
    @Param('shipId', String, SHIP_ID) shipId: string,
    @Header('if-none-match', String, { optional: true }) known: string | undefined,
    @Ctx() ctx: Context
  ): Ship | undefined {
    const ship = this.store.ship(shipId)
    const tag = this.store.tagOf(ship)
    ctx.header('ETag', tag)
    if (ship.seenAt !== undefined) ctx.header('X-Seen', ship.seenAt)
    if (
      known === undefined ||
      !(known === '*' || known.split(/\s*,\s*/).some((each) => each.replace(/^W\//, '') === tag))
    )
      return ship
    ctx.status(304)
    return undefined
  }

  @Head('/{shipId}/papers', { summary: 'Are there papers?' })
  @Returns(204, { headers: { 'X-Papers': { type: Integer, minimum: 0 } } })
  @Returns(404, 'No such ship')
  papers(@Param('shipId', String, SHIP_ID) shipId: string, @Ctx() ctx: Context): void {
    this.store.ship(shipId)
    ctx.header('X-Papers', 1)
  }

  @Put('/{shipId}', { summary: 'Replace a ship', security: [{ bearer: ['ships:write'] }] })
  @Returns(200, Ship)
  @Returns(404, 'No such ship')
  replace(@Param('shipId', String, SHIP_ID) shipId: string, @Body() ship: NewShip): Ship {
    return this.store.replaceShip(shipId, ship)
  }

  @Patch('/{shipId}', { summary: 'Change a ship', security: [{ bearer: ['ships:write'] }] })
  @Returns(200, Ship)
  @Returns(404, 'No such ship')
  change(@Param('shipId', String, SHIP_ID) shipId: string, @Body() change: ShipChange): Ship {
    const given = Object.entries(change).filter(([, value]) => value !== undefined)
    return Object.assign(this.store.ship(shipId), Object.fromEntries(given))
  }

  @Delete('/{shipId}', { summary: 'Strike a ship off', security: [{ bearer: ['ships:write'] }] })
  @Returns(204, 'It is gone')
  @Returns(404, 'No such ship')
  remove(@Param('shipId', String, SHIP_ID) shipId: string): void {
    this.store.removeShip(shipId)
  }

  @Post('/{shipId}/manifests', { summary: 'Hand in a manifest', security: [{ bearer: ['ships:write'] }] })
  @Returns(202, ManifestReceipt)
  @Returns(404, 'No such ship')
  declare(@Param('shipId', String, SHIP_ID) shipId: string, @Body() manifest: Manifest) {
    this.store.ship(shipId)
    return { number: ++this.store.documents, manifest }
  }

  @Post('/{shipId}/departure', { summary: 'Leave', security: [{ bearer: ['ships:write'] }] })
  @Returns(200, Ship)
  @Returns(202, 'It will leave with the tide')
  @Returns(404, 'No such ship')
  @Returns(409, { content: { 'application/problem+json': Moored }, description: 'It is moored' })
  depart(
    @Param('shipId', String, SHIP_ID) shipId: string,
    @Query('when', String, { enum: ['now', 'tide', 'never', 'moored'] }) when: string,
    @Ctx() ctx: Context
  ): Ship | undefined {
    const ship = this.store.ship(shipId)
    if (when === 'moored') {
      ctx.json(409, { type: 'about:blank', title: 'Conflict', status: 409, detail: 'It is moored', berth: 1 })
      return undefined
    }
    if (when === 'tide') {
      ctx.status(202)
      return undefined
    }
    if (when === 'never') throw new Forbidden('It may not leave')
    return ship
  }
}
