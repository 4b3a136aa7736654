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
import * as transformer from 'fieldstone/class-transformer'
import * as validator from 'fieldstone/class-validator'
import { openTelemetry } from 'fieldstone/opentelemetry'
import { prometheus } from 'fieldstone/prometheus'
import { RedisStore, rateLimit } from 'fieldstone/rate-limit'
import { verify } from 'fieldstone-verify'

export const functions = [transformer.plainToInstance, validator.validate, openTelemetry, prometheus, rateLimit, verify]
export const store: RedisStore | undefined = undefined
`

const DECORATORS = { target: 'ES2022', strict: true, experimentalDecorators: true, emitDecoratorMetadata: true }
/** How compilers find the package in a project in CommonJS, and whether they let it require ES modules. */
const NODE10 = { module: 'CommonJS', moduleResolution: 'Node10' }
const NODE16 = { module: 'Node16', moduleResolution: 'Node16' }
const NODENEXT = { module: 'NodeNext', moduleResolution: 'NodeNext' }
const BUNDLER = { module: 'CommonJS', moduleResolution: 'Bundler' }

const SPEC = `import { tryDropIns } from './dtos'\n${specOf('accepts and rejects by the drop-ins', 'tryDropIns')}`
const SERVICE_SPEC = `import { tryService } from './service'\n${specOf('accepts and rejects in a service', 'tryService')}`

/** One copy of the functions however they are loaded, and of the metadata even where there are two of the functions. */
const BOTH_WAYS = `
const { deepStrictEqual: same } = require('node:assert/strict')
const required = { ...require('fieldstone/class-validator'), ...require('fieldstone/class-transformer') }
const functions = ['validate', 'validateSync', 'validateOrReject', 'plainToInstance', 'plainToClass']
async function main([copies]) {
  const imported = { ...(await import('fieldstone/class-validator')), ...(await import('fieldstone/class-transformer')) }
  for (const name of functions) same([name, required[name] === imported[name]], [name, copies === 'one copy'])
  const { Field } = await import('fieldstone')
  const [ways, messages] = [[required, imported], { isInt: 'count must be an integer number' }]
  for (const [declaring, checking] of [...ways.map((way) => [way, way]), ways, ways.toReversed()]) {
    class Inner {}
    declaring.IsInt()(Inner.prototype, 'count')
    class Outer {}
    declaring.ValidateNested()(Outer.prototype, 'inner')
    declaring.Type(() => Inner)(Outer.prototype, 'inner')
    Field(() => String, { minLength: 2, optional: true })(Outer.prototype, 'name')
    const valid = checking.plainToInstance(Outer, { name: 'ab', inner: { count: 1 } })
    same([valid.inner instanceof Inner, checking.validateSync(valid), await checking.validate(valid)], [true, [], []])
    const wrong = checking.plainToInstance(Outer, { name: 'a', inner: { count: 'x' } })
    const [name, inner] = checking.validateSync(wrong).sort((one, other) => (one.property < other.property ? 1 : -1))
    same([name.constraints, inner.children[0].constraints], [{ minLength: 'name must be longer than or equal to 2 characters' }, messages])
    declaring.Min(5)(Inner.prototype, 'count')
    same(checking.validateSync(valid)[0].children[0].constraints, { min: 'count must not be less than 5' })
  }
}
main(process.argv.slice(2))
`

const RUN = 'tryDropIns().then(() => console.log("well"))'

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
      const { compilerOptions, ...others } = JSON.parse(blockOf('README.md', 'json'))
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
  ...COMPILERS.map(({ version }) => ({
    name: `TypeScript ${version}: right and wrong calls of clients, in Node and in a browser, by strict settings and stricter ones`,
    async run(place) {
      place.write('package.json', '{"type":"module"}')
      place.link(`node-types-${version}`, 'node_modules/@types/node')
      // It makes the folder, too.
      place.copy('client-calls.ts', 'src/client-calls.ts')
      for (const name of ['forms', 'sloppy', 'hostile']) {
        place.copy(`../../spec/client/documents/${name}.json`, `${name}.json`)
        await place.program(
          'fieldstone/dist/lib/cli.js',
          ['client', '--document', `${name}.json`, '--out', `src/${name}.ts`],
          /^/
        )
      }
      const settings = { target: 'ES2022', ...NODENEXT, strict: true, noEmit: true }
      const browser = { types: [], lib: ['ES2022', 'DOM', 'DOM.Iterable'] }
      // What TypeScript 5.4 has not is left out there.
      const newer = version === '5.4' ? {} : { erasableSyntaxOnly: true, isolatedDeclarations: true, declaration: true }
      await place.compile(version, { ...settings, ...STRICTER, ...newer, ...browser })
      await place.compile(version, { ...settings, ...STRICTER, ...newer, types: ['node'], lib: ['ES2022'] })
      // The oldest and the newest stand for the rest.
      if (['5.4', '7'].includes(version)) await place.compile(version, { ...settings, ...browser })
    }
  })),
  ...[
    ['5.4', NODE10],
    ['5.4', NODE16],
    ['5.9', { ...NODE10, esModuleInterop: true }, tryingService],
    ['5.9', NODE16],
    ['5.9', NODENEXT, tryingService],
    ['6', { ...NODE10, ignoreDeprecations: '6.0' }],
    ['6', NODENEXT, tryingService],
    ['7', BUNDLER],
    ['7', NODE16],
    ['7', NODENEXT, tryingService]
  ].map(([version, settings, more]) => ({
    name: `CommonJS by TypeScript ${version}, ${settings.module} and ${settings.moduleResolution}${more ? ', with a service' : ''}`,
    async run(place) {
      place.link(`node-types-${version}`, 'node_modules/@types/node')
      place.copy('dtos.ts', 'src/dtos.ts')
      place.write('src/main.ts', `import { tryDropIns } from './dtos'\n${RUN}\n`)
      if (more) more(place)
      await place.compile(version, { ...DECORATORS, ...settings, types: ['node'], rootDir: 'src', outDir: 'dist' })
      await place.node(['dist/main.js'], 'well')
    }
  })),
  {
    name: 'require and import in one process',
    async run(place) {
      place.write('main.cjs', BOTH_WAYS)
      await place.node(['main.cjs', 'one copy'], '')
      await place.node(['--no-experimental-require-module', 'main.cjs', 'two copies'], '')
    }
  },
  {
    name: 'Jest, without a setting',
    async run(place) {
      place.copy('dtos.ts', 'src/dtos.ts')
      place.write('src/dtos.test.ts', SPEC)
      const settings = { ...DECORATORS, ...NODE16, types: ['node'], rootDir: 'src', outDir: 'dist' }
      await place.compile('7', settings)
      await place.jest({ roots: ['dist'] }, 1)
    }
  },
  {
    name: 'ts-jest, without a setting for the drop-ins',
    async run(place) {
      place.copy('dtos.ts', 'dtos.ts')
      place.write('dtos.test.ts', SPEC)
      place.write('tsconfig.json', JSON.stringify({ compilerOptions: { ...DECORATORS, ...NODE10, types: ['node'] } }))
      await place.jest({ preset: 'ts-jest' }, 1)
    }
  },
  {
    name: '@swc/jest, with its setting for the package',
    async run(place) {
      for (const name of ['dtos.ts', 'service.ts']) place.copy(name, name)
      place.write('dtos.test.ts', SPEC)
      place.write('service.test.ts', SERVICE_SPEC)
      place.write('.swcrc', JSON.stringify(SWC))
      await place.jest({ transform: { '\\.[jt]s$': '@swc/jest' }, ...JEST_SETTING }, 2)
    }
  },
  {
    name: 'Jest with ES modules',
    async run(place) {
      place.write('package.json', '{"type":"module"}')
      for (const name of ['dtos.ts', 'service.ts']) place.copy(name, `src/${name}`, withExtensions)
      place.write('src/service.test.ts', withExtensions(SERVICE_SPEC + SPEC))
      await place.compile('7', { ...DECORATORS, ...NODENEXT, types: ['node'], rootDir: 'src', outDir: 'dist' })
      await place.jest({ roots: ['dist'] }, 2, { NODE_OPTIONS: '--experimental-vm-modules' })
    }
  },
  {
    name: 'Vitest',
    async run(place) {
      for (const name of ['dtos.ts', 'service.ts']) place.copy(name, name)
      place.write('all.test.ts', SPEC + SERVICE_SPEC)
      place.write('tsconfig.json', JSON.stringify({ compilerOptions: DECORATORS }))
      await place.program('vitest/vitest.mjs', ['run', '--globals', '--root', '.'], /Tests +2 passed/)
    }
  },
  {
    name: 'Mocha with tsx, in CommonJS',
    async run(place) {
      for (const name of ['dtos.ts', 'service.ts']) place.copy(name, name)
      place.write('all.spec.ts', SPEC + SERVICE_SPEC)
      place.write('tsconfig.json', JSON.stringify({ compilerOptions: DECORATORS }))
      await place.program('mocha/bin/mocha.js', ['--require', 'tsx/cjs', 'all.spec.ts'], /2 passing/)
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
  },
  {
    name: 'NestJS in CommonJS, by the settings of its starter, and its Jest',
    async run(place) {
      place.copy('dtos.ts', 'src/dtos.ts', (text) => text.replaceAll('fieldstone/class-', 'class-'))
      place.copy('nest.ts', 'src/nest.ts')
      place.write('src/pipe.ts', blockOf('docs/class-validator.md', 'ts nest'))
      const imports = "import { tryNest } from './nest'\nimport { pipe } from './pipe'\n"
      place.write('src/main.ts', `${imports}tryNest(pipe).then(() => console.log('well'))\n`)
      place.write('src/nest.spec.ts', `${imports}${specOf('accepts and rejects by the pipe', '() => tryNest(pipe)')}`)
      const settings = { ...DECORATORS, target: 'ES2023', ...NODENEXT, esModuleInterop: true, isolatedModules: true }
      await place.compile('5.9', { ...settings, types: ['node'], rootDir: 'src', outDir: 'dist' })
      await place.node(['dist/main.js'], 'well')
      await place.jest({ rootDir: 'src', transform: { '^.+\\.(t|j)s$': 'ts-jest' } }, 1)
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

function tryingService(place) {
  place.copy('service.ts', 'src/service.ts')
  const imports = `import { tryDropIns } from './dtos'\nimport { tryService } from './service'\n`
  place.write('src/main.ts', `${imports}tryDropIns().then(tryService).then(() => console.log('well'))\n`)
}

/** ES modules name the files that they import. */
function withExtensions(text) {
  return text.replaceAll(/(from '\.\/\w+)'/g, "$1.js'")
}

/** A test, for every tool with a global function of this name. */
function specOf(title, run) {
  return `declare function it(title: string, run: () => unknown): void\nit('${title}', ${run})\n`
}
