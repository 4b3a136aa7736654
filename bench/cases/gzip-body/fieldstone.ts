import { Application, Body, bootstrap, Controller, Field, Get, Integer, Post, Returns } from 'fieldstone'
import { PORT } from '../../data.js'
import { sumOf } from './series.js'

class Value {
  @Field(() => Integer) at!: number
  @Field() value!: number
}

class Series {
  @Field() sensor!: string
  @Field(() => [Value], { maxItems: 1_000 }) values!: Value[]
}

class Sum {
  @Field(() => Integer) count!: number
  @Field() sum!: number
}

class Status {
  @Field() status!: string
}

@Controller()
class SeriesController {
  @Get('/ready')
  @Returns(200, Status)
  ready(): Status {
    return { status: 'ready' }
  }

  @Post('/series')
  @Returns(201, Sum)
  add(@Body() { values }: Series): Sum {
    return { count: values.length, sum: sumOf(values) }
  }
}

const service = await bootstrap(new Application({ title: 'Bench', version: '1.0.0', controllers: [SeriesController] }))
await service.listen({ port: PORT, host: '127.0.0.1' })
