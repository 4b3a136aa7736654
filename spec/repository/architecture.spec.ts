import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { checkArchitecture, ROOMS, ROOT } from '../support/architecture.js'
import { parseImports } from '../support/imports.js'

/** The sources below a folder of the repository; specs and commands run from its root. */
function readSources(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.c?ts$/.test(file))
    .sort()
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
}

interface Manifest {
  readonly version: string
  readonly engines: object
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

function manifestOf(home: string): Manifest {
  return JSON.parse(readFileSync(`${home}/package.json`, 'utf8'))
}

/** The packages that sources may import: the build puts some development dependencies of the framework into its files. */
function namesIn(home: string): string[] {
  const { dependencies = {}, peerDependencies = {}, devDependencies = {} } = manifestOf(home)
  const inlined = ['@fastify/send', 'light-my-request', 'yaml'].filter(
    (name) => home === '.' && name in devDependencies
  )
  return [...Object.keys(dependencies), ...Object.keys(peerDependencies), ...inlined]
}

describe('architecture', () => {
  const packages = readdirSync('packages').map((name) => `packages/${name}`)

  it('holds in the sources: direction of imports, no cycles, reserved modules, packages by their public names', () => {
    const sources = new Map(['src', ...packages.map((home) => `${home}/src`)].flatMap((home) => [...readSources(home)]))
    const dependencies = Object.fromEntries([['src', namesIn('.')], ...packages.map((home) => [home, namesIn(home)])])
    expect(sources.size).to.be.greaterThan(300)
    expect(checkArchitecture(sources, dependencies)).to.deep.equal([])
  })

  it('has one version and one range of Node in all packages, which depend on each other by that version', () => {
    const { version, engines } = manifestOf('.')
    for (const home of packages) {
      const manifest = manifestOf(home)
      expect([manifest.version, manifest.engines], home).to.deep.equal([version, engines])
      const own = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies }).filter(([name]) =>
        /^(create-)?fieldstone(-|$)/.test(name)
      )
      for (const [name, range] of own) expect(range, `${home}: ${name}`).to.equal(`^${version}`)
    }
  })

  it('gives each package a readme, a license, sources and specs', () => {
    for (const home of packages) {
      expect(readdirSync(home), home).to.include.members(['README.md', 'LICENSE', 'package.json', 'src', 'spec'])
    }
  })

  it('has a sentence in docs/architecture.md about every room, in the order of imports', () => {
    const guide = readFileSync('docs/architecture.md', 'utf8')
    const listed = [...guide.matchAll(/^\| `((?:packages\/)?[a-z]+)\/([\w-]*)` \| ([^|]+) \| ([^|]+) \|$/gm)]
    for (const [layer, rooms] of Object.entries(ROOMS)) {
      const names = listed.filter(([, of]) => of === layer).map(([, , room]) => (room === '' ? ROOT : room))
      expect(names, layer).to.deep.equal(rooms)
    }
  })

  it('lets the sample application use only the public names of the package', () => {
    for (const [file, source] of readSources('sample-app')) {
      for (const { specifier } of parseImports(source)) {
        expect(specifier, file).to.match(/^(fieldstone$|node:|\.\/)/)
      }
    }
  })

