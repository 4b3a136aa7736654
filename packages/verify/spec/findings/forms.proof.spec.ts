import { expect } from 'chai'
import { Application, Body, bootstrap, Controller, Field, Integer, Post, Returns } from 'fieldstone'
import type { VerifiableService } from 'fieldstone-verify'
import { expectSound, found, type Request } from '../support/verified.js'

const FORM = 'application/x-www-form-urlencoded'

class Profile {
  @Field({ minLength: 1, maxLength: 20 }) name!: string
  @Field(() => Integer, { minimum: 1, maximum: 9, optional: true }) rank?: number
}

@Controller('/profiles')
class ProfileController {
  @Post()
  @Returns(204)
  add(@Body({ content: { [FORM]: Profile } }) _: Profile): void {}
}

/** The text of a form is read as another one. */
async function profiles(read: (text: string) => string = (text) => text): Promise<VerifiableService> {
  const controllers = [ProfileController]
  const service = await bootstrap(new Application({ title: 'Profiles', version: '1', controllers, logger: false }))
  const changed = (request: Request): Request => {
    const isForm = request.headers['content-type']?.toLowerCase().startsWith(FORM) === true
    return isForm && request.body !== undefined
      ? { ...request, body: Buffer.from(read(Buffer.from(request.body).toString('latin1')), 'latin1') }
      : request
  }
  return { document: service.document, inject: (request) => service.inject(changed(request) as never) }
}

const foundIn = async (read: (text: string) => string) => found(await profiles(read), { shrinkRuns: 0 })

describe('verify sends forms, and finds that a service', () => {
  it('does what its document says, where it does', async () => {
    await expectSound(await profiles())
  })

  for (const [what, read, kind] of [
    [
      'lets broken percent sequences be',
      (text) => text.replace(/%(?![\da-f]{2})/gi, '%25'),
      /^accepted-(?:unusual|invalid) /
    ],
    [
      'takes the last of two fields',
      (text) => [...new Map(text.split('&').map((pair) => [pair.split('=')[0], pair])).values()].join('&'),
      /^accepted-unusual .* repeated$/
    ],
    ['takes a number with a sign', (text) => text.replace(/rank=(?:%2B|\+)/, 'rank='), /^accepted-unusual .*rank/],
    ['rejects a plus that stands for a space', (text) => (text.includes('+') ? '' : text), /^refused-valid /],
    [
      'takes a number that is too large',
      (text) => text.replace(/rank=\d\d+/, 'rank=9'),
      /^accepted-invalid .*rank maximum$/
    ],
    [
      'gives a missing field a value',
      (text) => (/name=/.test(text) ? text : `${text}&name=x`),
      /^accepted-invalid .*required$/
    ]
  ] as readonly [string, (text: string) => string, RegExp][]) {
    it(what, async () => {
      const lines = await foundIn(read)
      expect(
        lines.filter((line) => kind.test(line)),
        lines.join('\n')
      ).to.have.length.above(0)
    })
  }
})
