import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect } from 'chai'
import { type Application, bootstrap } from 'fieldstone'
import { verify } from 'fieldstone-verify'
import { FORMS, textIn } from '../support/compiled-forms.js'
import { Guide } from '../support/guide.js'

const guide = new Guide('getting-started')

describe('the guide to getting started', () => {
  before('compiles its examples with the settings that it shows', () => {
    const { compilerOptions } = guide.json('tsconfig') as { compilerOptions: object }
    guide.compileBy({ ...compilerOptions, rootDir: '.', outDir: 'out' })
  })

  it('ends in a service with documentation, and an error response as it is shown', async () => {
    const env = { ...process.env, PORT: '0' }
    const service = spawn(process.execPath, [guide.compiled('main')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      const [page] = (await once(createInterface(service.stdout), 'line')) as [string]
      expect((await fetch(page)).status).to.equal(200)
      const post = (todo: object) =>
        fetch(new URL('/todos', page), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(todo)
        })
      const created = await post({ title: 'Buy milk' })
      expect(created.status).to.equal(201)
      expect(await created.json()).to.include({ id: 1, title: 'Buy milk', priority: 3 })
      const refused = await post({ title: '', priority: 9 })
      expect(await refused.json()).to.deep.equal(guide.json('refusal'))
      const statusOf = async (path: string, init?: RequestInit) => (await fetch(new URL(path, page), init)).status
      expect(await statusOf('/todos/abc')).to.equal(400)
      expect(await statusOf('/todo')).to.equal(404)
      expect(await statusOf('/todos/1', { method: 'DELETE' })).to.equal(405)
      expect(await statusOf('/todos', { method: 'POST', body: 'text' })).to.equal(415)
    } finally {
      const ended = once(service, 'exit')
      service.kill()
      expect(await ended).to.deep.equal([0, null])
    }
  })

  it('shows the same application in the other form of decorators, by each compiler', async function () {
    this.timeout(60_000)
    const { application } = await guide.import<{ application: Application }>('application')
    const { document } = await bootstrap(application)
    for (const form of FORMS) {
      const code = guide.code('application-standard')
      const other = await textIn<{ application: Application }>(form, 'guide-getting-started', code)
      const service = await bootstrap(other.application)
      expect(JSON.stringify(service.document), form).to.equal(JSON.stringify(document))
      const created = await service.inject({ method: 'POST', url: '/todos', payload: { title: 'Buy milk' } })
      expect(created.json(), form).to.include({ id: 1, priority: 3 })
    }
  })

  it('has a spec that passes', () => guide.import('spec'))

  it('agrees with its document', async () => {
    const { application } = await guide.import<{ application: Application }>('application')
    expect((await verify(await bootstrap(application), { runs: 300, seed: 1 })).disagreements).to.deep.equal([])
  })
})
