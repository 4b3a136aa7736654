import { expect } from 'chai'
import { Exclude, Expose, plainToInstance, Type } from 'class-transformer'
import { plainToInstance as ownPlainToInstance } from '../../../src/drop-in/class-transformer.js'
import { difference } from '../../support/same-value.js'

class Held {
  name!: string
}

/** A class whose properties have a decorator each. */
function wide(count: number) {
  class Wide {
    method() {
      return 1
    }
  }
  for (let at = 0; at < count; at++) {
    const property = `field${at}`
    if (at % 3 === 0) Expose()(Wide.prototype, property)
    else if (at % 3 === 1) Type(() => Held)(Wide.prototype, property)
    else Type(() => Number)(Wide.prototype, property)
  }
  Expose()(Wide.prototype, 'method')
  return Wide
}

function sent(count: number): Record<string, unknown> {
  const valueAt = (at: number) => [at, { name: `held ${at}` }, String(at)][at % 3]
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, valueAt(at)]))
}

describe('The maker of a class with many declared properties', () => {
  const bodies: [title: string, change: (body: Record<string, unknown>) => Record<string, unknown>][] = [
    ['all of them', (body) => body],
    ['none', () => ({})],
    ['others beside them', (body) => ({ before: 1, ...body, toString: 'x', constructor: 5, 7: 'seven' })],
    ['the name of a method', (body) => ({ ...body, method: 'no' })],
    ['undefined and null', (body) => ({ ...body, field0: undefined, field70: null, field299: undefined })],
    ['another order', (body) => Object.fromEntries(Object.entries(body).reverse())]
  ]
  for (const count of [64, 65, 300]) {
    for (const [title, change] of bodies) {
      it(`makes what class-transformer makes of ${count}, sent ${title}`, () => {
        const [target, body] = [wide(count), change(sent(count))]
        for (const options of [{}, { excludeExtraneousValues: true }, { exposeUnsetFields: false }]) {
          const [own, theirs] = [ownPlainToInstance(target, body, options), plainToInstance(target, body, options)]
          expect(difference(own, theirs)).to.equal(undefined)
          expect(Object.keys(own)).to.deep.equal(Object.keys(theirs))
        }
      })
    }
  }

  it('leaves out one that is excluded among them', () => {
    const target = wide(300)
    Exclude()(target.prototype, 'field280')
    const own = ownPlainToInstance(target, sent(300))
    expect(difference(own, plainToInstance(target, sent(300)))).to.equal(undefined)
    expect(own).not.to.have.property('field280')
  })
})
