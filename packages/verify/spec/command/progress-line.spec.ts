import { expect } from 'chai'
import { ProgressLine, progressText } from '../../src/command/progress-line.js'
import type { VerifyProgress } from '../../src/options.js'

const PROGRESS: VerifyProgress = {
  phase: 'edge cases',
  done: 1234,
  total: 7800,
  disagreements: 2,
  suspicions: 1,
  millisecondsLeft: 5400
}

describe('the progress of verify', () => {
  function line(columns: number | undefined) {
    let now = 1000
    let written = ''
    const err = (text: string) => {
      written += text
    }
    const shown = new ProgressLine({ err, columns }, () => now)
    const writtenNow = () => {
      const text = written
      written = ''
      return text
    }
    return {
      shown,
      writtenNow,
      at(milliseconds: number, progress: Partial<VerifyProgress> = {}): string {
        now = 1000 + milliseconds
        shown.show({ ...PROGRESS, ...progress })
        return writtenNow()
      }
    }
  }

  it('says how many requests were sent, what was found, and how long it takes', () => {
    expect(progressText(PROGRESS)).to.equal(
      '1,234 of about 7,800 requests (edge cases), 2 disagreements, 1 suspicion, about 6 s left'
    )
    const first = { ...PROGRESS, done: 0, disagreements: 1, suspicions: 0, millisecondsLeft: undefined }
    expect(progressText(first)).to.equal('0 of about 7,800 requests (edge cases), 1 disagreement')
    const texts = [89_000, 150_000, 7_200_000].map((millisecondsLeft) => progressText({ ...first, millisecondsLeft }))
    expect(texts.map((text) => text.split(', ').at(-1))).to.deep.equal([
      'about 89 s left',
      'about 3 min left',
      'about 2 h left'
    ])
  })

  it('is one line on a terminal, rewritten ten times a second at most, and removed at the end', () => {
    const { at, shown, writtenNow } = line(200)
    expect(at(0)).to.equal(`\r${progressText(PROGRESS)}\u001b[K`)
    expect(at(99, { done: 1300 })).to.equal('')
    expect(at(100, { done: 1300 })).to.match(/^\r1,300 of/)
    shown.clear()
    expect(writtenNow()).to.equal('\r\u001b[K')
    shown.clear()
    expect(writtenNow()).to.equal('')
  })

  it('is no longer than the terminal is wide', () => {
    expect(line(20).at(0)).to.equal('\r1,234 of about 7,8…\u001b[K')
  })

  it('is a plain line every 30 seconds where there is no terminal', () => {
    const { at, shown, writtenNow } = line(undefined)
    expect([0, 100, 29_999].map((milliseconds) => at(milliseconds))).to.deep.equal(['', '', ''])
    expect(at(30_000)).to.match(/^1,234 of .* left\n$/)
    expect(at(59_999)).to.equal('')
    expect(at(60_000)).to.not.equal('')
    shown.clear()
    expect(writtenNow()).to.equal('')
  })
})
