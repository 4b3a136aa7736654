import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { File, type UploadedFile } from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { Guide } from '../support/guide.js'

const guide = new Guide('production')

describe('the guide to production', () => {
  it('has examples that compile', () => {
    guide.compile()
  })

  it('states the actual defaults of the limits', async () => {
    class Upload {
      @File() file!: UploadedFile
    }
    const { document } = await serviceOf([], {
      routes: (router) => router.postFunc('/', () => 1, { requestBody: Upload })
    })
    const { bodyLimit, uploads } = document['x-body-limits'] ?? {}
    expect(guide.text).to.contain(`| \`bodyLimit\` | ${bodyLimit?.toLocaleString('en-US')} |`)
    expect(guide.text).to.contain(`| \`uploads.requestSize\` | ${uploads?.requestSize?.toLocaleString('en-US')} |`)
    const [error] = await setupErrorsOf([], { server: { headersTimeout: 2 ** 30 } })
    const [, requestTimeout] = /at most requestTimeout, which is (\d+)/.exec(error?.message ?? '') ?? []
    expect(guide.text).to.contain(`| \`server.requestTimeout\` | ${Number(requestTimeout).toLocaleString('en-US')} |`)
  })

  it('shows settings of trustProxy that are valid', async () => {
    const [, table = ''] = /^\| `trustProxy` \|[^\n]*\n\|---\|---\|\n((?:\|[^\n]*\n)+)/m.exec(guide.text) ?? []
    const rows = table.split('\n').flatMap((row) => (row === '' ? [] : [row.split('|')[1] ?? '']))
    const settings = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, setting = '']) => setting))
    expect(settings).to.have.length(7)
    for (const setting of settings.filter((each) => !each.includes('=>'))) {
      const trustProxy = runInNewContext(`(${setting})`)
      expect(await setupErrorsOf([], { trustProxy }), setting).to.deep.equal([])
    }
  })

  it('probes what the service serves', async () => {
    const service = await serviceOf([], { health: true })
    const paths = [...guide.text.matchAll(/Probe: \{ httpGet: \{ path: (\S+),/g)].map(([, path = '']) => path)
    expect(paths).to.deep.equal(['/livez', '/livez', '/readyz'])
    for (const path of paths) expect((await service.inject(path)).statusCode).to.equal(200)
  })
})
