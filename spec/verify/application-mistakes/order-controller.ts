import {
  Body,
  Conflict,
  type Context,
  Controller,
  Ctx,
  Get,
  Header,
  Injectable,
  NotFound,
  Param,
  Post,
  Query,
  Returns
} from '../../../src/index.js'
import { Plan } from './plan.js'
import { CURRENCIES, NewOrder, Order, OrderFilter, type PlacedLine } from './records.js'
import { reject, sendJson } from './reply.js'
import { principalOf } from './security.js'
import { SEEDED_ORDER, Store, type StoredOrder } from './store.js'

const ID = { format: 'uuid', example: SEEDED_ORDER } as const
const CURRENCY = { enum: CURRENCIES, default: 'EUR' } as const

@Controller('/orders', { tags: ['Orders'], security: [{ bearer: ['read'] }] })
@Injectable(() => [Store, Plan])
export class OrderController {
  constructor(
    readonly store: Store,
    readonly plan: Plan
  ) {}

  @Post({ operationId: 'placeOrder', summary: 'Order books' })
  @Returns(201, Order)
  @Returns(409, { description: 'There is no such book' })
  place(@Body() order: NewOrder, @Header('x-currency', String, CURRENCY) wanted: string, @Ctx() ctx: Context): unknown {
    const { plan, store } = this
    this.#checkByHand(order)
    const lines: PlacedLine[] = []
    for (const { bookId, quantity } of order.lines) {
      const title = store.books.get(bookId)?.title
      if (title === undefined && plan.has('order-rejected-but-stored')) this.#store(order, untitled(order), wanted, ctx)
      if (title === undefined) return this.#noSuchBook(ctx, bookId)
      lines.push({ bookId, quantity, title })
    }
    return this.#store(order, lines, plan.has('order-header-case') ? rawCurrency(ctx) : wanted, ctx)
  }

