import { expect } from 'chai'
import { Application, bootstrap, Controller, Delete, Get, Post, Returns } from 'fieldstone'
import { formatReport, type VerifiableService, verify } from 'fieldstone-verify'
import { runOn, smallService } from '../support/command.js'

@Controller('/orders')
class OrderController {
  @Get('', { tags: ['public'] })
  @Returns(200, [String])
  list() {
    return ['a pencil']
  }

  @Post('', { tags: ['staff'] })
  @Returns(201, String)
  add() {
    return 'a pencil'
  }

  @Delete('/{id}', { tags: ['staff'] })
  @Returns(204)
  remove() {}
}

function application(): Application {
  return new Application({
    title: 'Orders',
    version: '1.0.0',
    logger: false,
    controllers: [OrderController],
    documents: [
      { path: '/openapi/public.json', include: ({ tags }) => tags.includes('public') },
      { path: '/openapi/staff.json', include: ({ tags }) => tags.includes('staff') }
    ]
  })
}

const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: Error) => error.message
  )

describe('verify, of a service with several documents', () => {
  for (const [name, count] of [
    ['public', 1],
    ['staff', 2]
  ] as const) {
    it(`proves the document ${name}, and blames the service for no method that only another document has`, async () => {
      const service = await bootstrap(application())
      const report = await verify(service, { seed: 1, runs: 300, documentName: name })
      expect([...report.disagreements, ...report.suspicions], formatReport(report)).to.deep.equal([])
      expect(report.operations.length).to.equal(count)
      // Without the other documents they are found.
      const alone: VerifiableService = {
        document: service.documents.get(name),
        inject: (request) => service.inject(request as never)
      }
      const { disagreements } = await verify(alone, { seed: 1, runs: 300 })
      expect(disagreements.map(({ kind }) => kind)).to.include('undocumented-operation')
    })
  }

  it('takes the first without a name', async () => {
    const report = await verify(await bootstrap(application()), { seed: 1, runs: 100 })
    expect(report.operations.map(({ id }) => id)).to.deep.equal(['getOrders'])
  })

  it('says which documents there are, and which options say the same', async () => {
    const service = await bootstrap(application())
    expect(await messageOf(verify(service, { documentName: 'stuff' }))).to.equal(
      'The service has no document stuff, only public, staff'
    )
    expect(await messageOf(verify(service, { documentName: 'staff', documentPath: '/a' }))).to.match(/give one of them/)
    const remote = { url: 'http://127.0.0.1:1', document: {} }
    expect(await messageOf(verify(remote, { documentName: 'staff' }))).to.match(/of a service in this process/)
  })

  it('is told by --name which one the command verifies', async () => {
    const service = await bootstrap(application())
    const { stdout, status } = await runOn(service, '--name', 'staff', '--runs', '200', '--seed', '1', '--json')
    expect(JSON.parse(stdout).operations.map(({ id }: { id: string }) => id)).to.have.length(2)
    expect(status).to.equal(0)
    for (const [args, message] of [
      [['--name', 'stuff'], 'The service has no document stuff, only one without a name'],
      [['--name', 'a', '--document', '/a'], '--name and --document both say which document is verified'],
      [['--url', 'http://127.0.0.1:1', '--document', '/a', '--name', 'b'], '--name is of the documents of a module']
    ] as const) {
      expect((await runOn(smallService(), ...args)).error).to.include(message)
    }
  })
})
