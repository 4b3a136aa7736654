import { spawnSync } from 'node:child_process'
import { expect } from 'chai'

/** The error that a program gets in which one library is not installed. */
function runWithout(library: string, entry: string, code: string): unknown {
  const program = `
    import Module from 'node:module'
    const resolve = Module._resolveFilename
    Module._resolveFilename = function (name, ...rest) {
      if (name !== ${JSON.stringify(library)}) return resolve.call(this, name, ...rest)
      throw Object.assign(new Error("Cannot find module '" + name + "'"), { code: 'MODULE_NOT_FOUND' })
    }
    const module = await import(${JSON.stringify(import.meta.resolve(entry))})
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
  const cases: readonly [library: string, entry: string, code: string, place: string][] = [
    ['@opentelemetry/api', 'fieldstone/opentelemetry', 'module.openTelemetry()', 'openTelemetry()'],
    ['prom-client', 'fieldstone/prometheus', 'module.prometheus()', 'prometheus()'],
    ['rate-limiter-flexible', 'fieldstone/rate-limit', 'module.rateLimit({ limit: 1, window: 1000 })', 'rateLimit()'],
    ['ioredis', 'fieldstone/rate-limit', "new module.RedisStore('redis://localhost')", 'RedisStore']
  ]
  for (const [library, entry, code, place] of cases) {
    it(`is a setup error that names the command: ${library}`, () => {
      expect(runWithout(library, entry, code)).to.deep.equal([
        'APPLICATION_INVALID',
        `APPLICATION_INVALID: ${library} is not installed, ${place}; run: npm install ${library}.`
      ])
    })
  }
})
