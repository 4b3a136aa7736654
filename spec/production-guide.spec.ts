import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { DEFAULT_LIMITS } from '../src/http/body/uploads.js'
import { compileOrigin } from '../src/http/origin/request-origin.js'
import { serverSettings } from '../src/http/server/options.js'
import { DEFAULT_BODY_LIMIT } from '../src/http/settings.js'
import { serviceOf } from './support/applications.js'
import { Guide } from './support/guide.js'

const guide = new Guide('production')

describe('the guide to production', () => {
  it('has examples that compile', () => {
    guide.compile()
  })

  it('states the actual defaults of the limits', () => {
    const rows = [...guide.text.matchAll(/^\| `server\.(\w+)` \| ([\d,]+) \|/gm)]
    const documented = Object.fromEntries(rows.map(([, name, value]) => [name, Number(value?.replaceAll(',', ''))]))
    expect(documented).to.deep.equal(serverSettings())
    expect(guide.text).to.contain(`| \`bodyLimit\` | ${DEFAULT_BODY_LIMIT.toLocaleString('en-US')} |`)
    expect(guide.text).to.contain(`| \`uploads.requestSize\` | ${DEFAULT_LIMITS.requestSize.toLocaleString('en-US')} |`)
  })

  it('shows settings of trustProxy that are valid', () => {
    const [, table = ''] = /^\| `trustProxy` \|[^\n]*\n\|---\|---\|\n((?:\|[^\n]*\n)+)/m.exec(guide.text) ?? []
    const rows = table.split('\n').flatMap((row) => (row === '' ? [] : [row.split('|')[1] ?? '']))
    const settings = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, setting = '']) => setting))
    expect(settings).to.have.length(7)
    for (const setting of settings.filter((each) => !each.includes('=>'))) {
      expect(() => compileOrigin(runInNewContext(`(${setting})`)), setting).not.to.throw()
    }
  })

  it('probes what the service serves', async () => {
    const service = await serviceOf([], { health: true })
    const paths = [...guide.text.matchAll(/Probe: \{ httpGet: \{ path: (\S+),/g)].map(([, path = '']) => path)
    expect(paths).to.deep.equal(['/livez', '/livez', '/readyz'])
    for (const path of paths) expect((await service.inject(path)).statusCode).to.equal(200)
  })
})
