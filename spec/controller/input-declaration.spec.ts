import { expect } from 'chai'
import { type InputArguments, inputDeclaration } from '../../src/controller/input.js'

enum Only {
  One = 'one'
}

enum Numbered {
  Zero
}

/** What decorators of parameters are called with, and the type and the options that this means. */
const CASES: readonly { readonly args: InputArguments; readonly type: unknown; readonly options: unknown }[] = [
  { args: ['page'], type: undefined, options: {} },
  { args: ['page', Number], type: Number, options: {} },
  { args: ['page', Number, { minimum: 1 }], type: Number, options: { minimum: 1 } },
  { args: ['page', {}], type: undefined, options: {} },
  { args: ['page', { minimum: 1 }], type: undefined, options: { minimum: 1 } },
  { args: ['page', { required: true }], type: undefined, options: { required: true } },
  { args: ['page', Only], type: Only, options: {} },
  { args: ['page', Numbered], type: Numbered, options: {} },
  { args: ['page', { 0: 1 }], type: undefined, options: { 0: 1 } },
  { args: ['page', {}, { minimum: 1 }], type: {}, options: { minimum: 1 } }
]

describe('The arguments of a decorator of a parameter', () => {
  for (const { args, type, options } of CASES) {
    it(`may be ${JSON.stringify(args, (_, value) => (typeof value === 'function' ? value.name : value))}`, () => {
      const declaration = inputDeclaration('query', args)
      expect(declaration.name).to.equal('page')
      expect(declaration.type).to.deep.equal(type)
      expect(declaration.options).to.deep.equal(options)
    })
  }
})
