import { EventEmitter } from 'node:events'
import { expect } from 'chai'
import { GUARDED, guardListeners } from '../../../src/http/lifetime/listener-guard.js'

describe('a guard of listeners', () => {
  it('is called with what a listener throws, once however often the emitter is guarded', () => {
    const caught: unknown[] = []
    const emitter = new EventEmitter()
    guardListeners(emitter, (error) => caught.push(error))
    guardListeners(emitter, () => caught.push('the second guard'))
    const failure = new Error('listener')
    emitter.on('end', () => {
      throw failure
    })
    expect(emitter.emit('end')).to.equal(true)
    expect(caught).to.deep.equal([failure])
  })

  it('passes on events, their arguments, and whether somebody listens', () => {
    const heard: unknown[] = []
    const emitter = new EventEmitter()
    guardListeners(emitter, (error) => heard.push(error))
    emitter.on('data', function (this: unknown, ...event) {
      heard.push(this === emitter, ...event)
    })
    expect([emitter.emit('data', 1, 2), emitter.emit('other')]).to.deep.equal([true, false])
    expect(heard).to.deep.equal([true, 1, 2])
  })

  it('leaves an emitter alone whose class is guarded already', () => {
    class Guarded extends EventEmitter {
      readonly [GUARDED] = true
    }
    const emitter = new Guarded()
    const { emit } = emitter
    guardListeners(emitter, () => undefined)
    expect(emitter.emit).to.equal(emit)
  })
})
