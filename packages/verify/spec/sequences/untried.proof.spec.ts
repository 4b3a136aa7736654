import { expect } from 'chai'
import {
  Body,
  type Context,
  Controller,
  Ctx,
  Delete,
  Field,
  Get,
  Integer,
  NotFound,
  Param,
  Put,
  Query,
  Returns
} from 'fieldstone'
import { serviceOf } from '../../../../spec/support/applications.js'
import { findingsOf, verified } from '../support/verified.js'

class Berth {
  @Field(() => Integer, { minimum: 1 }) id!: number
  @Field() crane!: string
}

const BERTHS: readonly Berth[] = [
  { id: 1, crane: 'north' },
  { id: 2, crane: 'south' }
]
const ID = '0b1f6f4e-8f4d-4a5c-9d3e-5a1c2b3d4e5f'
const isKnown = (id: string) => id.toLowerCase() === ID

/** Operations that no sequence of JSON suits, or whose resources cannot be created. */
@Controller('/harbor')
class HarborController {
  @Get('/berths')
  @Returns(200, [Berth])
  berths(@Query('crane', String, { optional: true }) crane?: string): readonly Berth[] {
    return this.filter(crane)
  }

  @Get('/notice') @Returns(200, { contentType: 'text/plain', body: String }) notice(): string {
    return 'x'
  }

  @Put('/notice') @Returns(204) pin(@Body(String, { consumes: 'text/plain' }) _text: string): void {}

  @Get('/tickets/{ticketId}/door')
  @Returns(303, { headers: { Location: String } })
  @Returns(404)
  door(@Param('ticketId', String, { format: 'uuid', example: ID }) id: string, @Ctx() ctx: Context): void {
    if (!isKnown(id)) NotFound.throw()
    this.lead(ctx, id)
  }

  @Delete('/gates/{gate}/queue/{place}')
  @Returns(204)
  @Returns(404)
  leave(
    @Param('gate', String, { enum: ['east', 'west'] }) _gate: string,
    @Param('place', Integer, { minimum: 1, maximum: 5 }) _place: number
  ): void {}

  protected filter(crane: string | undefined): readonly Berth[] {
    return BERTHS.filter((berth) => crane === undefined || berth.crane === crane)
  }

  protected lead(ctx: Context, _id: string): void {
    ctx.redirect(`/harbor/tickets/${ID}`, 303)
  }
}

@Controller('/harbor')
class MistakenController extends HarborController {
  protected override filter(): readonly Berth[] {
    return BERTHS
  }

  protected override lead(ctx: Context, id: string): void {
    if (id !== ID) NotFound.throw()
    super.lead(ctx, id)
  }
}

const LABELS = /filtered by crane|notice|Door|upper case|queue/i

describe('verify plays sequences where little is known', () => {
  it('and tries all that can be tried, with what exists', async () => {
    const report = await verified(await serviceOf([HarborController]))
    expect([report.untriedSequences.filter((text) => LABELS.test(text)), findingsOf(report)]).to.deep.equal([[], []])
  })

  it('and finds a filter of a list that no operation fills, and a redirect that knows one spelling', async () => {
    const findings = findingsOf(await verified(await serviceOf([MistakenController])))
    expect(findings.map(({ kind, what }) => `${kind} ${what}`)).to.deep.equal([
      'ignored-filter crane',
      'spelling-matters ticketId in upper case'
    ])
  })
})
