import { expect } from 'chai'
import { Transform } from 'class-transformer'
import { IsOptional, IsString, Length, Matches, MaxLength, ValidateIf } from 'class-validator'
import { Body, type Context, Controller, Field, Param, Post, Query, Router, type Service } from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { refusals, validated } from '../support/bound.js'
import { RecordingLogger } from '../support/recording-logger.js'

type RecordClass = new () => object

/** A controller whose body is the record. */
function taking(record: RecordClass) {
  @Controller()
  class TakingController {
    @Post('/taken', { requestBody: record }) async take(ctx: Context) {
      return ctx.json(200, await ctx.bindValidated(record))
    }
  }
  return [TakingController]
}

async function messages(record: RecordClass, options = {}): Promise<string[]> {
  return (await setupErrorsOf(taking(record), options)).map(({ message }) => message)
}

const statusOf = async (service: Service, payload: object) =>
  (await service.inject({ method: 'POST', url: '/taken', payload })).statusCode

describe('A pattern that a client could make slow', () => {
  it('keeps an application from starting, and the error says what to write', async () => {
    class Doubling {
      @Field({ pattern: '^(a+)+$' }) name!: string
    }
    expect(await messages(Doubling)).to.deep.equal([
      'PATTERN_UNSAFE: the pattern /^(a+)+$/u takes time that doubles with each character of some texts, Doubling.name; ' +
        'add maxLength: 12; let no two repeated parts of it match the same text, as in "[^-]+-.+" instead of ".+-.+"; ' +
        'or name it in trustedPatterns of the application if its texts are short by other means.'
    ])
  })

  class Mail {
    @Matches(/^[^@]+@[^@]+\.[^@]+$/i) mail!: string
  }
  class Mails {
    @Matches(/^[^@]+@[^@]+\.[^@]+$/, { each: true }) @IsString({ each: true }) mails!: string[]
  }
  class Texts {
    @Matches('^\\s*(.*?)\\s*$', 's') text!: string
  }
  class Conditional {
    @ValidateIf(() => true) @Matches(/(b+)+$/) text!: string
  }
  class Transformed {
    @Transform(({ value }) => value) @Field({ pattern: '(c+)+$' }) text!: string
  }
  class Unbounded {
    @Matches(/(d+)+$/) @MaxLength(5, { validateIf }) text!: string
  }
  class TooLong {
    @Field({ pattern: '^\\S+@\\S+$', maxLength: 5000 }) text!: string
  }
  class Unknown {
    @Matches(/(?<=(e+)+)f/) text!: string
  }
  function validateIf() {
    return false
  }

  // biome-ignore format: one row a line
  const refused: [string, RecordClass, RegExp][] = [
    ['of class-validator, with flags', Mail, /pattern \/.*\/i takes time .* the square .*, Mail\.mail; add @MaxLength\(1000\)/],
    ['of items', Mails, /Mails\.mails; add @MaxLength\(1000, \{ each: true \}\)/],
    ['given as text with flags', Texts, /\/s takes time that grows with the cube .*@MaxLength\(50\)/],
    ['under a condition', Conditional, /doubles .*Conditional\.text/],
    ['behind a transformation', Transformed, /doubles .*Transformed\.text/],
    ['with a length that is checked only under a condition', Unbounded, /add @MaxLength\(\d+\)/],
    ['with a length that is too much', TooLong, /the square .* 5000 characters included, .*lower it to maxLength: 1000/],
    ['that cannot be checked', Unknown, /cannot be checked .*; write it without look-behind .*trustedPatterns/]
  ]
  for (const [what, record, message] of refused) {
    it(`is a setup error: ${what}`, async () => {
      const errors = await messages(record)
      expect(errors).to.have.length(1)
      expect(errors[0])
        .to.match(message)
        .and.to.match(/^PATTERN_UNSAFE: /)
    })
  }

  it('is one in records within records, in each of several, and once for a record of several routes', async () => {
    class Inner {
      @Field({ pattern: '(a+)+$' }) one!: string
      @Field({ pattern: '(b+)+$' }) other!: string
    }
    class Outer {
      @Field(() => [Inner]) inner!: Inner[]
    }
    const errors = await messages(Outer)
    expect(errors.map((message) => /Inner\.(\w+)/.exec(message)?.[1])).to.deep.equal(['one', 'other'])
  })

  it('is one in a parameter, in a record of parameters, and in a body that is bound by a parameter', async () => {
    class Filter {
      @Field({ pattern: '(f+)+$' }) name!: string
    }
    class Posted {
      @Field({ pattern: '(p+)+$' }) name!: string
    }
    @Controller()
    class Inputs {
      @Post('/a/{id}') a(@Param('id', { pattern: '(i+)+$' }) id: string, @Query() _filter: Filter) {
        return id
      }
      @Post('/b') b(@Body() posted: Posted) {
        return posted
      }
    }
    const errors = await setupErrorsOf([Inputs])
    expect(errors.map(({ code }) => code)).to.deep.equal(['PATTERN_UNSAFE', 'PATTERN_UNSAFE', 'PATTERN_UNSAFE'])
    expect(errors.map(({ message }) => /\((\w)\+\)\+/.exec(message)?.[1])).to.have.members(['i', 'f', 'p'])
  })

  it('is not checked in what is only in responses', async () => {
    class Answered {
      @Field() name!: string
      @Field({ pattern: '(r+)+$', readOnly: true }) secret!: string
    }
    expect(await messages(Answered)).to.deep.equal([])
  })

  it('is found when a handler binds what its route does not declare', async () => {
    class Late {
      @Field({ pattern: '(l+)+$' }) text!: string
    }
    const logger = new RecordingLogger()
    const router = new Router({ logger })
    router.postFunc('/late', async (ctx) => ctx.json(200, await ctx.bindValidated(Late)))
    const service = await serviceOf([], {
      logger,
      routes: (to) => to.postFunc('/taken', (ctx) => ctx.bindValidated(Late))
    })
    expect(await statusOf(service, { text: 'x' })).to.equal(500)
    expect(String(logger.entries[0]?.fields.err)).to.contain('PATTERN_UNSAFE')
  })
})