  describe('the check', () => {
    /** A small tree in which all is well. */
    const sound: Readonly<Record<string, string>> = {
      'src/errors.ts':
        "import type { ValidationError } from 'class-validator'\nexport class SetupError extends Error {}",
      'src/metadata.ts': 'export const own = 1',
      'src/record/field/field.ts':
        "import { minLength } from 'class-validator'\nimport { own } from '../../metadata.js'",
      'src/http/context.ts': "import type { IncomingMessage } from 'node:http'",
      'src/http/route.ts': "import type { Context } from './context.js'",
      'src/http/body/request-body.ts': "import { decode } from '../syntax/form.js'",
      'src/http/syntax/form.ts': "import { SetupError } from '../../errors.js'",
      'src/http/response/problem.ts': "import type { Context } from '../context.js'",
      'src/http/server/server.ts': "import { createServer } from 'node:http'\nimport { Context } from '../context.js'",
      'src/openapi/generate.ts':
        "import { own } from '../metadata.js'\nimport { type Context } from '../http/context.js'",
      'src/controller/scan.ts': "export * from '../openapi/generate.js'",
      'src/index.ts': "export { SetupError } from './errors.js'\nexport * from './controller/scan.js'"
    }

    // biome-ignore format: one row a line
    const violations: readonly {
      readonly title: string
      readonly file: string
      readonly source: string
      readonly told: string | readonly string[]
    }[] = [
      { title: 'an import to the right', file: 'src/record/field/field.ts', source: "import { createServer } from '../../http/server/server.js'", told: 'src/record/field/field.ts imports src/http/server/server.ts: record may not know http' },
      { title: 'a type imported from the right', file: 'src/record/field/field.ts', source: "import type { Context } from '../../http/context.js'", told: 'src/record/field/field.ts imports src/http/context.ts: record may not know http' },
      { title: 'a dynamic import from the right', file: 'src/http/body/request-body.ts', source: "const late = () => import('../../openapi/generate.js')", told: 'src/http/body/request-body.ts imports src/openapi/generate.ts: http may not know openapi' },
      { title: 'an import of the index', file: 'src/controller/scan.ts', source: "import { SetupError } from '../index.js'", told: ['src/controller/scan.ts imports src/index.ts, which nobody may', 'cycle: src/controller/scan.ts -> src/index.ts -> src/controller/scan.ts'] },
      { title: 'an import from outside of src', file: 'src/http/body/request-body.ts', source: "import { fixture } from '../../../spec/support/fixture.js'", told: 'src/http/body/request-body.ts imports spec/support/fixture.ts, which is not a source file' },
      { title: 'a cycle of types', file: 'src/http/context.ts', source: "import type { NodeHandler } from './route.js'", told: 'cycle: src/http/context.ts -> src/http/route.ts -> src/http/context.ts' },
      { title: 'an import from a room above', file: 'src/http/syntax/form.ts', source: "import type { RequestBody } from '../response/problem.js'", told: 'src/http/syntax/form.ts imports src/http/response/problem.ts: http/syntax may not know http/response' },
      { title: 'a folder that is no room', file: 'src/http/strings/pad.ts', source: '', told: 'src/http/strings/pad.ts belongs to no room' },
      { title: 'reflect-metadata elsewhere', file: 'src/record/field/field.ts', source: "import 'reflect-metadata'", told: 'src/record/field/field.ts may not import reflect-metadata' },
      { title: 'class-validator above the records', file: 'src/controller/scan.ts', source: "import type { ValidationError } from 'class-validator'", told: 'src/controller/scan.ts may not import class-validator' },
      { title: 'values of node:http away from the edge', file: 'src/http/body/request-body.ts', source: "import { STATUS_CODES, type IncomingMessage } from 'node:http'", told: 'src/http/body/request-body.ts imports values of node:http: only `import type` is allowed there' }
    ]

    it('names an import of the files of another package, and of a package that the manifest does not name', () => {
      const tree = new Map([
        ...Object.entries(sound),
        ['packages/cli/src/main.ts', "import { Report } from '../../mcp/src/mcp.js'\nimport { chalk } from 'chalk'"],
        ['packages/mcp/src/mcp.ts', "import { own } from '../../../src/metadata.js'\nimport 'fieldstone'"]
      ])
      expect(checkArchitecture(tree, { 'packages/cli': ['commander'], 'packages/mcp': ['fieldstone'] })).to.deep.equal([
        'packages/cli/src/main.ts imports packages/mcp/src/mcp.ts: import the public name of packages/mcp, not its files',
        'packages/cli/src/main.ts imports chalk, which the manifest of packages/cli does not name',
        'packages/mcp/src/mcp.ts imports src/metadata.ts: import the public name of src, not its files'
      ])
    })

    it('says nothing about a sound tree', () => {
      expect(checkArchitecture(new Map(Object.entries(sound)))).to.deep.equal([])
    })

    for (const { title, file, source, told } of violations) {
      it(`names ${title}`, () => {
        const tree = new Map(Object.entries({ ...sound, [file]: source }))
        expect(checkArchitecture(tree)).to.deep.equal([told].flat())
      })
    }

    it('names every cycle of a larger knot', () => {
      const tree = new Map([
        ['src/http/a.ts', "import './b.js'\nimport './c.js'"],
        ['src/http/b.ts', "import './a.js'"],
        ['src/http/c.ts', "import './a.js'"]
      ])
      expect(checkArchitecture(tree)).to.deep.equal([
        'cycle: src/http/a.ts -> src/http/b.ts -> src/http/a.ts',
        'cycle: src/http/a.ts -> src/http/c.ts -> src/http/a.ts'
      ])
    })
  })
})
