import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'chai'
import { build } from 'esbuild'
import { BUILD, moduleOf } from '../support/build.js'

interface LoadFailure {
  readonly message: string
  readonly code?: string
}

/** The error that a program gets where one library cannot be loaded; by default, because it is not installed. */
function runWithout(
  library: string,
  entry: string,
  code: string,
  failure: LoadFailure = { message: `Cannot find module '${library}'`, code: 'MODULE_NOT_FOUND' }
): unknown {
  const { message, ...more } = failure
  const program = `
    import Module from 'node:module'
    const resolve = Module._resolveFilename
    Module._resolveFilename = function (name, ...rest) {
      if (name !== ${JSON.stringify(library)}) return resolve.call(this, name, ...rest)
      throw Object.assign(new Error(${JSON.stringify(message)}), ${JSON.stringify(more)})
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

const OPTIONAL = ['@opentelemetry/api', 'prom-client', 'rate-limiter-flexible', 'ioredis']

/** The optional libraries that a bundler searches for, for an application that imports the function, where none is installed. */
async function searchedFor(name: string): Promise<{ searched: string[]; errors: string[] }> {
  const searched: string[] = []
  const result = await build({
    entryPoints: [join(BUILD, moduleOf(name))],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    plugins: [
      {
        name: 'missing',
        setup(at) {
          at.onResolve({ filter: new RegExp(`^(${OPTIONAL.join('|')})$`) }, ({ path, importer }) => {
            if (importer.startsWith(BUILD)) searched.push(path)
            return undefined
          })
          at.onResolve({ filter: /^[^./]/ }, ({ path }) =>
            OPTIONAL.includes(path) ? undefined : { path, external: true }
          )
        }
      }
    ]
  }).catch((error: { errors: { text: string }[] }) => error)
  return { searched, errors: result.errors.map(({ text }) => text) }
}

describe('an optional library', () => {
  for (const [name, ...libraries] of [
    ['prometheus', 'prom-client'],
    ['openTelemetry', '@opentelemetry/api'],
    ['rateLimit', 'ioredis', 'rate-limiter-flexible']
  ] as const) {
    it(`is searched for by a bundler where ${name} is imported, and no other is`, async () => {
      const { searched, errors } = await searchedFor(name)
      expect(searched.sort()).to.deep.equal(libraries)
      expect(errors).to.deep.equal([])
    })
  }

  const cases: readonly [title: string, failure: LoadFailure, expected: RegExp][] = [
    [
      'needs require in a bundle of esbuild',
      { message: 'Dynamic require of "perf_hooks" is not supported' },
      /^APPLICATION_INVALID: prom-client needs `require`, .* createRequire\(import\.meta\.url\) \(esbuild: --banner:js=/
    ],
    [
      'was left to require in a bundle of Rollup',
      { message: 'require is not defined in ES module scope' },
      /^APPLICATION_INVALID: prom-client needs `require`/
    ],
    [
      'lacks a module of its own',
      { message: "Cannot find module 'tdigest'", code: 'MODULE_NOT_FOUND' },
      /^Cannot find module 'tdigest'$/
    ]
  ]
  for (const [title, failure, expected] of cases) {
    it(`that ${title} is reported`, () => {
      const [, message] = runWithout('prom-client', 'fieldstone/prometheus', 'module.prometheus()', failure) as string[]
      expect(message).to.match(expected)
    })
  }
})
