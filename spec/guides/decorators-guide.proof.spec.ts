import { expect } from 'chai'
import { validate } from 'class-validator'
import { type Application, bootstrap, type Class } from 'fieldstone'
import { verify } from 'fieldstone-verify'
import { FORMS, textIn } from '../support/compiled-forms.js'
import { componentsOf } from '../support/documented.js'
import { Guide } from '../support/guide.js'

const guide = new Guide('decorators')

describe('the guide to decorators', () => {
  const documents = new Set<string>()

  for (const form of FORMS) {
    it(`has an example that works in the ${form}`, async function () {
      this.timeout(60_000)
      const { app } = await textIn<{ app: Application }>(form, 'guide-decorators', guide.code('forms'))
      const service = await bootstrap(app)
      documents.add(JSON.stringify(service.document))
      const payment = { card: '4111111111111111', amount: 5, note: ' x ' }
      const post = (url: string, payload: object) => service.inject({ method: 'POST', url, payload })
      const added = await post('/payments', payment)
      expect(added.json()).to.deep.equal({ ...payment, note: 'x', id: 1, at: '1970-01-01T00:00:00.000Z' })
      expect((await post('/payments', { card: '5555555555554444', amount: 0, more: 1 })).json()).to.include({
        detail:
          "validation failed: Field 'card' must be a Visa card; Field 'amount' must be at least 1; " +
          "Field 'more' is not a field of this record"
      })
      expect((await post('/payments/1', { amount: 6 })).json()).to.include({ amount: 6, card: payment.card })
      expect((await service.inject('/payments/7')).statusCode).to.equal(404)
      expect((await verify(service, { runs: 100, seed: 1 })).disagreements).to.deep.equal([])
      expect(documents.size).to.equal(1)
    })
  }

  it('says what class-validator does as a standard decorator', async () => {
    const text = "import { IsEmail } from 'class-validator'\nexport class A { @IsEmail() email = '' }"
    const [, message = ''] = /\(`(Cannot read [^`]+)`\)/.exec(guide.text) ?? []
    let thrown: unknown
    await textIn('standard by esbuild', 'guide-type-error', text).catch((error: unknown) => {
      thrown = error
    })
    expect(thrown).to.be.instanceOf(TypeError)
    expect((thrown as Error).message).to.equal(message)
  })

  it('says how to apply a decorator of a class', async () => {
    const text = `import { Exclude, Expose } from 'class-transformer'
      import { Field } from 'fieldstone'
      export class User {
        @Field(() => String, { rules: [Expose()] }) name = 'Ada'
        @Field(() => String) password = 'secret'
      }
      Exclude()(User)`
    const { User } = await textIn<{ User: new () => object }>('standard by esbuild', 'guide-exclude', text)
    const { instanceToPlain } = await import('class-transformer')
    expect(instanceToPlain(new User())).to.deep.equal({ name: 'Ada' })
    expect(await validate(new User())).to.deep.equal([])
  })

  it('says that esbuild renames a class that mentions itself, which @Record undoes', async () => {
    const text = `import { Field, Record } from 'fieldstone'
      export class Plain { @Field(() => [Plain]) all: Plain[] = [] }
      @Record({ name: 'Tree' }) export class Named { @Field(() => [Named]) all: Named[] = [] }`
    const { transformSync } = await import('esbuild')
    const { code } = transformSync(text, { loader: 'ts', target: 'es2022' })
    expect(code).to.contain('_Plain = class _Plain')
    const { Named } = await textIn<{ Named: Class }>('standard by esbuild', 'guide-named', text)
    expect(Object.keys(componentsOf(Named))).to.deep.equal(['Tree'])
  })
})
