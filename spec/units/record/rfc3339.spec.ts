import { expect } from 'chai'
import fc from 'fast-check'
import { isDateTime, isFullDate, isFullTime, parseDateTime } from '../../../src/record/type/rfc3339.js'

describe('A date-time', () => {
  const moments: [text: string, moment: string][] = [
    ['2024-05-17T08:30:15Z', '2024-05-17T08:30:15.000Z'],
    ['2024-05-17t08:30:15z', '2024-05-17T08:30:15.000Z'],
    ['2024-05-17T08:30:15+02:00', '2024-05-17T06:30:15.000Z'],
    ['2024-05-17T08:30:15-03:30', '2024-05-17T12:00:15.000Z'],
    ['2024-01-01T00:30:00+01:00', '2023-12-31T23:30:00.000Z'],
    ['2023-12-31T23:30:00-01:00', '2024-01-01T00:30:00.000Z'],
    ['2024-05-17T08:30:15-00:00', '2024-05-17T08:30:15.000Z'],
    ['2024-05-17T08:30:15+23:59', '2024-05-16T08:31:15.000Z'],
    ['2024-05-17T08:30:15.5Z', '2024-05-17T08:30:15.500Z'],
    ['2024-05-17T08:30:15.057Z', '2024-05-17T08:30:15.057Z'],
    ['2024-05-17T08:30:15.999Z', '2024-05-17T08:30:15.999Z'],
    ['2024-05-17T08:30:15.999999999Z', '2024-05-17T08:30:15.999Z'],
    ['2024-05-17T08:30:15.0004Z', '2024-05-17T08:30:15.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0099-12-31T00:00:00Z', '0099-12-31T00:00:00.000Z'],
    ['0000-02-29T00:00:00Z', '0000-02-29T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z']
  ]
  for (const [text, moment] of moments) {
    it(`reads ${text} as ${moment}`, () => expect(parseDateTime(text)?.toISOString()).to.equal(moment))
  }

  it('reads every millisecond exactly', () => {
    for (let ms = 0; ms < 1000; ms++) {
      const fraction = String(ms).padStart(3, '0')
      expect(parseDateTime(`2024-05-17T08:30:15.${fraction}Z`)?.getUTCMilliseconds(), fraction).to.equal(ms)
    }
  })

  it('reads any day and time that toISOString writes', () => {
    const [first, last] = [Date.parse('0000-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')]
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (time) => {
        const text = new Date(time).toISOString()
        expect(parseDateTime(text)?.getTime(), text).to.equal(time)
        expect(parseDateTime(text.replace(/\.\d+/, ''))?.getTime(), text).to.equal(Math.floor(time / 1000) * 1000)
      }),
      { numRuns: 2000, seed: 1 }
    )
  })

  it('reads every day from 1899 to 2101, and those alone', () => {
    for (let year = 1899; year <= 2101; year++) {
      for (let month = 0; month <= 13; month++) {
        for (let day = 0; day <= 32; day++) {
          const text = [String(year), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
          const date = new Date(Date.UTC(year, month - 1, day))
          const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
          expect(isFullDate(text), text).to.equal(isDay)
          expect(parseDateTime(`${text}T00:00:00Z`)?.getTime(), text).to.equal(isDay ? date.getTime() : undefined)
        }
      }
    }
  })

  it('judges a text with another character in it as it judges the same text with an offset', () => {
    for (const text of ['2024-05-17T08:30:15.057Z', '2024-12-31T23:59:59Z', '2000-02-29T00:00:00.999Z']) {
      for (let at = 0; at < text.length - 1; at++) {
        for (const other of ' 0123456789:-.,+/;TtZz\n\0\u0660\uff11\ud835') {
          const changed = text.slice(0, at) + other + text.slice(at + 1)
          const byOffset = parseDateTime(changed.replace(/Z$/, '+00:00'))?.getTime()
          expect(parseDateTime(changed)?.getTime(), JSON.stringify(changed)).to.equal(byOffset)
        }
      }
    }
  })

  it('reads a leap second as the first moment of the next minute', () => {
    expect(parseDateTime('2016-12-31T23:59:60Z')?.toISOString()).to.equal('2017-01-01T00:00:00.000Z')
    expect(parseDateTime('2017-01-01T05:29:60+05:30')?.toISOString()).to.equal('2017-01-01T00:00:00.000Z')
    expect(parseDateTime('2016-12-31T15:59:60.5-08:00')?.toISOString()).to.equal('2017-01-01T00:00:00.500Z')
  })

  const none = [
    ...['', '2024', '2024-05-17', '08:30:15Z', '2024-05-17T08:30:15', '2024-05-17T08:30Z', '2024-05-17 08:30:15Z'],
    ...['2024-05-17T08:30:15 Z', ' 2024-05-17T08:30:15Z', '2024-05-17T08:30:15Z\n', '2024-5-17T08:30:15Z'],
    ...['2024-05-17T8:30:15Z', '24-05-17T08:30:15Z', '+02024-05-17T08:30:15Z', '-2024-05-17T08:30:15Z'],
    ...['2024-05-17T08:30:15.Z', '2024-05-17T08:30:15,5Z', '2024-05-17T08:30:15+0200', '2024-05-17T08:30:15+02'],
    ...['2024-05-17T08:30:15+2:00', '2024-05-17T08:30:15+24:00', '2024-05-17T08:30:15+01:60', '2024-05-17T24:00:00Z'],
    ...['2024-05-17T23:60:00Z', '2024-05-17T08:30:61Z', '2024-00-17T08:30:15Z', '2024-13-17T08:30:15Z'],
    ...['2024-05-00T08:30:15Z', '2024-05-32T08:30:15Z', '2024-04-31T08:30:15Z', '2024-02-30T08:30:15Z'],
    ...['2023-02-29T08:30:15Z', '1900-02-29T08:30:15Z', '2100-02-29T08:30:15Z', '2024-137T08:30:15Z', '2024-W20-5'],
    // A leap second is at 23:59:60 UTC and nowhere else.
    ...['2016-12-31T08:30:60Z', '2016-12-31T23:59:60+01:00', '2016-12-31T23:58:60Z', 'Fri, 17 May 2024 08:30:15 GMT'],
    ...['1715934615', '٢٠٢٤-05-17T08:30:15Z', 'NaN', 'Infinity']
  ]
  for (const text of none) {
    it(`is not ${JSON.stringify(text)}`, () => {
      expect(parseDateTime(text)).to.equal(undefined)
      expect(isDateTime(text)).to.equal(false)
    })
  }
})

