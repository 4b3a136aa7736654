import { Application, bootstrap, Controller, Field, Get, Integer, Param, Returns } from 'fieldstone'
import { PORT } from '../../data.js'
import { memory, publish, subscribe, subscribed } from './ticks.js'

class Tick {
  @Field(() => Integer) client!: number
  @Field(() => Integer) tick!: number
}

@Controller()
class EventController {
  @Get('/events')
  @Returns(200, { events: Tick })
  follow(): AsyncIterableIterator<Tick> {
    return subscribe()
  }

  @Get('/ready')
  @Returns(200, String)
  ready(): string {
    return 'ready'
  }

  @Get('/memory')
  @Returns(200, Integer)
  memory(): Promise<number> {
    return memory()
  }

  @Get('/subscribed')
  @Returns(200, Integer)
  subscribed(): number {
    return subscribed()
  }

  @Get('/ticks/{tick}')
  @Returns(200, String)
  publish(@Param('tick', Integer) tick: number): string {
    publish(tick)
    return 'published'
  }
}

const service = await bootstrap(new Application({ title: 'Bench', version: '1.0.0', controllers: [EventController] }))
await service.listen({ port: PORT, host: '127.0.0.1' })
