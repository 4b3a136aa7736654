import { expect } from 'chai'
import { parsePathPattern } from '../../../src/http/path/pattern.js'
import { isSameShape, takesPathsOf } from '../../../src/http/path/precedence.js'
import { RouteTree } from '../../../src/http/path/tree.js'
import { expectWholeList, shown } from '../../support/whole-list.js'

const PATTERNS = [
  ...['/', '/a', '/a/', '/a/b', '/5', '/{p}', '/{p}/', '/{other}', '/{p:[0-9]+}', '/{p:\\d+}', '/{p:[a-z]}', '/{p:.+}'],
  ...['/{p:a}', '/{r:*}', '/a/{p}', '/a/{r:*}', '/{p}/b', '/{p}/{q}', '/{p}/{r:*}', '/{p:.*}/b', '/{p:a}/{q}'],
  ...['/{p:[0-9]+}/b', '/a/b/{p}', '/a/{p}/c', '/{p}/b/c']
]

const PATHS = [
  ...['/', '/a', '/a/', '/b', '/5', '/5/', '/ab', '/a/b', '/a/c', '/a/b/', '/b/b', '/b/c', '/5/b', '/5/c'],
  ...['/a/b/c', '/a/c/c', '/b/b/c', '/b/b/b', '/5/b/c', '/a/b/b', '/a/b/c/d']
]

const segments = (path: string) => parsePathPattern(path, 'here').segments

/** A tree of these patterns; or the code of the error where they do not go together. */
function treeOf(...paths: readonly string[]): RouteTree<string> | string {
  const tree = new RouteTree<string>((value) => value)
  try {
    for (const path of paths) tree.insert(parsePathPattern(path, 'here'), path)
  } catch (error) {
    return /^\w+: (?:two routes|\S+ can never)/.exec((error as Error).message)?.[0] ?? String(error)
  }
  return tree
}

/** The paths that each pattern matches, and the values that they have then. */
const MATCHED = new Map(PATTERNS.map((pattern) => [pattern, matchedBy(pattern)]))

function matchedBy(pattern: string): Map<string, readonly string[]> {
  const tree = treeOf(pattern) as RouteTree<string>
  return new Map(
    PATHS.flatMap((path) => {
      const values = tree.find(path)?.values
      return values === undefined ? [] : [[path, values]]
    })
  )
}

/** Which texts two regular expressions share is not known: `takesPathsOf` sees none. */
function haveTwoRegexes(first: string, other: string): boolean {
  const others = segments(other)
  return segments(first).some((each, index) => each.kind === 'regex' && others[index]?.kind === 'regex')
}

describe('Two patterns of paths', () => {
  it('match, take and hide as pair-list.txt says', () => {
    const lines = [...MATCHED].map(([pattern, matched]) => {
      return `${pattern} → ${[...matched].map(([path, values]) => `${path} ${shown(values)}`).join('  ')}`
    })
    for (const first of PATTERNS) {
      lines.push('')
      for (const other of PATTERNS) {
        const takes = takesPathsOf(segments(first), segments(other))
        const isSame = isSameShape(segments(first), segments(other))
        const tree = treeOf(first, other)
        const both = PATHS.filter((path) => MATCHED.get(first)?.has(path) && MATCHED.get(other)?.has(path))
        if (typeof tree !== 'string' && !haveTwoRegexes(first, other)) {
          const own = both.filter((path) => tree.find(path)?.value === first)
          expect([first, other, takes]).to.deep.equal([first, other, own.length > 0])
        }
        const words = [
          ...(isSame ? ['same'] : []),
          ...(takes ? ['takes'] : []),
          ...(typeof tree === 'string' ? [tree] : [])
        ]
        if (words.length + both.length > 0) lines.push(`${first} ${other} → ${words.join(', ')} ${both.join(' ')}`)
      }
    }
    expectWholeList('http/path/pair-list.txt', lines)
  })
})
