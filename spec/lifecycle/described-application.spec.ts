import { expect } from 'chai'
import { Application, bootstrap, Controller, describeApplication, Get, Returns } from 'fieldstone'

describe('an application without a service', () => {
  const events: string[] = []

  class Store {
    constructor() {
      events.push('store')
    }
    onStart() {
      events.push('start')
    }
  }

  @Controller('/items')
  class Items {
    constructor(readonly store: Store) {
      events.push('controller')
    }
    @Get()
    @Returns(200, String)
    find(): string {
      return 'item'
    }
  }

  const application = new Application({
    title: 'Items',
    version: '1',
    controllers: [Items],
    provide: [[Date, () => events.push('provided') && new Date()]],
    onStart: () => void events.push('onStart'),
    spec: '/openapi.json'
  })

  it('has the document of its service, and constructs nothing', async () => {
    events.length = 0
    const { documents } = await describeApplication(application)
    const found = [...documents.values()].map((document) => document())
    expect(events).to.deep.equal([])
    const service = await bootstrap(application)
    expect(events).to.include.members(['store', 'controller'])
    expect(found).to.deep.equal([service.document])
  })

  it('has the setup errors that are found without a service', async () => {
    const wrong = new Application({ title: '', version: '1', controllers: [Items, 5] })
    const error = await describeApplication(wrong).catch((error: Error) => error)
    expect((error as Error).message).to.match(
      /DOCUMENT_INVALID[\s\S]*CONTROLLER_INVALID|CONTROLLER_INVALID[\s\S]*DOCUMENT_INVALID/
    )
  })
})
