import { blockOf } from '../guide-block.mjs'

/** Each has the types of Node that it can read. */
export const COMPILERS = [
  { version: '5.4', nodeTypes: '20.19.8' },
  { version: '5.9', nodeTypes: '22' },
  { version: '6', nodeTypes: '24' },
  { version: '7', nodeTypes: 'latest' }
]

/** Settings that look closer at declarations than the README's. */
const STRICTER = {
  // Without those that are included by themselves: the declarations refer to what they need.
  types: [],
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  isolatedModules: true
}

const EMITTING = {}

/** The sample application, but for what starts it. */
const SAMPLE = (name) => name.endsWith('.ts') && !['main.ts', 'fetch.ts'].includes(name)

const EVERY_ENTRY = `
import { openTelemetry } from 'fieldstone/opentelemetry'
import { prometheus } from 'fieldstone/prometheus'
import { RedisStore, rateLimit } from 'fieldstone/rate-limit'
import { verify } from 'fieldstone-verify'

export const functions = [openTelemetry, prometheus, rateLimit, verify]
export const store: RedisStore | undefined = undefined
`

const DECORATORS = { target: 'ES2022', strict: true, experimentalDecorators: true, emitDecoratorMetadata: true }
/** How compilers find the package in a project in CommonJS, and let it require ES modules. */
const NODE10 = { module: 'CommonJS', moduleResolution: 'Node10' }
const NODENEXT = { module: 'NodeNext', moduleResolution: 'NodeNext' }

const SPEC = `import { tryService } from './service'\n${specOf('accepts and rejects in a service', 'tryService')}`

/** Each has a name, and throws unless everything in it is as it must be. */
export const CASES = [
  ...COMPILERS.map(({ version }) => ({
    name: `TypeScript ${version} accepts and rejects what spec/types says, in both forms, strict and not`,
    async run(place) {
      place.link(`node-types-${version}`, 'node_modules/@types/node')
      await place.types(version)
    }
  })),
  ...COMPILERS.map(({ version, nodeTypes }) => ({
    name: `TypeScript ${version} with @types/node ${nodeTypes}: settings and example of the README, the sample in both forms`,
    async run(place) {
      place.write('package.json', '{"type":"module"}')
      place.link(`node-types-${version}`, 'node_modules/@types/node')
      place.write('src/example.ts', blockOf('README.md', 'ts'))
      place.write('src/entries.ts', EVERY_ENTRY)
      place.copyFolder('sample-app', 'src/sample', SAMPLE)
      const { compilerOptions, ...others } = JSON.parse(blockOf('docs/getting-started.md', 'json tsconfig'))
      // The oldest and the newest stand for the rest.
      const lax = ['5.4', '7'].includes(version) ? [{ strict: false }] : []
      for (const settings of [EMITTING, STRICTER, ...lax]) {
        await place.compile(version, { ...compilerOptions, ...settings, noEmit: settings !== EMITTING }, others)
      }
      place.copyFolder('sample-app/standard-decorators', 'standard', SAMPLE)
      place.copy('standard.ts', 'standard/standard.ts')
      const { experimentalDecorators: _, emitDecoratorMetadata: __, ...standard } = compilerOptions
      const folders = { rootDir: 'standard', outDir: 'dist/standard' }
      await place.compile(version, { ...standard, ...folders }, { include: ['standard'] })
      place.copy('both-forms.mjs', 'both-forms.mjs')
      await place.node(['both-forms.mjs'], 'well')
    }
  })),
  ...[
    ['5.9', { ...NODE10, esModuleInterop: true }],
    ['5.9', NODENEXT],
    ['6', NODENEXT],
    ['7', NODENEXT]
  ].map(([version, settings]) => ({
    name: `a service in CommonJS by TypeScript ${version}, ${settings.module} and ${settings.moduleResolution}`,
    async run(place) {
      place.link(`node-types-${version}`, 'node_modules/@types/node')
      for (const name of ['dtos.ts', 'service.ts']) place.copy(name, `src/${name}`)
      place.write(
        'src/main.ts',
        "import { tryService } from './service'\ntryService().then(() => console.log('well'))\n"
      )
      await place.compile(version, { ...DECORATORS, ...settings, types: ['node'], rootDir: 'src', outDir: 'dist' })
      await place.node(['dist/main.js'], 'well')
    }
  })),
  {
    name: '@swc/jest, with its setting for the package',
    async run(place) {
      for (const name of ['dtos.ts', 'service.ts']) place.copy(name, name)
      place.write('service.test.ts', SPEC)
      place.write('.swcrc', JSON.stringify(SWC))
      await place.jest({ transform: { '\\.[jt]s$': '@swc/jest' }, ...JEST_SETTING }, 1)
    }
  },
  {
    name: 'Jest with ES modules',
    async run(place) {
      place.write('package.json', '{"type":"module"}')
      for (const name of ['dtos.ts', 'service.ts']) place.copy(name, `src/${name}`, withExtensions)
      place.write('src/service.test.ts', withExtensions(SPEC))
      await place.compile('7', { ...DECORATORS, ...NODENEXT, types: ['node'], rootDir: 'src', outDir: 'dist' })
      await place.jest({ roots: ['dist'] }, 1, { NODE_OPTIONS: '--experimental-vm-modules' })
    }
  },
  {
    name: 'Vitest',
    async run(place) {
      for (const name of ['dtos.ts', 'service.ts']) place.copy(name, name)
      place.write('service.test.ts', SPEC)
      place.write('tsconfig.json', JSON.stringify({ compilerOptions: DECORATORS }))
      await place.program('vitest/vitest.mjs', ['run', '--globals', '--root', '.'], /Tests +1 passed/)
    }
  },
  {
    name: 'Mocha with tsx, in CommonJS',
    async run(place) {
      for (const name of ['dtos.ts', 'service.ts']) place.copy(name, name)
      place.write('service.spec.ts', SPEC)
      place.write('tsconfig.json', JSON.stringify({ compilerOptions: DECORATORS }))
      await place.program('mocha/bin/mocha.js', ['--require', 'tsx/cjs', 'service.spec.ts'], /1 passing/)
    }
  },
  {
    name: 'standard decorators by tsx, in CommonJS',
    async run(place) {
      place.copy('standard.ts', 'standard.ts')
      place.write(
        'main.ts',
        "import { tryStandard } from './standard'\ntryStandard().then(() => console.log('well'))\n"
      )
      await place.node(['--import', 'tsx', 'main.ts'], 'well')
    }
  }
]

const SWC = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2022'
  }
}

/** What the guide says for the rest of the package. */
const JEST_SETTING = JSON.parse(`{${blockOf('docs/class-validator.md', 'json jest')}}`)

/** ES modules name the files that they import. */
function withExtensions(text) {
  return text.replaceAll(/(from '\.\/\w+)'/g, "$1.js'")
}

/** A test, for every tool with a global function of this name. */
function specOf(title, run) {
  return `declare function it(title: string, run: () => unknown): void\nit('${title}', ${run})\n`
}
