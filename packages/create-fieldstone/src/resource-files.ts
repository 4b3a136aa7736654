import type { ResourceNames } from './resource-names.js'

/** The form of decorators that a project compiles. */
export type DecoratorForm = 'legacy' | 'standard'

/** A file of a project: its path below the project's folder, with slashes. */
export interface ProjectFile {
  /** Below the folder of the project, with `/`. */
  readonly path: string
  /** What is in it. */
  readonly text: string
}

/** Where the files of a resource go, and how its specs run. */
export interface ResourcePlace {
  /** `src` */
  readonly sources: string
  /** `spec`; the sources where specs are beside them. */
  readonly specs: string
  /** The line that imports `describe` and `it`; '' where they are global. */
  readonly runner: string
}

/** The record of a resource: what clients send, and what they get. */
export function recordFile({ type, file, words }: ResourceNames, form: DecoratorForm, sources: string): ProjectFile {
  const text = form === 'legacy' ? '@Field(' : '@Field(() => String, '
  const date = form === 'legacy' ? '@Field(' : '@Field(() => Date, '
  return {
    path: `${sources}/${file}.ts`,
    text: `import { Field, Integer } from 'fieldstone'

/** What a client sends to add or replace ${article(words)}. Each rule is checked, and in the document. */
export class New${type} {
  ${text}{ minLength: 1, maxLength: 100, example: 'First' }) title!: string
  @Field(() => Integer, { minimum: 1, maximum: 5, default: 3 }) priority!: number
}

/** ${article(words).replace(/^a/, 'A')} as a client gets it. */
export class ${type} extends New${type} {
  @Field(() => Integer, { example: 1 }) id!: number
  ${date}{ description: 'When it was added' }) createdAt!: Date
}
`
  }
}

/** The controller of a resource, its store, and a spec. */
export function controllerFiles(names: ResourceNames, form: DecoratorForm, place: ResourcePlace): ProjectFile[] {
  const { file } = names
  const { sources, specs } = place
  return [
    { path: `${sources}/${file}-store.ts`, text: storeText(names) },
    {
      path: `${sources}/${file}-controller.ts`,
      text: form === 'legacy' ? legacyController(names) : standardController(names)
    },
    { path: `${specs}/${file}-controller.spec.ts`, text: specText(names, place) }
  ]
}