describe('A costly pattern with a short length', () => {
  class ByField {
    @Field({ pattern: '^(?:a|a)+$', maxLength: 10 }) text!: string
  }
  class PatternFirst {
    @Matches(/^(?:a|a)+$/) @MaxLength(10) text!: string
  }
  class LengthFirst {
    @Length(1, 10) @Matches(/^(?:a|a)+$/) @IsString() text!: string
  }
  class OfItems {
    @Matches(/^(?:a|a)+$/, { each: true }) @MaxLength(10, { each: true }) @IsString({ each: true }) text!: string[]
  }
  class Mapped {
    @Transform(({ value }) => value) @IsOptional() @Matches(/^(?:a|a)+$/) @MaxLength(10) text?: string
  }
  // A pattern that is held against it does not come to an end.
  const long = 'a'.repeat(500)
  for (const [record, body, right] of [
    [ByField, { text: `${long}b` }, { text: 'aaa' }],
    [PatternFirst, { text: `${long}b` }, { text: 'aaa' }],
    [LengthFirst, { text: `${long}b` }, { text: 'aaa' }],
    [OfItems, { text: ['a', `${long}b`] }, { text: ['aaa'] }],
    [Mapped, { text: `${long}b` }, { text: 'aaa' }]
  ] as const) {
    it(`is never held against a longer text: ${record.name}`, async () => {
      const { faults = [], tree } = await validated(record, body)
      expect(faults.map(({ rule }) => rule)).to.deep.equal([record === LengthFirst ? 'length' : 'maxLength'])
      expect(Object.keys(tree[0]?.constraints ?? {})).to.deep.equal(faults.map(({ rule }) => rule))
      expect(await refusals(record, right)).to.deep.equal([])
    })
  }

  it('starts, accepts and rejects, and the document says both', async () => {
    const service = await serviceOf(taking(ByField))
    expect(await statusOf(service, { text: 'aaaaaaaaaa' })).to.equal(200)
    expect(await statusOf(service, { text: 'aaaaaaaaab' })).to.equal(400)
    expect(await statusOf(service, { text: long })).to.equal(400)
    const { ByField: documented } = service.document.components?.schemas ?? {}
    expect((documented as { properties: object } | undefined)?.properties).to.have.property('text')
    expect((documented as { properties: { text: unknown } }).properties.text).to.deep.equal({
      type: 'string',
      maxLength: 10,
      pattern: '^(?:a|a)+$'
    })
  })
})

describe('trustedPatterns', () => {
  class Trusting {
    @Field({ pattern: '^(t+)+$' }) one!: string
    @Matches(/^(u+)+$/i) other!: string
  }

  it('vouch for patterns, as sources or as regular expressions with their flags', async () => {
    const logger = new RecordingLogger()
    const trustedPatterns = ['^(t+)+$', /^(u+)+$/i]
    const service = await serviceOf(taking(Trusting), { trustedPatterns, logger })
    expect(await statusOf(service, { one: 'tt', other: 'UU' })).to.equal(200)
    expect(await statusOf(service, { one: 'x', other: 'UU' })).to.equal(400)
    expect(logger.entries).to.deep.equal([])
  })

  it('vouch for nothing else', async () => {
    expect(await messages(Trusting, { trustedPatterns: ['^(t+)+$', /^(u+)+$/] })).to.have.length(1)
    expect(await messages(Trusting, { trustedPatterns: [/^(t+)+$/i, '^(u+)+$'] })).to.have.length(1)
  })

  it('are for one application alone', async () => {
    await serviceOf(taking(Trusting), { trustedPatterns: ['^(t+)+$', '^(u+)+$'] })
    expect(await messages(Trusting)).to.have.length(2)
  })

  it('are reported where no field has the pattern', async () => {
    const logger = new RecordingLogger()
    await serviceOf(taking(Trusting), { trustedPatterns: ['^(t+)+$', '^(u+)+$', /nothing/], logger })
    expect(logger.entries).to.deep.equal([
      {
        level: 'warn',
        fields: { pattern: '/nothing/' },
        message:
          'trustedPatterns names a pattern that no field of a route has: remove it, or write it as the field does'
      }
    ])
  })

  it('are a setup error if they are not patterns', async () => {
    for (const trustedPatterns of ['a', [5], ['(']]) {
      const errors = await setupErrorsOf([], { trustedPatterns } as never)
      expect(errors.map(({ code }) => code)).to.deep.equal(['APPLICATION_INVALID'])
    }
  })
})
