import { expect } from 'chai'
import { loadLibraries } from '../../../src/verify/document/libraries.js'

describe('the libraries of verification', () => {
  const absent = () =>
    Promise.reject(Object.assign(new Error("Cannot find package 'x'"), { code: 'ERR_MODULE_NOT_FOUND' }))
  const present = { ajv: () => import('ajv/dist/2020.js'), 'fast-check': () => import('fast-check') }

  it('are loaded when they are installed', async () => {
    const { Ajv, fastCheck } = await loadLibraries()
    expect(new Ajv().validate({ type: 'integer' }, 1)).to.equal(true)
    expect(fastCheck.sample(fastCheck.constant(1), 1)).to.deep.equal([1])
  })

  for (const [title, loaders, message] of [
    [
      'one',
      { ...present, 'fast-check': absent },
      'verify needs fast-check, which is not installed; run: npm install --save-dev fast-check'
    ],
    [
      'both',
      { ajv: absent, 'fast-check': absent },
      'verify needs ajv and fast-check, which are not installed; run: npm install --save-dev ajv fast-check'
    ]
  ] as const) {
    it(`are named with the command that installs them when ${title} of them is missing`, async () => {
      const error = await loadLibraries(loaders as never).then(
        () => undefined,
        (reason: Error) => reason
      )
      expect(error).to.include({ name: 'MissingLibraryError', message })
    })
  }

  it('are not called missing when they fail for another reason', async () => {
    const broken = () => Promise.reject(new SyntaxError('broken'))
    const error = await loadLibraries({ ...present, ajv: broken } as never).then(
      () => undefined,
      (reason: Error) => reason
    )
    expect(error).to.be.instanceOf(SyntaxError)
  })
})