function article(words: string): string {
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`
}

function storeText({ type, file, many, manyWords, words }: ResourceNames): string {
  return `import type { New${type}, ${type} } from './${file}.js'

/** The ${manyWords}, in memory: put your database here. */
export class ${type}Store {
  readonly #${many} = new Map<number, ${type}>()
  #lastId = 0

  list(): ${type}[] {
    return [...this.#${many}.values()]
  }

  find(id: number): ${type} | undefined {
    return this.#${many}.get(id)
  }

  add(given: New${type}): ${type} {
    this.#lastId += 1
    const added = { ...given, id: this.#lastId, createdAt: new Date() }
    this.#${many}.set(added.id, added)
    return added
  }

  /** Undefined where there is no such ${words}. */
  replace(id: number, given: New${type}): ${type} | undefined {
    const known = this.#${many}.get(id)
    if (known === undefined) return undefined
    const replaced = { ...known, ...given }
    this.#${many}.set(id, replaced)
    return replaced
  }

  remove(id: number): boolean {
    return this.#${many}.delete(id)
  }
}
`
}

function legacyController({ type, file, path, one, many, words, manyWords }: ResourceNames): string {
  const missing = `@Returns(404, { description: 'No such ${words}' })`
  return `import { Body, Controller, Delete, Get, Integer, NotFound, Param, Post, Put, Returns } from 'fieldstone'
import { New${type}, ${type} } from './${file}.js'
import { ${type}Store } from './${file}-store.js'

@Controller('/${path}', { tags: ['${tag(manyWords)}'] })
export class ${type}Controller {
  readonly #${many}: ${type}Store

  /** The store is constructed once, since its class is the parameter's type. */
  constructor(${many}: ${type}Store) {
    this.#${many} = ${many}
  }

  @Get({ summary: 'List all ${manyWords}' })
  @Returns(200, [${type}])
  list(): ${type}[] {
    return this.#${many}.list()
  }

  @Post({ summary: 'Add ${article(words)}' })
  @Returns(201, ${type})
  add(@Body() ${one}: New${type}): ${type} {
    return this.#${many}.add(${one})
  }

  @Get('/{id}', { summary: 'Show ${article(words)}' })
  @Returns(200, ${type})
  ${missing}
  find(@Param('id', Integer) id: number): ${type} {
    return this.#${many}.find(id) ?? NotFound.throw()
  }

  @Put('/{id}', { summary: 'Replace ${article(words)}' })
  @Returns(200, ${type})
  ${missing}
  replace(@Param('id', Integer) id: number, @Body() ${one}: New${type}): ${type} {
    return this.#${many}.replace(id, ${one}) ?? NotFound.throw()
  }

  @Delete('/{id}', { summary: 'Remove ${article(words)}' })
  @Returns(204, { description: 'Removed' })
  ${missing}
  remove(@Param('id', Integer) id: number): void {
    if (!this.#${many}.remove(id)) NotFound.throw()
  }
}
`
}

function standardController({ type, file, path, one, many, words, manyWords }: ResourceNames): string {
  const missing = `404: 'No such ${words}'`
  return `import { body, Controller, Delete, Get, Injectable, Integer, NotFound, param, Post, Put } from 'fieldstone'
import { New${type}, ${type} } from './${file}.js'
import { ${type}Store } from './${file}-store.js'

const id = param('id', Integer)

@Controller('/${path}', { tags: ['${tag(manyWords)}'] })
@Injectable(() => [${type}Store])
export class ${type}Controller {
  readonly #${many}: ${type}Store

  /** The store is constructed once: \`@Injectable\` names its class. */
  constructor(${many}: ${type}Store) {
    this.#${many} = ${many}
  }

  @Get({ summary: 'List all ${manyWords}', responses: { 200: [${type}] } })
  list(): ${type}[] {
    return this.#${many}.list()
  }

  @Post(body(New${type}), { summary: 'Add ${article(words)}', responses: { 201: ${type} } })
  add(${one}: New${type}): ${type} {
    return this.#${many}.add(${one})
  }

  @Get('/{id}', id, { summary: 'Show ${article(words)}', responses: { 200: ${type}, ${missing} } })
  find(id: number): ${type} {
    return this.#${many}.find(id) ?? NotFound.throw()
  }

  @Put('/{id}', id, body(New${type}), { summary: 'Replace ${article(words)}', responses: { 200: ${type}, ${missing} } })
  replace(id: number, ${one}: New${type}): ${type} {
    return this.#${many}.replace(id, ${one}) ?? NotFound.throw()
  }

  @Delete('/{id}', id, { summary: 'Remove ${article(words)}', responses: { 204: 'Removed', ${missing} } })
  remove(id: number): void {
    if (!this.#${many}.remove(id)) NotFound.throw()
  }
}
`
}

function tag(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

function specText(
  { type, file, path, manyWords, words }: ResourceNames,
  { sources, specs, runner }: ResourcePlace
): string {
  const controller = sources === specs ? `./${file}-controller.js` : `../${sources}/${file}-controller.js`
  return `import assert from 'node:assert/strict'
${runner}import { Application, bootstrap } from 'fieldstone'
import { ${type}Controller } from '${controller}'

/** A service of this controller alone. It does not listen: \`inject\` sends requests to it. */
const start = () => bootstrap(new Application({ title: 'Spec', version: '1', controllers: [${type}Controller] }))

describe('/${path}', () => {
  it('adds, shows, replaces and removes ${article(words)}', async () => {
    const service = await start()
    const added = await service.inject({ method: 'POST', url: '/${path}', body: { title: 'First' } })
    assert.equal(added.statusCode, 201)
    const { id, priority } = added.json<{ id: number; priority: number }>()
    assert.equal(priority, 3)

    const body = { title: 'Second', priority: 5 }
    const replaced = await service.inject({ method: 'PUT', url: \`/${path}/\${id}\`, body })
    assert.equal(replaced.json<{ title: string }>().title, 'Second')
    const all = await service.inject('/${path}')
    assert.deepEqual(all.json(), [replaced.json()])

    const removed = await service.inject({ method: 'DELETE', url: \`/${path}/\${id}\` })
    assert.equal(removed.statusCode, 204)
    const gone = await service.inject(\`/${path}/\${id}\`)
    assert.equal(gone.statusCode, 404)
  })

  it('rejects ${manyWords} that break a rule, and names each fault', async () => {
    const service = await start()
    const body = { title: '', priority: 9 }
    const rejected = await service.inject({ method: 'POST', url: '/${path}', body })
    assert.equal(rejected.statusCode, 400)
    const { errors } = rejected.json<{ errors: { path: string; rule: string }[] }>()
    assert.deepEqual(
      errors.map(({ path, rule }) => [path, rule]),
      [
        ['title', 'minLength'],
        ['priority', 'maximum']
      ]
    )
  })
})
`
}
