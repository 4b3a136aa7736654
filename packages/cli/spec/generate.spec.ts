import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { runHere } from '../../../spec/support/command.js'

describe('fieldstone generate', () => {
  let folder: string
  const home = process.cwd()
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-generate-'))
    process.chdir(folder)
    mkdirSync('src')
  })
  afterEach(() => {
    process.chdir(home)
    rmSync(folder, { recursive: true, force: true })
  })

  const generate = (...args: string[]) => runHere('generate', ...args)
  const write = (name: string, text: string) => writeFileSync(name, text)

  it('writes a record, a store, a controller and a spec, and says what to add', async () => {
    const { status, stdout } = await generate('controller', 'order')
    expect(status).to.equal(0)
    expect(stdout).to.equal(`src/order.ts is written
src/order-store.ts is written
src/order-controller.ts is written
src/order-controller.spec.ts is written
Add it to your application: controllers: [OrderController]
`)
    expect(readFileSync('src/order-controller.ts', 'utf8')).to.match(
      /@Controller\('\/orders'[\s\S]*class OrderController/
    )
  })

  it('writes a record only', async () => {
    expect((await generate('record', 'a-tag')).stdout).to.equal('src/a-tag.ts is written\n')
    expect(readdirSync('src')).to.deep.equal(['a-tag.ts'])
    expect(readFileSync('src/a-tag.ts', 'utf8'))
      .to.match(/export class ATag /)
      .and.to.match(/export class NewATag /)
  })

  for (const [name, type, file, path] of [
    ['item', 'Item', 'item', 'items'],
    ['items', 'Item', 'item', 'items'],
    ['OrderLine', 'OrderLine', 'order-line', 'order-lines'],
    ['order_lines', 'OrderLine', 'order-line', 'order-lines'],
    ['CategoryController', 'Category', 'category', 'categories'],
    ['ORDER_CONTROLLER', 'Order', 'order', 'orders'],
    ['HTTPServer', 'Httpserver', 'httpserver', 'httpservers'],
    ['address', 'Address', 'address', 'addresses'],
    ['boxes', 'Box', 'box', 'boxes'],
    ['days', 'Day', 'day', 'days'],
    ['status', 'Status', 'status', 'statuses'],
    // A global of the platform, which the generated code does not use.
    ['event', 'Event', 'event', 'events']
  ] as const)
    it(`calls ${name} in the spelling of each place: ${type}, ${file}, /${path}`, async () => {
      expect((await generate('controller', name)).status).to.equal(0)
      expect(readFileSync(`src/${file}-controller.ts`, 'utf8'))
        .to.include(`@Controller('/${path}'`)
        .and.to.include(`class ${type}Controller`)
    })

  for (const name of ['5th', 'a b', '', 'a/b', 'a--b', 'é', 'controller'])
    it(`rejects ${JSON.stringify(name)}, which cannot be the name of a class`, async () => {
      expect((await generate('record', name)).error?.message).to.equal(
        `'${name}' cannot be the name of a class; give letters and digits, as item or order-line`
      )
    })
  for (const [name, type] of [
    ['record', 'Record'],
    ['dates', 'Date'],
    ['promise', 'Promise'],
    ['fields', 'Field'],
    ['not-found', 'NotFound']
  ] as const)
    it(`rejects ${name}, which the generated code names something else by`, async () => {
      expect((await generate('record', name)).error?.message).to.equal(
        `${type} is the name of something else in the generated code; give another one`
      )
    })

  it('writes nothing where one of the files exists', async () => {
    await generate('controller', 'note')
    const before = readFileSync('src/note-controller.ts', 'utf8')
    write('src/card.ts', 'export class Card {}')
    expect((await generate('controller', 'note')).error?.message).to.equal(
      'src/note-store.ts and src/note-controller.ts and src/note-controller.spec.ts exist already, and nothing was written; give another name, or remove what you do not need'
    )
    expect((await generate('record', 'note')).error?.message).to.match(/^src\/note\.ts exists already, and nothing/)
    expect(readFileSync('src/note-controller.ts', 'utf8')).to.equal(before)
    expect((await generate('controller', 'card')).error?.message).to.equal(
      'src/card.ts exports no class NewCard, which the controller needs; rename its classes, or give another name'
    )
    expect(existsSync('src/card-store.ts')).to.equal(false)
  })

  it('uses a record that exists', async () => {
    write('src/both.ts', 'export class Both {}\nexport abstract class NewBoth {}\n')
    expect((await generate('controller', 'both')).stdout).to.include(
      '\nsrc/both.ts exists already, and the controller uses it\n'
    )
  })

  it('says that a folder or an application is not there', async () => {
    expect((await generate('record', 'item', '--dir', 'nowhere')).error?.message).to.equal(
      'There is no folder nowhere; name the one of the sources: --dir app, or make a project: fieldstone new my-api'
    )
    expect((await generate('controller', 'item', '--application', 'none.ts')).error?.message).to.equal(
      'There is no file none.ts, and nothing was written; name the one of the application'
    )
  })

  for (const [manifest, line] of [
    ['{ "devDependencies": { "vitest": "1" } }', "import { describe, it } from 'vitest'"],
    ['{}', "import { describe, it } from 'node:test'"],
    ['{ "devDependencies": { "jest": "1" } }', undefined],
    ['{ "dependencies": { "mocha": "1" } }', undefined]
  ] as const)
    it(`writes a spec for the runner of ${manifest}, where the project has specs`, async () => {
      write('package.json', manifest)
      mkdirSync('test')
      expect((await generate('controller', 'item')).stdout).to.include('\ntest/item-controller.spec.ts is written\n')
      const spec = readFileSync('test/item-controller.spec.ts', 'utf8')
      expect(/^import \{ describe, it \} .*/m.exec(spec)?.[0]).to.equal(line)
      expect(spec).to.include("'../src/item-controller.js'")
    })

  it('says that package.json cannot be read', async () => {
    write('package.json', '{')
    expect((await generate('controller', 'item')).error?.message).to.match(/^package\.json cannot be read: /)
  })

  it('writes the form of decorators that tsconfig.json says, the standard one without it', async () => {
    await generate('controller', 'item')
    expect(readFileSync('src/item-controller.ts', 'utf8')).to.include('@Injectable(() => [ItemStore])')
    mkdirSync('legacy')
    write(
      'legacy/tsconfig.json',
      '{ "compilerOptions": { "experimentalDecorators": true, "emitDecoratorMetadata": true } }'
    )
    await generate('controller', 'item', '--dir', 'legacy/')
    expect(readFileSync('legacy/item-controller.ts', 'utf8')).to.not.include('@Injectable')
  })

  describe('adds a controller to the application', () => {
    const added: readonly (readonly [title: string, before: string, after: string])[] = [
      [
        'in a list',
        "import { A } from './a.js'\nnew X({ controllers: [A], docs })",
        "import { A } from './a.js'\nimport { ItemController } from './item-controller.js'\nnew X({ controllers: [A, ItemController], docs })"
      ],
      [
        'in an empty list, without imports',
        'new X({ controllers: [] })',
        "import { ItemController } from './item-controller.js'\nnew X({ controllers: [ItemController] })"
      ],
      [
        'in a list of several lines, with semicolons',
        "import {\n  A\n} from './a.js';\nnew X({\n  controllers: [\n    A,\n  ]\n});",
        "import {\n  A\n} from './a.js';\nimport { ItemController } from './item-controller.js';\nnew X({\n  controllers: [\n    A,\n    ItemController\n  ]\n});"
      ],
      [
        'beside one of nearly the same name',
        "import './a.js'\nnew X({ controllers: [ItemControllers] })",
        "import { ItemController } from './item-controller.js'\nimport './a.js'\nnew X({ controllers: [ItemControllers, ItemController] })"
      ]
    ]
    for (const [title, before, after] of added)
      it(title, async () => {
        write('src/application.ts', before)
        expect((await generate('controller', 'item')).stdout).to.match(
          /\nsrc\/application\.ts has ItemController among its controllers\n$/
        )
        expect(readFileSync('src/application.ts', 'utf8')).to.equal(after)
      })

    for (const [title, source, said] of [
      ['where there is no list', 'new X({ controllers })', 'Add it to your application: controllers: [ItemController]'],
      [
        'in a list that is made',
        'new X({ controllers: [...all] })',
        'Add it to your application: controllers: [ItemController]'
      ],
      [
        'in one of two lists',
        'new X({ controllers: [A] }); new X({ controllers: [B] })',
        'Add it to your application: controllers: [ItemController]'
      ],
      [
        'in a list of groups',
        "new X({ controllers: [{ prefix: '/a', controllers: [A] }, C] })\n{ controllers: [] }",
        'Add it to your application: controllers: [ItemController]'
      ],
      [
        'in a list of another name',
        'new X({ ownControllers: [A] })',
        'Add it to your application: controllers: [ItemController]'
      ],
      [
        'where it is',
        'new X({ controllers: [ItemController, B] })',
        'src/application.ts has ItemController among its controllers already'
      ],
      [
        'where it is in a group',
        "new X({ controllers: [{ prefix: '/a', controllers: [\nItemController ] }] })",
        'src/application.ts has ItemController among its controllers already'
      ],
      [
        'where a comment names it',
        '// ItemController comes later\nnew X({ controllers: [] })',
        'src/application.ts names ItemController already, and nothing was added; see that it is among the controllers'
      ]
    ] as const)
      it(`not ${title}`, async () => {
        write('src/application.ts', source)
        expect((await generate('controller', 'item')).stdout.split('\n').at(-2)).to.equal(said)
        expect(readFileSync('src/application.ts', 'utf8')).to.equal(source)
      })

    it('by the way from one folder to the other', async () => {
      mkdirSync('lib/deep', { recursive: true })
      write('src/app.ts', 'new X({ controllers: [] })')
      await generate('controller', 'item', '--dir', 'lib/deep', '--application', 'src/app.ts')
      expect(readFileSync('src/app.ts', 'utf8')).to.include("from '../lib/deep/item-controller.js'")
    })
  })
})
