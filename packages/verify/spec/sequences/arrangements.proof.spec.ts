import { expect } from 'chai'
import {
  Application,
  BadRequest,
  Body,
  bootstrap,
  Controller,
  Field,
  Get,
  Integer,
  NotFound,
  Param,
  Post,
  Put,
  Returns
} from 'fieldstone'
import { verify } from 'fieldstone-verify'

class Level {
  @Field(() => Integer, { minimum: 1, maximum: 9 }) height!: number
}

class StoredLevel extends Level {
  @Field(() => Integer) id!: number
}

/** A service that `reset` empties, and that never uses an id twice. */
async function levels(most: number) {
  const store = new Map<number, StoredLevel>()
  let last = 0

  @Controller('/levels')
  class LevelController {
    @Post()
    @Returns(201, StoredLevel)
    create(@Body() level: Level): StoredLevel {
      const created = { ...level, id: ++last }
      store.set(last, created)
      return created
    }

    @Get('/{id}')
    @Returns(200, StoredLevel)
    @Returns(404)
    read(@Param('id', Integer) id: number): StoredLevel {
      return store.get(id) ?? NotFound.throw()
    }

    @Put('/{id}')
    @Returns(200, StoredLevel)
    @Returns(404)
    replace(@Param('id', Integer) id: number, @Body() level: Level): StoredLevel {
      if (!store.has(id)) NotFound.throw()
      if (level.height > most) throw new BadRequest('That is too high')
      const replaced = { ...level, id }
      store.set(id, replaced)
      return replaced
    }
  }

  const application = new Application({ title: 'Levels', version: '1', controllers: [LevelController], logger: false })
  return { service: await bootstrap(application), reset: () => store.clear() }
}

describe('A request to a resource that does not exist yet', () => {
  it('is sent after one that creates it, so that its edge cases show what the handler rejects', async () => {
    const { service, reset } = await levels(8)
    const { disagreements } = await verify(service, { seed: 1, reset })
    expect(disagreements.map(({ kind, operation }) => `${kind} ${operation}`)).to.deep.equal([
      'refused-valid putLevelsById'
    ])
    const [found] = disagreements
    expect(found?.curl.match(/-X (POST|PUT)/g)).to.deep.equal(['-X POST', '-X PUT'])
    expect(found?.curl).to.contain('-X PUT').and.contain('9')
  })

  it('succeeds with every operation of a service that is empty at first', async () => {
    const { service, reset } = await levels(9)
    const report = await verify(service, { seed: 1, reset })
    expect([...report.disagreements, ...report.suspicions, ...report.unproved]).to.deep.equal([])
    expect(report.operations.map(({ statuses }) => (statuses[200] ?? statuses[201] ?? 0) > 5)).to.not.include(false)
  })
})
