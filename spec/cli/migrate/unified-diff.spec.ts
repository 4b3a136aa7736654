import { diffOf } from '../../../src/cli/migrate/unified-diff.js'
import { expectListed } from '../../support/listed.js'
import { shown } from '../../support/whole-list.js'

/** Texts before and after a change, a letter for each line; undefined where there is no file. */
const TEXTS: readonly (readonly [before: string | undefined, after: string | undefined])[] = [
  [undefined, ''],
  [undefined, 'a'],
  ['ab', undefined],
  ['a', 'b'],
  ['abc', 'axc'],
  ['abc', 'abcd'],
  ['abc', 'xabc'],
  ['abc', 'ab'],
  ['abc', 'bc'],
  ['abc', ''],
  ['', 'abc'],
  ['aa', 'a'],
  ['a', 'aa'],
  ['aaa', 'aa'],
  ['aba', 'a'],
  ['a', 'aba'],
  ['abab', 'ab'],
  ['abcde', 'xbcdy'],
  ['abc', 'abc']
]

describe('The changes of a migration', () => {
  it('are printed as diff-list.txt says', () => {
    const textOf = (letters: string | undefined) => letters && `${[...letters].join('\n')}\n`
    const lines = TEXTS.flatMap(([before, after]) => {
      const diff = diffOf({ path: 'src/a.ts', before: textOf(before), after: textOf(after) })
      return [`${before ?? 'nothing'} → ${after ?? 'nothing'}`, ...diff.split('\n').map((line) => `  ${line}`)]
    })
    const ends = ['a', 'a\n', 'a\n\n', '\n'].flatMap((before) => {
      return ['b', 'a\nb\n\n'].map((after) => shown([before, after, diffOf({ path: 'a', before, after })]))
    })
    expectListed('cli/migrate/diff-list.txt', 'changes', [...lines, ...ends])
  })
})