  #store(order: NewOrder, lines: PlacedLine[], currency: string, ctx: Context): StoredOrder {
    const { plan, store } = this
    const placed: StoredOrder = {
      id: store.uuid(),
      lines: plan.has('order-lines-cut') ? lines.slice(0, 10) : lines,
      delivery: order.delivery,
      coupon: order.coupon ?? null,
      labels: this.#labelsOf(order),
      status: 'placed',
      total: this.#totalOf(order),
      currency,
      placedAt: store.now(),
      owner: principalOf(ctx)?.name ?? ''
    }
    if (order.deliverBy !== undefined) placed.deliverBy = this.#momentOf(order.deliverBy)
    store.orders.set(placed.id, placed)
    return placed
  }

  #checkByHand({ lines, delivery, coupon, labels = {} }: NewOrder): void {
    const { plan } = this
    if (plan.has('order-hundred-rejected') && lines.some(({ quantity }) => quantity >= 100)) reject('That is too much')
    const { address } = delivery as { address: { street: string; addition?: string } }
    if (plan.has('order-pickup-500')) address.street.trim()
    if (plan.has('order-no-addition-500') && delivery.kind === 'courier') (address.addition as string).trim()
    if (plan.has('order-null-coupon-500') && coupon !== undefined) (coupon as string).trim()
    const counts: Record<string, number[]> = {}
    if (!plan.has('order-label-constructor-500')) return
    for (const name of Object.keys(labels)) {
      counts[name] ??= []
      counts[name].push(1)
    }
  }

  #labelsOf({ labels = {} }: NewOrder): Record<string, string> {
    if (!this.plan.has('order-label-proto-lost')) return labels
    const copy: Record<string, string> = {}
    for (const [name, value] of Object.entries(labels)) copy[name] = value
    return copy
  }

  /** In whole cents; the mistake adds binary fractions. A coupon takes off 20, or all of a smaller order. */
  #totalOf({ lines, coupon }: NewOrder): number {
    const { plan, store } = this
    const prices = lines.map(({ bookId, quantity }) => ({ price: store.books.get(bookId)?.price ?? 0, quantity }))
    if (plan.has('order-total-imprecise')) return prices.reduce((sum, each) => sum + each.price * each.quantity, 0)
    const cents = prices.reduce((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0)
    const reduced = typeof coupon === 'string' ? cents - 2000 : cents
    return (plan.has('order-total-negative') ? reduced : Math.max(0, reduced)) / 100
  }

  #momentOf(moment: Date): Date {
    return this.plan.has('order-local-time') ? new Date(moment.getTime() + 3_600_000) : moment
  }

  #noSuchBook(ctx: Context, id: number): void {
    const detail = `There is no book ${id}`
    if (!this.plan.has('order-problem-status')) throw new Conflict(detail)
    const problem = { type: 'about:blank', title: 'Conflict', status: 400, detail }
    ctx.send(409, 'application/problem+json', JSON.stringify(problem))
  }

  @Get({ operationId: 'listOrders', summary: 'Your orders; those of all for an administrator' })
  @Returns(200, [Order])
  list(@Query() { status, placed }: OrderFilter, @Ctx() ctx: Context): unknown {
    const period = this.plan.has('orders-period-undecoded') ? rawPeriod(ctx.search) : placed
    const found = [...this.store.orders.values()].filter((order) => {
      const day = order.placedAt.toISOString().slice(0, 10)
      if (!isVisible(order, ctx) || (status !== undefined && order.status !== status)) return false
      return (period?.from === undefined || day >= period.from) && (period?.to === undefined || day <= period.to)
    })
    if (!this.plan.has('orders-without-zone')) return found
    return found.map((order) => ({ ...order, placedAt: order.placedAt.toISOString().slice(0, 19) }))
  }

  @Get('/{id}', { operationId: 'readOrder', summary: 'Read an order of yours' })
  @Returns(200, Order)
  @Returns(404, { description: 'You have no such order' })
  show(@Param('id', String, ID) id: string, @Ctx() ctx: Context): unknown {
    const { plan } = this
    const order = this.store.orders.get(plan.has('order-id-case') ? id : id.toLowerCase())
    if (order === undefined || !(plan.has('order-of-others') || isVisible(order, ctx))) return this.#noSuchOrder(ctx)
    if (plan.has('order-lacks-kind')) return sendJson(ctx, 200, withoutKind(order))
    if (plan.has('order-internal-id')) return sendJson(ctx, 200, { ...order, _rowId: 4711 })
    if (plan.has('order-cancelled-lacks-total') && order.status === 'cancelled') return { ...order, total: undefined }
    if (!plan.has('order-title-null')) return order
    const titleOf = (bookId: number) => this.store.books.get(bookId)?.title ?? null
    return { ...order, lines: order.lines.map((line) => ({ ...line, title: titleOf(line.bookId) })) }
  }

  #noSuchOrder(ctx: Context): unknown {
    const { plan } = this
    const detail = 'There is no such order'
    if (plan.has('order-404-as-html')) return ctx.html(404, `<h1>${detail}</h1>`)
    if (plan.has('order-missing-200')) return sendJson(ctx, 200, { error: 'not found' })
    throw new NotFound(plan.has('order-stack-shown') ? new Error(detail).stack : detail)
  }

  @Post('/{id}/cancellation', { operationId: 'cancelOrder', summary: 'Cancel an order of yours' })
  @Returns(200, Order)
  @Returns(404, { description: 'You have no such order' })
  @Returns(409, { description: 'It is cancelled already' })
  async cancel(@Param('id', String, ID) id: string, @Ctx() ctx: Context): Promise<unknown> {
    const { plan, store } = this
    const order = store.orders.get(id.toLowerCase())
    if (order === undefined || !isVisible(order, ctx)) throw new NotFound('There is no such order')
    if (order.status === 'cancelled') {
      if (plan.has('order-cancel-hangs')) await plan.wait(new Promise(() => {}))
      if (plan.has('order-conflict-no-problem')) return sendJson(ctx, 409, { error: 'It is cancelled already' })
      throw new Conflict('It is cancelled already')
    }
    const cancelled = { ...order, status: 'cancelled' }
    store.orders.set(order.id, cancelled)
    if (plan.has('order-cancelled-202')) return ctx.json(202, cancelled)
    if (plan.has('order-cancelled-empty')) return ctx.send(200, 'application/json', '')
    return plan.has('order-status-upper-case') ? { ...cancelled, status: 'CANCELLED' } : cancelled
  }
}

function isVisible(order: StoredOrder, ctx: Context): boolean {
  const principal = principalOf(ctx)
  return principal?.role === 'admin' || principal?.name === order.owner
}

function withoutKind({ owner, delivery: { kind, ...delivery }, ...order }: StoredOrder): unknown {
  return { ...order, delivery }
}

function rawCurrency(ctx: Context): string {
  const index = ctx.rawHeaders.indexOf('X-Currency')
  return (index < 0 ? undefined : ctx.rawHeaders[index + 1]) ?? 'EUR'
}

function rawPeriod(search: string): { from?: string; to?: string } {
  return { from: /placed\[from\]=([0-9-]+)/.exec(search)?.[1], to: /placed\[to\]=([0-9-]+)/.exec(search)?.[1] }
}

function untitled({ lines }: NewOrder): PlacedLine[] {
  return lines.map((line) => ({ ...line, title: '' }))
}
