import { Application, bootstrap, Controller, Delete, Field, Get, Param, Post, Returns } from 'fieldstone'
import { PORT } from '../../data.js'

class Status {
  @Field() status!: string
  @Field({ optional: true }) user_id?: string
}

@Controller()
class UnmatchedController {
  @Get('/ready')
  @Returns(200, Status)
  ready(): Status {
    return { status: 'ready' }
  }

  @Get('/items')
  @Returns(200, [String])
  list(): string[] {
    return []
  }

  @Post('/items')
  @Returns(200, [String])
  add(): string[] {
    return []
  }

  @Get('/users/{id}')
  @Returns(200, Status)
  user(@Param('id', String) id: string): Status {
    return { status: 'ok', user_id: id }
  }

  @Delete('/orders/{id}')
  @Returns(200, Status)
  remove(@Param('id', String) _id: string): Status {
    return { status: 'gone' }
  }
}

const application = new Application({ title: 'Bench', version: '1.0.0', controllers: [UnmatchedController] })
const service = await bootstrap(application)
await service.listen({ port: PORT, host: '127.0.0.1' })
