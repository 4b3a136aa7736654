import 'reflect-metadata'
import { deepStrictEqual as same } from 'node:assert/strict'
import { Body, Controller, Module, type PipeTransform, Post } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { INVALID, MESSAGES, OrderDto, VALID } from './dtos'

@Controller('orders')
class Orders {
  @Post()
  create(@Body() order: OrderDto) {
    return { isOrder: order instanceof OrderDto, quantity: order.lines[0]?.quantity }
  }
}

@Module({ controllers: [Orders] })
class App {}

/** Throws unless the pipe accepts and rejects what NestJS's own pipe does, by the same messages. */
export async function tryNest(pipe: PipeTransform): Promise<void> {
  const app = await NestFactory.create(App, { logger: false })
  app.useGlobalPipes(pipe)
  await app.listen(0, '127.0.0.1')
  const post = async (body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${await app.getUrl()}/orders`, init)
    return [response.status, JSON.parse(await response.text())]
  }
  try {
    same(await post(VALID), [201, { isOrder: true, quantity: 2 }])
    same(await post({ ...VALID, more: 1 }), [201, { isOrder: true, quantity: 2 }])
    same(await post(INVALID), [400, { message: MESSAGES, error: 'Bad Request', statusCode: 400 }])
  } finally {
    await app.close()
  }
}
