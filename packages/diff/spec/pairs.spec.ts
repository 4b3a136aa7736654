import { expect } from 'chai'
import { expectWholeList } from '../../../spec/support/whole-list.js'
import { diffDocuments } from '../src/diff-documents.js'
import { openAPIDocument } from '../src/document/openapi-document.js'
import { type Change, LEVELS } from '../src/operations/change.js'
import { type DocumentPair, PAIRS } from './pairs.js'

function changesOf(pair: DocumentPair): Change[] {
  return diffDocuments({ old: openAPIDocument(pair.old, 'old'), new: openAPIDocument(pair.new, 'new') })
}

function verdictOf(changes: readonly Change[]): string {
  return LEVELS.find((level) => changes.some((change) => change.level === level)) ?? 'compatible'
}

describe('a comparison of documents', () => {
  for (const pair of PAIRS) {
    it(`${pair.title}: ${pair.truth}`, () => {
      expect(verdictOf(changesOf(pair)), JSON.stringify(changesOf(pair), null, 1)).to.equal(pair.truth)
    })
  }

  it('has other titles for other pairs', () => {
    expect(PAIRS.length).to.be.greaterThan(100)
    expect(new Set(PAIRS.map(({ title }) => title)).size).to.equal(PAIRS.length)
  })

  it('says the same as before of each pair', () => {
    const lines = PAIRS.flatMap((pair) => {
      const changes = changesOf(pair).map(({ level, rule, message, oldAt, newAt, operation, example }) => {
        const shown = example === undefined ? '' : ` e.g. ${JSON.stringify(example.value)}`
        return `  ${level} ${rule} (${operation ?? 'document'}): ${message}${shown}\n    ${oldAt ?? '-'}\n    ${newAt ?? '-'}`
      })
      return [`${pair.title}: ${pair.truth}, ${pair.why}`, ...changes]
    })
    expectWholeList(
      'diff/pair-list.txt',
      lines.flatMap((line) => line.split('\n'))
    )
  })
})
