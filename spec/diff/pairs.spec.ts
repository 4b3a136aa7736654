import { expect } from 'chai'
import { diffDocuments } from '../../src/diff/diff-documents.js'
import { openAPIDocument } from '../../src/diff/document/openapi-document.js'
import { type Change, LEVELS } from '../../src/diff/operations/change.js'
import { expectWholeList } from '../support/whole-list.js'
import { type DocumentPair, PAIRS } from './pairs.js'
import { peerVerdicts } from './peer-verdicts.js'

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

  it('has other titles for other pairs, and verdicts of the peers for each', () => {
    expect(PAIRS.length).to.be.greaterThan(100)
    expect(new Set(PAIRS.map(({ title }) => title)).size).to.equal(PAIRS.length)
    for (const [peer, verdicts] of Object.entries(peerVerdicts())) {
      expect(Object.keys(verdicts), peer).to.deep.equal(PAIRS.map(({ title }) => title))
    }
  })

  it('says the same as before of each pair', () => {
    const lines = PAIRS.flatMap((pair) => {
      const changes = changesOf(pair).map(({ level, rule, message, oldAt, newAt, operation, example }) => {
        const shown = example === undefined ? '' : ` e.g. ${JSON.stringify(example.value)}`
        return `  ${level} ${rule} (${operation ?? 'document'}): ${message}${shown}\n    ${oldAt ?? '-'}\n    ${newAt ?? '-'}`
      })
      const peers = Object.entries(peerVerdicts()).map(([peer, verdicts]) => `${peer}: ${verdicts[pair.title]}`)
      return [`${pair.title}: ${pair.truth}, ${pair.why} (${peers.join('; ')})`, ...changes]
    })
    expectWholeList(
      'diff/pair-list.txt',
      lines.flatMap((line) => line.split('\n'))
    )
  })
})
