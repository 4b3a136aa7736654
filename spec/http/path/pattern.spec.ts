import { expect } from 'chai'
import { SetupError } from 'fieldstone'
import { parsePathPattern } from '../../../src/http/path/pattern.js'

const parse = (path: string) => parsePathPattern(path, 'ItemController.find')

function rejection(path: string): SetupError {
  try {
    parse(path)
  } catch (error) {
    if (error instanceof SetupError) return error
    throw error
  }
  throw new Error(`"${path}" was accepted`)
}

/** One word for each segment; literals in quotes. */
function shape(path: string): string {
  return parse(path)
    .segments.map((segment) => {
      if (segment.kind === 'literal') return `'${segment.text}'`
      if (segment.kind === 'regex') return `${segment.name}~${segment.source}`
      return segment.kind === 'rest' ? `${segment.name}...` : segment.name
    })
    .join(' ')
}

describe('A path pattern', () => {
  const shapes: [path: string, shape: string, template: string][] = [
    ['/', "''", '/'],
    ['/items', "'items'", '/items'],
    ['/items/', "'items' ''", '/items/'],
    ['/items/{id}', "'items' id", '/items/{id}'],
    ['/items/{id}/', "'items' id ''", '/items/{id}/'],
    ['/items/{id:[0-9]+}', "'items' id~[0-9]+", '/items/{id}'],
    ['/{year:[0-9]{4}}/{month:[0-9]{1,2}}', 'year~[0-9]{4} month~[0-9]{1,2}', '/{year}/{month}'],
    ['/{a:[x{]y\\}}/b', "a~[x{]y\\} 'b'", '/{a}/b'],
    ['/{a:[^/]+}/b', "a~[^/]+ 'b'", '/{a}/b'],
    ['/{a:(?:x|y):z}', 'a~(?:x|y):z', '/{a}'],
    ['/{a:(v)([0-9]+)}', 'a~(v)([0-9]+)', '/{a}'],
    ['/{a:(?<major>[0-9]+)\\.(?<minor>[0-9]+)}', 'a~(?<major>[0-9]+)\\.(?<minor>[0-9]+)', '/{a}'],
    ['/files/{path:*}', "'files' path...", '/files/{path}'],
    ['/{user_id}/{user-id}/{user.id}/{_x}', 'user_id user-id user.id _x', '/{user_id}/{user-id}/{user.id}/{_x}'],
    ['/caf\u00e9', "'caf\u00e9'", '/caf%C3%A9'],
    ['/caf%C3%A9', "'caf\u00e9'", '/caf%C3%A9'],
    ['/a%2fb', "'a/b'", '/a%2Fb'],
    ['/100%25', "'100%'", '/100%25'],
    ['/a b', "'a b'", '/a%20b'],
    ['/%7Bid%7D', "'{id}'", '/%7Bid%7D'],
    ["/a:b@c!$&'()*+,;=~-._", "'a:b@c!$&'()*+,;=~-._'", "/a:b@c!$&'()*+,;=~-._"]
  ]
  for (const [path, expected, template] of shapes) {
    it(`reads ${path} as ${expected}, in the document ${template}`, () => {
      expect(shape(path)).to.equal(expected)
      expect(parse(path).template).to.equal(template)
      expect(parse(path).source).to.equal(path)
    })
  }

  it('lists its parameters in the order of the path, with regular expression and reach', () => {
    expect(parse('/{b}/x/{a:[0-9]{2}}/{rest:*}').parameters).to.deep.equal([
      { name: 'b', regex: undefined, rest: false },
      { name: 'a', regex: '[0-9]{2}', rest: false },
      { name: 'rest', regex: undefined, rest: true }
    ])
  })

  it('anchors a regular expression to the whole segment, alternatives included', () => {
    const segment = parse('/{lang:en|de}').segments[0]
    if (segment?.kind !== 'regex') throw new Error('not a regex')
    expect(['en', 'de', 'xen', 'enx', 'dex', ''].filter((text) => segment.regex.test(text))).to.deep.equal(['en', 'de'])
  })

  it('reads a regular expression by code points, as JSON Schema does', () => {
    const segment = parse('/{sign:.}').segments[0]
    if (segment?.kind !== 'regex') throw new Error('not a regex')
    expect(segment.regex.test('\u{1F600}')).to.equal(true)
  })

  const malformed: [path: string, says: RegExp][] = [
    ['', /does not start with a slash/],
    ['items', /does not start with a slash.*write "\/items"/],
    ['//items', /empty segment/],
    ['/a//b', /empty segment/],
    ['//', /empty segment/],
    ['/a{b}c', /mixes a parameter with other text in "a\{b\}c"/],
    ['/{a}{b}', /mixes a parameter/],
    ['/{a}.json', /mixes a parameter/],
    ['/{year:\\d{4}}-x', /mixes a parameter/],
    ['/{}', /without a name/],
    ['/{:x}', /without a name/],
    ['/{:*}', /without a name/],
    ['/{a b}', /names a parameter "a b"/],
    ['/{1a}', /names a parameter "1a"/],
    ['/{a{b}}', /names a parameter "a\{b\}"/],
    ['/{...rest}', /names a parameter "...rest"/],
    ['/{id', /not closed/],
    ['/{id:[0-9]+', /not closed/],
    ['/id}', /"}" without "\{"/],
    ['/{a}/x/{a}', /two parameters named "a"/],
    ['/{a}/{a:*}', /two parameters named "a"/],
    ['/{rest:*}/x', /goes on after \{rest:\*\}/],
    ['/{rest:*}/', /goes on after \{rest:\*\}/],
    ['/{id:}', /no regular expression after "id:"/],
    ['/items?x=1', /contains "\?"/],
    ['/items#top', /contains "#"/],
    ['/a%', /broken percent sequence.*%25/],
    ['/%zz', /broken percent sequence/],
    ['/%C3', /broken percent sequence/],
    ['/%C0%AF', /broken percent sequence/],
    ['/\uD800', /broken percent sequence or character/],
    ['/a/../b', /"\.\." segment/],
    ['/a/%2E%2e', /"\.\." segment/],
    ['/.', /"\." segment/],
    ['/items/:id', /write \{id\} for a parameter/],
    ['/files/*', /write \{rest:\*\}/]
  ]
  for (const [path, says] of malformed) {
    it(`rejects ${JSON.stringify(path)} with a remedy`, () => {
      const error = rejection(path)
      expect(error.code).to.equal('PATH_INVALID')
      expect(error.message).to.match(says).and.contain('ItemController.find')
    })
  }

  it('rejects what is not a string', () => {
    expect(() => parse(undefined as unknown as string)).to.throw(SetupError, 'PATH_INVALID')
    expect(() => parse(/x/ as unknown as string)).to.throw(SetupError, 'PATH_INVALID')
  })

  for (const regex of [
    '(',
    'a)(b',
    '**',
    '+a',
    'a{2,1}',
    '[z-a]',
    '[0-9',
    '(]',
    '\\-',
    '\\q',
    '(?<a>x)(?<a>y)',
    '\\p{Nope}'
  ]) {
    it(`rejects the regular expression ${regex}, which does not compile`, () => {
      const error = rejection(`/items/{x:${regex}}`)
      expect(error.code).to.equal('PATH_REGEX_INVALID')
      expect(error.message).to.contain(`"${regex}"`).and.contain('u flag').and.contain('ItemController.find')
    })
  }
})
