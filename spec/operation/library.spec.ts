import { spawnSync } from 'node:child_process'
import { expect } from 'chai'

const folder = new URL('../../src/operation/', import.meta.url).href

/** What a program is told in which one library is not installed. */
function runWithout(library: string, file: string, code: string): unknown {
  const program = `
    import Module from 'node:module'
    const resolve = Module._resolveFilename
    Module._resolveFilename = function (name, ...rest) {
      if (name !== ${JSON.stringify(library)}) return resolve.call(this, name, ...rest)
      throw Object.assign(new Error("Cannot find module '" + name + "'"), { code: 'MODULE_NOT_FOUND' })
    }
    const module = await import(${JSON.stringify(folder + file)})
    try {
      ${code}
    } catch (error) {
      console.log(JSON.stringify([error.code, error.message]))
    }`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(stderr).to.equal('')
  return JSON.parse(stdout)
}

describe('an optional library that is not installed', () => {
  const cases: readonly [library: string, file: string, code: string, place: string][] = [
    ['@opentelemetry/api', 'opentelemetry.js', 'module.openTelemetry()', 'openTelemetry()'],
    ['prom-client', 'prometheus.js', 'module.prometheus()', 'prometheus()'],
    ['rate-limiter-flexible', 'rate-limit.js', 'module.rateLimit({ limit: 1, window: 1000 })', 'rateLimit()'],
    ['ioredis', 'rate-limit.js', "new module.RedisStore('redis://localhost')", 'RedisStore']
  ]
  for (const [library, file, code, place] of cases) {
    it(`is a setup error that names the command: ${library}`, function () {
      this.timeout(30_000)
      expect(runWithout(library, file, code)).to.deep.equal([
        'APPLICATION_INVALID',
        `APPLICATION_INVALID: ${library} is not installed, ${place}; run: npm install ${library}.`
      ])
    })
  }
})
