import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { SpecFolder } from '../support/files.js'
import { oneHandler } from '../support/one-handler.js'

describe('The file name of a download', () => {
  const folder = new SpecFolder()
  before(() => writeFileSync(join(folder.path, 'x'), 'content'))
  after(() => folder.remove())

  const cases: readonly [filename: string, header: string][] = [
    ['report.pdf', 'attachment; filename="report.pdf"'],
    ['a "quoted" name.txt', 'attachment; filename="a \\"quoted\\" name.txt"'],
    ['Übersicht.pdf', 'attachment; filename="?bersicht.pdf"; filename*=UTF-8\'\'%C3%9Cbersicht.pdf'],
    ['50%20.txt', 'attachment; filename="50%20.txt"; filename*=UTF-8\'\'50%2520.txt'],
    ['猫 😺.png', 'attachment; filename="? ?.png"; filename*=UTF-8\'\'%E7%8C%AB%20%F0%9F%98%BA.png'],
    ["it's (1)*.txt", 'attachment; filename="it\'s (1)*.txt"'],
    ['../../etc/passwd', 'attachment; filename=".._.._etc_passwd"'],
    ['a\\b\r\nSet-Cookie: x', 'attachment; filename="a_b__Set-Cookie: x"'],
    ['\ud800.txt', 'attachment; filename="?.txt"; filename*=UTF-8\'\'%EF%BF%BD.txt']
  ]
  for (const [filename, header] of cases) {
    it(`can be ${JSON.stringify(filename)}`, async () => {
      const service = await oneHandler((ctx) => ctx.download(join(folder.path, 'x'), filename))
      const { headers, body } = await service.inject('/')
      expect([headers['content-disposition'], body]).to.deep.equal([header, 'content'])
    })
  }

  it('is that of the file where none is given', async () => {
    const service = await oneHandler((ctx) => ctx.download(join(folder.path, 'x')))
    expect((await service.inject('/')).headers['content-disposition']).to.equal('attachment; filename="x"')
  })
})
