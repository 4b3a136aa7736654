import { expect } from 'chai'
import { Application, body, bootstrap, Controller, Field, Get, Post, param, Returns } from 'fieldstone'
import { formatReport, verify } from 'fieldstone-verify'

class Note {
  @Field() text!: string
}

@Controller('/notes')
class NoteController {
  @Get('/{id}', param('id', String, { format: 'uuid' }))
  @Returns(200, Note)
  show(id: string) {
    return { text: id.toLowerCase() }
  }

  @Post('/search', body(Note))
  @Returns(200, [Note])
  search(note: Note) {
    return [note]
  }
}

describe('verify, where a literal path is also that of a parameter with a format', () => {
  it('accuses Allow of nothing that a router can know of the path', async () => {
    const app = new Application({ title: 'Notes', version: '1.0.0', logger: false, controllers: [NoteController] })
    const service = await bootstrap(app)
    expect((await service.inject({ method: 'DELETE', url: '/notes/search' })).headers.allow).to.contain('GET')
    const report = await verify(service, { seed: 1, runs: 600 })
    expect([...report.disagreements, ...report.suspicions], formatReport(report)).to.deep.equal([])
  })
})
