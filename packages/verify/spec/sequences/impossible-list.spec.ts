import { expectWholeList } from '../../../../spec/support/whole-list.js'
import { quickPlays, sequencesOf } from './play-sequences.js'
import { type Habits, OPERATIONS, shopStore, shopsWithout } from './shops.js'

const HABITS = ['isForgetful', 'hasOneId', 'isCounting', 'isSpoiling', 'isShared', 'isCareless', 'isBare'] as const

/** Those of which several operations are a part. */
const LABELS =
  /^(?:create|delete|PUT|PATCH) .*(?:(?:shop|sign|book), then read it|delete it again|(?:PUT|PATCH) it|its books|book of it|belongs to it)$|shop refers|under another|same shop twice|wrong value|one of two shops|link shop$|^PUT .shops.\{id\}, then read everything/

describe('Sequences with an operation of which no request can be made', () => {
  it('are played as far as they can, as impossible-list.txt says', async () => {
    /** What is played does not depend on the values that are drawn. */
    const played = async (impossible: string) => {
      const document = shopsWithout(impossible)
      const lines = await (await quickPlays(document, LABELS))(shopStore(document))
      return new Map([...lines].map(([label, line]) => [label, line.replace(/ \([\w-]{8} [\w-]{8}\)/, '')]))
    }
    const whole = await played('none')
    const lines = [
      '# sequences',
      ...(await sequencesOf(shopsWithout('none'))),
      '\n# none',
      ...[...whole].map(([label, line]) => `${label}: ${line}`)
    ]
    for (const name of Object.keys(OPERATIONS)) {
      const others = [...(await played(name))].filter(([label, line]) => line !== whole.get(label))
      lines.push(`\n# ${name}`, ...others.map(([label, line]) => `${label}: ${line}`))
    }
    expectWholeList('verify/sequences/impossible-list.txt', lines)
  })

  it('find what a store does wrongly, as shop-list.txt says', async () => {
    const document = shopsWithout('none')
    const play = await quickPlays(
      document,
      /^create a (?:city|shop|book), then|(?:one of two \w+|at once|same \w+ twice|belongs to it|read the city to which it refers|wrong value, then list all)$|shop refers|under another|link shop$|deleted?.*(?:read it|list all|book of it)$|^P\w+ a (?:shop|book), then read it/
    )
    const played = async (habits: Habits) => {
      // Each sequence with a store of its own.
      const found = new Map<string, string>()
      for (const label of labels) {
        for (const [each, line] of await play(shopStore(document, habits), label)) found.set(each, line)
      }
      return found
    }
    const labels = [/^create/, /^P/, /^DELETE/, /^delete/, /^a /]
    const lines: string[] = []
    for (const isLocated of [false, true]) {
      const honest = await played({ isLocated })
      for (const habit of HABITS) {
        lines.push(`\n# ${habit}${isLocated ? ', isLocated' : ''}`)
        for (const [label, line] of await played({ isLocated, [habit]: true }))
          if (line !== honest.get(label)) lines.push(`${label}: ${line}`)
      }
    }
    expectWholeList('verify/sequences/shop-list.txt', lines)
  })
})
