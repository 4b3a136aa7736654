// NestJS with its ValidationPipe; the first argument names the adapter: express or fastify.
import 'reflect-metadata'
import {
  Body,
  Controller,
  Get,
  HttpCode,
  Module,
  Param,
  ParseIntPipe,
  Post,
  Query,
  ValidationPipe
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import { CATALOG, findItem, orderTotal, PORT } from '../data.js'
import { DataDto, ItemsQuery, OrderDto, SignupDto } from './dto.js'

@Controller()
class BenchController {
  @Post('data')
  @HttpCode(200)
  receive(@Body() data: DataDto) {
    return { status: 'success', received_name: data.name }
  }

  @Get('items')
  search(@Query() { name, id }: ItemsQuery) {
    return { item_name: name, item_id: id }
  }

  @Get('users/:id')
  user(@Param('id') id: string) {
    return { status: 'ok', user_id: id }
  }

  @Get('items/:id')
  item(@Param('id', ParseIntPipe) id: number) {
    return findItem(id)
  }

  @Post('signup')
  signup(@Body() signup: SignupDto) {
    return { status: 'created', username: signup.username }
  }

  @Get('catalog')
  catalog() {
    return CATALOG
  }

  @Post('order')
  order(@Body() order: OrderDto) {
    return { status: 'created', total: orderTotal(order.lines) }
  }
}

@Module({ controllers: [BenchController] })
class BenchModule {}

const adapter = process.argv[2] === 'fastify' ? new FastifyAdapter() : new ExpressAdapter()
const app = await NestFactory.create(BenchModule, adapter, { logger: false })
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }))
await app.listen(PORT, '127.0.0.1')