describe('A full date', () => {
  it('is a day of the calendar', () => {
    for (const text of ['2024-05-17', '2024-02-29', '0000-01-01', '9999-12-31', '2024-11-30']) {
      expect(isFullDate(text), text).to.equal(true)
    }
  })

  for (const text of [
    ...['', '2024-5-17', '2024-05-1', '20240517', '2024-05-17T00:00:00Z', '2024-05-17Z', '2023-02-29', '2024-11-31'],
    ...['2024-00-01', '2024-13-01', '2024-01-00', '2024-01-32', ' 2024-05-17', '2024-05-17\n', '2024/05/17']
  ]) {
    it(`is not ${JSON.stringify(text)}`, () => expect(isFullDate(text)).to.equal(false))
  }
})

describe('A full time', () => {
  it('has an offset', () => {
    for (const text of [
      '08:30:15Z',
      '08:30:15z',
      '00:00:00+00:00',
      '23:59:59.999999-12:00',
      '23:59:60Z',
      '00:59:60+01:00'
    ]) {
      expect(isFullTime(text), text).to.equal(true)
    }
  })

  for (const text of [
    ...['', '08:30', '08:30:15', '8:30:15Z', '24:00:00Z', '08:60:00Z', '08:30:60Z', '08:30:15+1:00', '08:30:15+25:00'],
    ...['T08:30:15Z', '08:30:15.Z', '08:30:15Z ', '23:59:60+01:00']
  ]) {
    it(`is not ${JSON.stringify(text)}`, () => expect(isFullTime(text)).to.equal(false))
  }
})
