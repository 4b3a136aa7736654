import { expect } from 'chai'
import { readPartHead } from '../../../src/http/body/part-head.js'

/** The head of a part with this content-disposition, whose text is UTF-8. */
function read(disposition: string, more: Record<string, string[]> = {}) {
  return readPartHead({ 'content-disposition': [Buffer.from(disposition).toString('latin1')], ...more })
}

describe('the head of a part', () => {
  const filenames: readonly (readonly [written: string, filename: string | undefined])[] = [
    ['', undefined],
    ['; filename="a.png"', 'a.png'],
    ['; filename=a.png', 'a.png'],
    ['; filename=""', ''],
    ['; filename="Zoë 漢字.png"', 'Zoë 漢字.png'],
    ['; filename="a;b=c.png"', 'a;b=c.png'],
    ['; filename="a \\"b\\" c.png"', 'a "b" c.png'],
    ['; filename="100%22.png"', '100%22.png'],
    ['; filename="../../etc/passwd"', 'passwd'],
    ['; filename="C:\\dir\\x.png"', 'x.png'],
    ['; filename="C:\\\\dir\\\\x.png"', 'x.png'],
    ['; filename="a\\"', ''],
    ['; filename=".."', ''],
    ['; filename="dir/."', ''],
    ['; filename="x.png"; filename*=UTF-8\'\'Zo%C3%AB.png', 'Zoë.png'],
    ["; filename*=UTF-8'en'a%2Fb.png", 'b.png'],
    ['; filename="x.png"; filename*=UTF-8\'\'%zz', 'x.png']
  ]
  for (const [written, filename] of filenames) {
    it(`has ${filename === undefined ? 'no file name' : `the file name ${JSON.stringify(filename)}`} with ${written || 'none'}`, () => {
      expect(read(`form-data; name="f"${written}`)).to.deep.equal({ name: 'f', filename, contentType: 'text/plain' })
    })
  }

  it('has a name in any form that clients send', () => {
    const names = ['name="a b"', 'name=a', 'NAME="a"', 'name = "a"', 'x=1; name="ä[]";'].map(
      (text) => read(`Form-Data ; ${text}`).name
    )
    expect(names).to.deep.equal(['a b', 'a', 'a', 'a', 'ä[]'])
  })

  it('has a media type in lower case without parameters', () => {
    const type = (value: string) => read('form-data; name=a', { 'content-type': [value] }).contentType
    expect(['IMAGE/PNG', 'text/plain; charset=utf-8', ' a/b ;c', ''].map(type)).to.deep.equal([
      'image/png',
      'text/plain',
      'a/b',
      'text/plain'
    ])
  })

  for (const disposition of [
    ...['', 'form-data', 'attachment; name="a"', 'form-data; name="a', 'form-data; name="a" x', 'form-data name="a"'],
    ...['form-data; name="a"; name="b"', 'form-data; name="a"; filename="x"; FILENAME="y"', 'form-data; filename="a"'],
    ...['form-data; name="a\0"', 'form-data; name="a"; filename="b\0.png"']
  ]) {
    it(`is a 400 with ${JSON.stringify(disposition)}`, () => {
      expect(() => read(disposition))
        .to.throw()
        .with.property('status', 400)
    })
  }

  it('is a 400 without a content-disposition, and with two', () => {
    expect(() => readPartHead({ 'content-type': ['text/plain'] })).to.throw('Content-Disposition')
    expect(() => readPartHead({ 'content-disposition': ['form-data; name=a', 'form-data; name=b'] })).to.throw()
  })
})
