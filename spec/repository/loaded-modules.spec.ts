import { execFileSync } from 'node:child_process'
import { expect } from 'chai'

/** Node loads its fetch with the first of its globals that is read; it has no public name. */
const FETCH = 'NativeModule internal/deps/undici/undici'

const PROGRAM = `
import { Application, bootstrap, Controller, Get } from 'fieldstone'

class Items {
  all() {
    return []
  }
}
Get('/')(Items.prototype, 'all', Object.getOwnPropertyDescriptor(Items.prototype, 'all'))
Controller('/items')(Items)
const service = await bootstrap(
  new Application({ title: 'Items', version: '1', controllers: [Items], spec: '/openapi.json', docs: '/docs' })
)
if (process.argv[1] === 'fetch') await service.fetch(new Request('http://localhost/items'))
await service.close()
console.log(JSON.stringify(process.moduleLoadList))
`

function loaded(...args: string[]): string[] {
  const { NODE_V8_COVERAGE: _, ...env } = process.env
  const options = ['--input-type=module', '--conditions=fieldstone-modules', '--eval', PROGRAM, ...args]
  return JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8', env }))
}

describe('A service on Node that does not listen yet', () => {
  it('has loaded neither fetch nor HTTP/2, which cost a start a tenth', () => {
    const names = loaded()
    expect(names).to.include('NativeModule net')
    expect(names).to.not.include(FETCH)
    expect(names).to.not.include('NativeModule http2')
  })

  it('loads fetch with the first request that comes by it', () => {
    expect(loaded('fetch')).to.include(FETCH)
  })
})
