import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { bootstrap, type Service } from '../src/index.js'
import { Guide } from './support/guide.js'
import { expectWholeList } from './support/whole-list.js'

const guide = new Guide('client')

describe('the guide to the typed client', () => {
  let service: Service
  let url: string
  before('compiles its examples with the client of its service', async () => {
    guide.compile()
    const { app } = await guide.import<{ app: Parameters<typeof bootstrap>[0] }>('app')
    service = await bootstrap(app)
    url = (await service.listen({ port: 0, host: '127.0.0.1' })).url
  })
  after(() => service.close())

  it('has the client of the document that its service has', () => {
    const lines = JSON.stringify(service.document, null, 1).split('\n')
    // The examples are compiled before the service is made: their client is of this file.
    expectWholeList('client/notes-document.txt', lines)
  })

  it('follows notes, uploads, and tells results apart as it says', async () => {
    const { follow } = await guide.import<{ follow(url: string, signal: AbortSignal): Promise<number[]> }>('streams')
    expect(await follow(url, new AbortController().signal)).to.deep.equal([3, 1])
    const { titleOf } = await guide.import<{ titleOf(url: string, id: number): Promise<string> }>('results')
    expect(await titleOf(url, 1)).to.equal('Aurora')
    expect(await titleOf(url, 7)).to.equal('there is no note 7')
    expect(await titleOf(url, 0.5)).to.include("Field 'id'")
    expect(await titleOf(`${url}/elsewhere`, 1)).to.equal('there is no note 1')
  })

  it('throws what isError recognizes', async () => {
    const { textOf } = await guide.import<{ textOf(url: string, id: number): Promise<string | undefined> }>('errors')
    expect(await textOf(url, 1)).to.equal('Aurora')
    expect(await textOf(url, 7)).to.equal(undefined)
    expect(String(await textOf(url, 0.5).catch((error) => error))).to.match(
      /^CallError: getNote: 400 validation failed: /
    )
  })

  it('takes the options that it names, and no others', async () => {
    interface Options {
      connect(url: string, token: () => Promise<string>): object
      count(api: object): Promise<number>
    }
    const { connect, count } = await guide.import<Options>('options')
    expect(await count(connect(url, async () => 'secret'))).to.equal(1)
    const named = guide.rowsBelow('## Options').flatMap(([names = '']) => names.match(/\w+/g) ?? [])
    const text = readFileSync('spec/client/client-list.txt', 'utf8')
    const [, options = ''] = /export interface ClientOptions \{([\s\S]*?)\n\}/.exec(text) ?? []
    const declared = [...options.matchAll(/^ {2}readonly (\w+)/gm)].map(([, name]) => name)
    expect(named.sort()).to.deep.equal(declared.sort())
  })
})
