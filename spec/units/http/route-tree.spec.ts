import { expect } from 'chai'
import fc from 'fast-check'
import { SetupError } from 'fieldstone'
import { parsePathPattern } from '../../../src/http/path/pattern.js'
import { RouteTree } from '../../../src/http/path/tree.js'
import { decodePath } from '../../../src/http/syntax/request-target.js'
import { chance } from '../../support/chance.js'

function treeOf(paths: readonly string[]): RouteTree<string> {
  const tree = new RouteTree<string>((path) => `route ${path}`)
  for (const path of paths) tree.insert(parsePathPattern(path, path), path)
  return tree
}

/** What a raw request path finds: the declared path and its values, as one readable line. */
function found(tree: RouteTree<string>, raw: string): string {
  const path = decodePath(raw)
  if (path === undefined) return 'broken'
  const match = tree.find(path)
  if (match === undefined) return 'nothing'
  const values = match.pattern.parameters.map(({ name }, index) => `${name}=${match.values[index]}`)
  expect(match.values).to.have.length(match.pattern.parameters.length)
  return [match.value, ...values].join(' ')
}

function* permutations<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield []
  for (const [index, item] of items.entries()) {
    for (const rest of permutations([...items.slice(0, index), ...items.slice(index + 1)])) yield [item, ...rest]
  }
}

