import { deepStrictEqual as same } from 'node:assert/strict'
import { Application, Body, bootstrap, Controller, Field, Integer, Post } from 'fieldstone'
import { OrderDto } from './dtos'

class Note {
  @Field(() => String, { minLength: 2 }) title!: string
  @Field(() => Integer, { minimum: 1 }) stars!: number
}

@Controller()
class Notes {
  @Post('/notes')
  write(@Body(Note) note: Note) {
    return { isNote: note instanceof Note }
  }

  @Post('/orders')
  order(@Body(OrderDto) order: OrderDto) {
    return { isOrder: order instanceof OrderDto, lines: order.lines.length }
  }
}

/** Throws unless a service with its own records and with those of class-validator accepts and rejects what it must. */
export async function tryService(): Promise<void> {
  const service = await bootstrap(new Application({ title: 'Notes', version: '1.0.0', controllers: [Notes] }))
  const post = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const response = await service.fetch(
      new Request(`http://localhost${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    )
    // Parsed here: in Jest what Node itself parses has other classes.
    const { detail, ...rest } = JSON.parse(await response.text()) as Record<string, unknown>
    return response.ok ? rest : detail
  }
  same(await post('/notes', { title: 'Tea', stars: 1 }), { isNote: true })
  same(
    await post('/notes', { title: 'T', stars: 0 }),
    "validation failed: Field 'title' must be at least 2 characters long; Field 'stars' must be at least 1"
  )
  const line = { sku: 'tea', quantity: 2 }
  same(await post('/orders', { email: 'a@example.com', lines: [line] }), { isOrder: true, lines: 1 })
  same(
    await post('/orders', { email: 'a', lines: [{ ...line, quantity: 0 }] }),
    "validation failed: Field 'email' must be an email address; Field 'lines[0].quantity' must be at least 1"
  )
}
