import { expect } from 'chai'
import { changesOf, integer, type Json, object, received, ref, sent, text } from '../comparison.js'

describe('changes of schemas that are large', () => {
  it('finds what is far below, by a way that is shortened', () => {
    const chain = (length: number, last: Json) => ({
      components: {
        schemas: {
          ...Object.fromEntries(Array.from({ length }, (_, at) => [`A${at}`, object({ next: ref(`A${at + 1}`) })])),
          [`A${length}`]: last
        }
      }
    })
    for (const length of [1, 40, 41, 90, 1400]) {
      const changes = changesOf(sent(ref('A0'), chain(length, text)), sent(ref('A0'), chain(length, integer)))
      expect(
        changes.map(({ rule }) => rule),
        String(length)
      ).to.deep.equal(['request-type-changed'])
    }
  })

  it('gives up what is too large, and says so', () => {
    const wide = (property: Json) =>
      sent(object(Object.fromEntries(Array.from({ length: 4000 }, (_, at) => [`p${at}`, { ...property }]))))
    const changes = changesOf(wide(text), wide({}))
    expect(new Set(changes.map(({ level, rule }) => `${level} ${rule}`))).to.include('may-break request-too-large')
  })

  it('says where schemas can be combined in more ways than there is time for', () => {
    const length = 16
    const links = Array.from({ length }, (_, at) => [
      `S${at}`,
      { properties: { a: ref(`S${at + 1}`), b: ref(`S${at + 1}`) } }
    ])
    const document = (description: string) =>
      received(ref('Root'), {
        components: {
          schemas: {
            ...Object.fromEntries(links),
            [`S${length}`]: { properties: { z: { description } } },
            Root: { properties: { a: { allOf: [ref('Root'), ref('S0')] }, b: ref('Root') } }
          }
        }
      })
    const changes = changesOf(document('a'), document('b'))
    expect(changes.map(({ level, rule }) => `${level} ${rule}`)).to.include('may-break response-too-large')
  })
})