describe('A route tree', () => {
  const tables: { about: string; paths: string[]; finds: Record<string, string> }[] = [
    {
      about: 'static paths',
      paths: ['/', '/items', '/items/', '/items/all', '/a/b/c'],
      finds: {
        '/': '/',
        '/items': '/items',
        '/items/': '/items/',
        '/items/all': '/items/all',
        '/a/b/c': '/a/b/c',
        '': 'nothing',
        items: 'nothing',
        '/Items': 'nothing',
        '/items//': 'nothing',
        '//items': 'nothing',
        '/item': 'nothing',
        '/itemss': 'nothing',
        '/items/al': 'nothing',
        '/a/b': 'nothing',
        '/a/b/': 'nothing',
        '/a/b/c/': 'nothing'
      }
    },
    {
      about: 'literal before regular expression before parameter before rest',
      paths: ['/items/new', '/items/{id:[0-9]+}', '/items/{name}', '/items/{path:*}'],
      finds: {
        '/items/new': '/items/new',
        '/items/42': '/items/{id:[0-9]+} id=42',
        '/items/42a': '/items/{name} name=42a',
        '/items/news': '/items/{name} name=news',
        '/items/ne': '/items/{name} name=ne',
        '/items/a/b': '/items/{path:*} path=a/b',
        '/items/42/': '/items/{path:*} path=42/',
        '/items//': '/items/{path:*} path=/',
        '/items/': 'nothing',
        '/items': 'nothing'
      }
    },
    {
      about: 'backtracking from the segment that goes first',
      paths: ['/a/{x}/c', '/a/b/d', '/{y}/b/e', '/{y:[a-z]+}/{z:[0-9]+}/f', '/{rest:*}'],
      finds: {
        '/a/b/c': '/a/{x}/c x=b',
        '/a/b/d': '/a/b/d',
        '/a/b/e': '/{y}/b/e y=a',
        '/a/1/f': '/{y:[a-z]+}/{z:[0-9]+}/f y=a z=1',
        '/a/b/f': '/{rest:*} rest=a/b/f',
        '/a/b': '/{rest:*} rest=a/b',
        '/a/1/c/': '/{rest:*} rest=a/1/c/',
        '/': 'nothing'
      }
    },
    {
      about: 'rests at several depths',
      paths: ['/{all:*}', '/files/{path:*}', '/files/{dir}/x', '/files/{dir}/{path:*}', '/files/fixed/{path:*}'],
      finds: {
        '/files/a/x': '/files/{dir}/x dir=a',
        '/files/a/y': '/files/{dir}/{path:*} dir=a path=y',
        '/files/a/x/y': '/files/{dir}/{path:*} dir=a path=x/y',
        '/files/a': '/files/{path:*} path=a',
        '/files/a/': '/files/{path:*} path=a/',
        '/files/fixed/a': '/files/fixed/{path:*} path=a',
        '/files/fixed': '/files/{path:*} path=fixed',
        '/files/fixed/': '/files/{path:*} path=fixed/',
        '/files/': '/{all:*} all=files/',
        '/files': '/{all:*} all=files',
        '//evil': '/{all:*} all=/evil',
        '/': 'nothing'
      }
    },
    {
      about: 'no empty segment for a parameter, and a trailing slash that counts',
      paths: ['/{a}', '/{a}/{b}', '/{a}/{b}/', '/x/{n:[0-9]*}'],
      finds: {
        '/': 'nothing',
        '//': 'nothing',
        '/1': '/{a} a=1',
        '/1/': 'nothing',
        '//2': 'nothing',
        '/1/2': '/{a}/{b} a=1 b=2',
        '/1/2/': '/{a}/{b}/ a=1 b=2',
        '/1//': 'nothing',
        '/x/': 'nothing',
        '/x/7': '/x/{n:[0-9]*} n=7'
      }
    },
    {
      about: 'decoding, once and after splitting',
      paths: ['/items', '/items/{id}', '/caf\u00e9/{x}', '/a%2Fb', '/100%25/{y}', '/re/{v:a/b|c%d}', '/f/{rest:*}'],
      finds: {
        '/%69tems': '/items',
        '/%69tems/%61': '/items/{id} id=a',
        '/items/a%2Fb': '/items/{id} id=a/b',
        '/items/a%2fb': '/items/{id} id=a/b',
        '/items/a%252Fb': '/items/{id} id=a%2Fb',
        '/items/%2525': '/items/{id} id=%25',
        '/items/a+b%20c': '/items/{id} id=a+b c',
        '/items/%3F': '/items/{id} id=?',
        '/items%2Fa': 'nothing',
        'xitems/a': 'nothing',
        '': 'nothing',
        '/caf%C3%A9/1': '/caf\u00e9/{x} x=1',
        '/caf%c3%a9/%F0%9F%98%80': '/caf\u00e9/{x} x=\u{1F600}',
        '/a%2Fb': '/a%2Fb',
        '/a%2fb': '/a%2Fb',
        '/a/b': 'nothing',
        '/a%252Fb': 'nothing',
        '/100%25/%25': '/100%25/{y} y=%',
        '/100/%25': 'nothing',
        '/re/a%2Fb': '/re/{v:a/b|c%d} v=a/b',
        '/re/c%25d': '/re/{v:a/b|c%d} v=c%d',
        '/re/c%2525d': 'nothing',
        '/f/a%2Fb/%252F/c': '/f/{rest:*} rest=a/b/%2F/c',
        '/items/%': 'broken',
        '/items/%E9': 'broken',
        '/items/%C0%AF': 'broken'
      }
    },
    {
      about: 'names that mean something to objects',
      paths: ['/{a}/x', '/constructor', '/__proto__/{b}'],
      finds: {
        '/constructor': '/constructor',
        '/__proto__': 'nothing',
        '/__proto__/1': '/__proto__/{b} b=1',
        '/toString': 'nothing',
        '/hasOwnProperty/x': '/{a}/x a=hasOwnProperty'
      }
    }
  ]

  for (const { about, paths, finds } of tables) {
    it(`finds ${about}, whatever the order of registration`, () => {
      for (const order of permutations(paths.slice(0, 6))) {
        const tree = treeOf([...order, ...paths.slice(6)])
        for (const [path, expected] of Object.entries(finds)) expect(found(tree, path), path).to.equal(expected)
      }
    })
  }

  it('finds literals that lead to parameters by their whole text, however many there are', () => {
    // Of one length, the beginnings of others, and with characters that a path escapes.
    const names = ['ab', 'ac', 'a', 'abc', 'a%2Fb', 'a%25b', 'bb', 'cb', 'bcd']
    const strangers = ['b', 'abd', 'a%2F', 'a', '%61b', 'ab%20', '%C3%A9', '']
    for (let count = 1; count <= names.length; count += 1) {
      const present = names.slice(0, count)
      const tree = treeOf(present.map((name) => `/${name}/{id}`))
      for (const name of [...names, ...strangers]) {
        const path = decodePath(`/${name}/{id}`) as string
        const own = present.map((each) => `/${each}/{id}`).find((each) => decodePath(each) === path)
        const expected = own === undefined ? 'nothing' : `${own} id=7`
        expect(found(tree, `/${name}/7`), `/${name}/7 among ${present.join(', ')}`).to.equal(expected)
      }
    }
  })

  it('finds paths without parameters by their whole text, however many have one length', () => {
    const paths = ['/ab', '/ac', '/a/', '/a', '/bb', '/cb', '/bc', '/abc', '/%2F']
    const strangers = ['/b', '/ad', '/b/', '/abd', '/', '/%25']
    for (let count = 1; count <= paths.length; count += 1) {
      const present = paths.slice(0, count)
      const tree = treeOf(present)
      for (const path of [...paths, ...strangers]) {
        const expected = present.includes(path) ? path : 'nothing'
        expect(found(tree, path), `${path} among ${present.join(', ')}`).to.equal(expected)
      }
    }
  })

  it('tries regular expressions in the order of registration', () => {
    expect(found(treeOf(['/{a:[0-9]+}', '/{b:[0-9a-f]+}']), '/12')).to.equal('/{a:[0-9]+} a=12')
    expect(found(treeOf(['/{b:[0-9a-f]+}', '/{a:[0-9]+}']), '/12')).to.equal('/{b:[0-9a-f]+} b=12')
  })

  it('tries the next regular expression if the first leads to no pattern', () => {
    const tree = treeOf(['/{a:[0-9]+}/x', '/{b:[0-9a-f]+}/y', '/{c}/z'])
    expect(found(tree, '/12/y')).to.equal('/{b:[0-9a-f]+}/y b=12')
    expect(found(tree, '/12/z')).to.equal('/{c}/z c=12')
  })

  it('gives each pattern its own names for the same segment', () => {
    const tree = treeOf(['/u/{id}', '/u/{name}/posts', '/u/{who:[0-9]+}/x', '/u/{n:[0-9]+}/y'])
    expect(found(tree, '/u/1/posts')).to.equal('/u/{name}/posts name=1')
    expect(found(tree, '/u/1/x')).to.equal('/u/{who:[0-9]+}/x who=1')
    expect(found(tree, '/u/1/y')).to.equal('/u/{n:[0-9]+}/y n=1')
  })

  it('agrees with a plain definition of precedence on generated tables and paths', () => {
    const segment = fc.constantFrom('a', 'b', '1', '{p}', '{d:[0-9]}', '{l:[a-c]}')
    const pattern = fc
      .tuple(fc.array(segment, { maxLength: 4 }), fc.constantFrom('', '', '/', '/{r:*}'))
      .map(([segments, end]) => {
        const named = segments.map((text, index) => text.replace(/^\{(\w)/, `{$1${index}`))
        return `/${named.join('/')}`.replace(/^\/$/, end === '' ? '/' : '') + end
      })
    const path = fc
      .array(fc.constantFrom('a', 'b', 'c', '1', '2', 'z', ''), { maxLength: 5 })
      .map((parts) => `/${parts.join('/')}`)
    fc.assert(
      fc.property(fc.uniqueArray(pattern, { maxLength: 12 }), fc.array(path, { maxLength: 20 }), (patterns, paths) => {
        const tree = new RouteTree<string>((value) => value)
        const kept: string[] = []
        for (const candidate of patterns) {
          try {
            tree.insert(parsePathPattern(candidate, ''), candidate)
            kept.push(candidate)
          } catch (error) {
            if (!(error instanceof SetupError && error.code === 'ROUTE_DUPLICATE')) throw error
          }
        }
        for (const at of paths) expect(tree.find(at)?.value, `${at} in ${kept}`).to.equal(reference(kept, at))
      }),
      chance(150, 2000)
    )
  })

  it('visits no node twice, so a path that is made to backtrack stays cheap', () => {
    let tests = 0
    const tree = new RouteTree<number>(String)
    const depth = 300
    for (let length = 1; length <= depth; length += 1) {
      const pattern = parsePathPattern(`/${Array.from({ length }, (_, at) => `{p${at}:a}`).join('/')}/end`, '')
      for (const segment of pattern.segments) {
        if (segment.kind !== 'regex') continue
        const test = segment.regex.test.bind(segment.regex)
        segment.regex.test = (text) => {
          tests += 1
          return test(text)
        }
      }
      tree.insert(pattern, length)
    }
    tests = 0
    expect(tree.find(`/${'a/'.repeat(depth)}nope`)).to.equal(undefined)
    expect(tests).to.be.within(depth, depth + 1)
  })

  describe('rejects a duplicate and names both declarations', () => {
    const twins: [string, string][] = [
      ['/items', '/items'],
      ['/items', '/%69tems'],
      ['/', '/'],
      ['/items/{id}', '/items/{name}'],
      ['/items/{id:[0-9]+}', '/items/{n:[0-9]+}'],
      ['/items/{id:[0-9]+}', '/items/{n:\\d+}'],
      ['/items/{id:[0-9]+}', '/items/{n:^([0-9]+)$}'],
      ['/f/{a:*}', '/f/{b:*}'],
      ['/{a}/{b}/', '/{c}/{d}/']
    ]
    for (const [one, other] of twins) {
      it(`${one} and ${other}`, () => {
        expect(() => treeOf([one, other]))
          .to.throw(SetupError, `route ${one} and route ${other}`)
          .with.property('code', 'ROUTE_DUPLICATE')
      })
    }
  })

  describe('rejects a route that another one always hides, in both orders, and names both', () => {
    const shadows: [hides: string, hidden: string][] = [
      ['/{a:.*}', '/{b}'],
      ['/{a:.+}', '/{b}'],
      ['/{a:[^/]+}', '/{b}'],
      ['/{a:(.+)}', '/{b}'],
      ['/{a:[\\s\\S]+}', '/{b}'],
      ['/{a:.+}/x', '/{b}/x'],
      ['/{a:.+}/{c}', '/{b}/x'],
      ['/{a:.+}/{c}', '/{b}/{d:[0-9]+}'],
      ['/{a:.+}/{c:.+}', '/{b}/{d}'],
      ['/{a:.+}/{c:*}', '/{b}/x/y'],
      ['/{a:.+}/{c:*}', '/{b}/x/'],
      ['/{a:.+}/{c:*}', '/{b}/{d:*}'],
      ['/u/{a:.+}/{c:[0-9]+}', '/u/{b}/7'],
      ['/v1', '/{version:v1}'],
      ['/v1/{id}', '/{version:v1}/{name}'],
      ['/{x}/v1', '/{x}/{version:v1}'],
      ['/v1/{rest:*}', '/{version:v1}/a/b']
    ]
    for (const [hides, hidden] of shadows) {
      it(`${hides} hides ${hidden}`, () => {
        for (const order of [
          [hides, hidden],
          [hidden, hides]
        ]) {
          expect(() => treeOf(order))
            .to.throw(SetupError, `route ${hidden} can never be reached, route ${hides} always matches first`)
            .with.property('code', 'ROUTE_SHADOWED')
        }
      })
    }

    it('a regular expression after one that matches everything, and not the other way round', () => {
      expect(() => treeOf(['/{a:.+}', '/{b:[0-9]+}'])).to.throw(SetupError, 'route /{b:[0-9]+} can never be reached')
      expect(found(treeOf(['/{b:[0-9]+}', '/{a:.+}']), '/12')).to.equal('/{b:[0-9]+} b=12')
      expect(() => treeOf(['/{a:.+}/x', '/{b:[0-9]+}/x'])).to.throw(SetupError, 'ROUTE_SHADOWED')
      expect(() => treeOf(['/{a:[0-9]+}/z', '/{a:.+}/x', '/{b:[0-9]+}/x', '/q'])).to.not.throw()
      expect(() => treeOf(['/{n:[a-z]+}', '/{b:abc}'])).to.throw(SetupError, 'route /{b:abc} can never be reached')
    })
  })

  const apart: string[][] = [
    ['/{a:.+}/x', '/{b}/y'],
    ['/{a:.+}/x', '/{b}'],
    ['/{a:.+}', '/{b}/'],
    ['/{a:.+}', '/{b:*}'],
    ['/{a:.+}/{c:*}', '/{b}/'],
    ['/{a:.+}/{c}', '/{b}/'],
    ['/{a:.+}/{c:.*}', '/{b}/'],
    ['/{a:.+}/{c:[0-9]+}', '/{b}/{d}'],
    ['/{a:.+}/{c:[0-9]+}', '/{b}/x'],
    ['/{a:.{1,9}}', '/{b}'],
    ['/{a:(?!admin).+}', '/{b}'],
    ['/{a}', '/{b:*}', '/{a}/{b:*}', '/{a}/{b}'],
    ['/v1/x', '/{version:v1}/y'],
    ['/v1', '/{version:v1|v2}'],
    ['/x/', '/x', '/{a}', '/{a}/']
  ]
  for (const paths of apart) {
    it(`accepts ${paths.join(' beside ')} in any order`, () => {
      for (const order of permutations(paths)) expect(() => treeOf(order)).to.not.throw()
    })
  }

  it('is not changed by a rejected pattern', () => {
    const tree = treeOf(['/{a:.+}/x', '/items/{id}'])
    const insert = (path: string) => tree.insert(parsePathPattern(path, path), path)
    expect(() => insert('/{b}/x')).to.throw(SetupError)
    expect(() => insert('/items/{name}')).to.throw(SetupError)
    expect(found(tree, '/b/x')).to.equal('/{a:.+}/x a=b')
    expect(found(tree, '/items/7')).to.equal('/items/{id} id=7')
    expect(() => insert('/{b}/y')).to.not.throw()
  })
})

/** The definition itself: of all patterns that match, the one that goes first at the first difference. */
function reference(patterns: readonly string[], path: string): string | undefined {
  const parts = path.slice(1).split('/')
  const regexes = [...new Set(patterns.flatMap((pattern) => pattern.match(/(?<=:)[^*}]+(?=\})/g) ?? []))]
  const rank = (text: string): number => {
    if (!text.startsWith('{')) return 0
    if (text.endsWith(':*}')) return 1000
    const regex = /:(.*)\}$/.exec(text)?.[1]
    return regex === undefined ? 999 : 1 + regexes.indexOf(regex)
  }
  const matches = patterns.filter((pattern) => {
    const segments = pattern.slice(1).split('/')
    return (
      segments.every((text, index) => {
        const part = parts[index]
        if (part === undefined) return false
        if (text.endsWith(':*}')) return parts.slice(index).join('/') !== ''
        if (!text.startsWith('{')) return text === part
        const regex = /:(.*)\}$/.exec(text)?.[1] ?? '.+'
        return new RegExp(`^(?:${regex})$`).test(part)
      }) &&
      (pattern.endsWith(':*}') || segments.length === parts.length)
    )
  })
  return matches.sort((one, other) => {
    const [a, b] = [one.slice(1).split('/'), other.slice(1).split('/')]
    for (const [index, text] of a.entries()) {
      const difference = rank(text) - rank(b[index] ?? '')
      if (difference !== 0) return difference
    }
    return 0
  })[0]
}
