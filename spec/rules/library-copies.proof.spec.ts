import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { type BuildOptions, build } from 'esbuild'
import { declarationErrors } from '../support/bound.js'
import { type DtoService, NOTHING_LOST, tryDtoService } from '../support/dto-service.js'
import { SpecFolder } from '../support/files.js'

const repository = resolve(fileURLToPath(new URL('../../..', import.meta.url)))
const application = fileURLToPath(new URL('../support/bundles', import.meta.url))

/** Copies of libraries, one of each for all projects: the resolved path is what makes it another one. */
const store = new SpecFolder()

function copyOf(library: string): string {
  const modules = join(store.path, library, 'node_modules')
  if (!existsSync(modules)) {
    cpSync(join(repository, 'node_modules', library), join(modules, library), { recursive: true })
    for (const other of DEPENDENCIES) symlinkSync(join(repository, 'node_modules', other), join(modules, other))
  }
  return join(modules, library)
}

/** A user's project, which has copies of its own of these libraries; all others are those that Fieldstone has. */
class Project {
  readonly #folder = new SpecFolder()

  constructor(copies: readonly string[] = []) {
    const { path } = this.#folder
    cpSync(application, path, { recursive: true })
    writeFileSync(join(path, 'package.json'), '{"type":"module"}')
    mkdirSync(join(path, 'node_modules'))
    symlinkSync(repository, join(path, 'node_modules/fieldstone'))
    for (const library of ['class-transformer', 'class-validator', 'reflect-metadata', ...DEPENDENCIES]) {
      const [from, to] = [join(repository, 'node_modules', library), join(path, 'node_modules', library)]
      symlinkSync(copies.includes(library) ? copyOf(library) : from, to)
    }
  }

  run(file: string): Promise<DtoService> {
    return tryDtoService(process.execPath, [file], this.#folder.path)
  }

  async runBundle(options: BuildOptions): Promise<DtoService> {
    const { path } = this.#folder
    await build({
      absWorkingDir: path,
      entryPoints: ['main.js'],
      outfile: join(path, 'out/main.mjs'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
      ...options
    })
    return this.run('out/main.mjs')
  }

  remove(): void {
    this.#folder.remove()
  }
}

/** Of class-validator. */
const DEPENDENCIES = ['validator', 'libphonenumber-js']

/** Imports of a library get the manifest's `module`, instead of the `main` that Node uses. */
const BY_MODULE: BuildOptions = { mainFields: ['module', 'main'] }

/** The document with numbers for the names of its schemas: a minifier takes the names of classes. */
function withoutNames(document: string): unknown {
  const { components, ...rest } = JSON.parse(document) as { components: { schemas: Record<string, unknown> } }
  const { schemas, ...others } = components
  const numbers = Object.keys(schemas).map((name, index) => [name, index] as const)
  // Only in references: a property may have the name that a class was given.
  const renamed = (value: unknown): unknown =>
    JSON.parse(
      numbers.reduce(
        (text, [name, index]) => text.replaceAll(`schemas/${name}"`, `schemas/${index}"`),
        JSON.stringify(value)
      )
    )
  const numbered = numbers.map(([name, index]) => [index, renamed(schemas[name])])
  return {
    ...(renamed(rest) as object),
    components: { ...(renamed(others) as object), schemas: Object.fromEntries(numbered) }
  }
}

describe('The metadata of class-validator’s and class-transformer’s decorators', function () {
  this.timeout(180_000)
  const projects: Project[] = []
  const projectWith = (...copies: string[]): Project => {
    const project = new Project(copies)
    projects.push(project)
    return project
  }
  after(() => {
    for (const project of projects) project.remove()
    store.remove()
  })

  const BUNDLES: readonly [title: string, options: BuildOptions][] = [
    ['a bundle', {}],
    ['a bundle by the field `module`', BY_MODULE],
    ['a bundle by the field `es2015`', { mainFields: ['es2015', 'module', 'main'] }],
    ['a bundle for an edge worker', { ...BY_MODULE, conditions: ['workerd', 'worker', 'browser'] }],
    ['a minified bundle', { ...BY_MODULE, minify: true }]
  ]
  let unbundled: Promise<DtoService> | undefined
  for (const [title, options] of BUNDLES) {
    it(`is complete in ${title}, and its document is the same`, async () => {
      const project = projectWith()
      const { document, written: _, ...found } = await project.runBundle(options)
      expect(found).to.deep.equal(NOTHING_LOST)
      unbundled ??= project.run('main.js')
      expect(withoutNames(document)).to.deep.equal(withoutNames((await unbundled).document))
    })
  }

  for (const library of ['class-transformer', 'class-validator', 'reflect-metadata']) {
    it(`is complete if the application has another copy of ${library}`, async () => {
      const { document: _, written: __, ...found } = await projectWith(library).run('main.js')
      expect(found).to.deep.equal(NOTHING_LOST)
    })
  }

  for (const library of ['class-validator', 'reflect-metadata']) {
    for (const [title, options] of [BUNDLES[0], BUNDLES[1]] as typeof BUNDLES) {
      it(`is complete in ${title} with another copy of ${library}`, async () => {
        const { document: _, written: __, ...found } = await projectWith(library).runBundle(options)
        expect(found).to.deep.equal(NOTHING_LOST)
      })
    }
  }

  it('is reported as missing at the start if a bundle has another copy of class-transformer', async () => {
    const project = projectWith('class-transformer')
    for (const options of [{}, BY_MODULE]) {
      const failure = await project.runBundle(options).then(
        () => undefined,
        (error: Error) => error.message
      )
      expect(failure).to.match(/NESTED_CLASS_UNKNOWN: .* EntryDto\.tags; add @Type/)
    }
  })

  it('is reported as unreadable at the start if a class-validator before 0.14 was loaded first', async () => {
    const shared = globalThis as { classValidatorMetadataStorage?: unknown }
    const storage = shared.classValidatorMetadataStorage
    // It kept lists.
    shared.classValidatorMetadataStorage = { validationMetadatas: [], constraintMetadatas: [] }
    try {
      expect(await declarationErrors(class Item {})).to.deep.equal([
        'APPLICATION_INVALID: a version of class-validator before 0.14 is installed, whose metadata Fieldstone does ' +
          'not read, class-validator; run: npm install class-validator@latest.'
      ])
    } finally {
      shared.classValidatorMetadataStorage = storage
    }
  })
})
