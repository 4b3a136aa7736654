import { expect } from 'chai'
import {
  Application,
  Body,
  bootstrap,
  Controller,
  defineFormat,
  Field,
  Get,
  Header,
  Integer,
  mapOf,
  oneOf,
  Param,
  Post,
  Put,
  Query,
  Record,
  Returns
} from 'fieldstone'
import { formatReport, verify } from 'fieldstone-verify'

const even = defineFormat('even', { check: (t) => t.length % 2 === 0, pattern: /^[a-z]*$/, example: 'abcd' })
const upper = defineFormat('upper', { pattern: /^[A-Z]+$/ })

class Formats {
  @Field({ format: even }) even!: string
  @Field({ format: upper }) upper!: string
  @Field({ format: 'uri-reference' }) a!: string
  @Field({ format: 'iri' }) b!: string
  @Field({ format: 'uri-template' }) c!: string
  @Field({ format: 'json-pointer' }) d!: string
  @Field({ format: 'duration' }) e!: string
  @Field({ format: 'regex' }) f!: string
  @Field({ format: 'idn-hostname' }) g!: string
  @Field({ format: 'http-date', example: 'Fri, 17 May 2024 08:30:00 GMT' }) h!: string
  @Field({ format: 'media-range' }) i!: string
  @Field({ format: 'language' }) j!: string
  @Field({ format: 'sf-string' }) k!: string
  @Field(() => String, { format: 'uint64' }) l!: string
  @Field(() => Integer, { format: 'uint8' }) m!: number
  @Field(() => Number, { format: 'sf-decimal' }) n!: number
  @Field({ format: 'char' }) o!: string
  @Field({ format: 'idn-email' }) p!: string
  @Field({ format: 'decimal128' }) q!: string
  @Field({ format: 'date-time-local' }) r!: string
  @Field({ format: 'ipv6-cidr' }) s!: string
  @Field({ format: 'relative-json-pointer' }) t!: string
  @Field({ format: 'iri-reference' }) u!: string
}

@Record({ additionalProperties: Integer, minProperties: 2 })
class Counts {
  @Field({ minLength: 1 }) name!: string
  @Field(() => Integer, { readOnly: true, default: 5 }) id!: number
  @Field(() => String, { writeOnly: true, optional: true }) secret?: string
}
class Animal {
  @Field() kind!: string
  @Field({ maxLength: 5 }) name!: string
  @Field(() => String, { default: 'x' }) food!: string
}
class Cat extends Animal {
  @Field({ enum: ['cat'] }) declare kind: 'cat'
  @Field(() => Integer, { minimum: 0 }) lives!: number
}
class Dog extends Animal {
  @Field({ enum: ['dog'] }) declare kind: 'dog'
}
class Home {
  @Field(() => oneOf({ discriminator: 'kind', mapping: { cat: Cat, dog: Dog } })) pet!: Cat | Dog
  @Field(() => mapOf(Integer), { minProperties: 1, maxProperties: 3 }) map!: object
}
class Filter {
  @Field(() => mapOf(Integer), { minProperties: 2, style: 'deepObject', optional: true }) range?: object
  @Field(() => Integer, { default: 1, minimum: 1 }) page!: number
}

@Controller('/things')
class ThingController {
  @Post('/formats') @Returns(200, Formats) formats(@Body() f: Formats) {
    return f
  }
  @Post('/counts') @Returns(200, Counts) counts(@Body() f: Counts) {
    return f
  }
  @Post('/homes') @Returns(200, Home) homes(@Body() f: Home) {
    return f
  }
  @Post('/cats') @Returns(200, Cat) cats(@Body() f: Cat) {
    return f
  }
  @Get('/search') @Returns(200, Filter) search(
    @Query() f: Filter,
    @Header('x-size', Integer, { default: 3 }) _size: number
  ) {
    return f
  }
  @Put('/{id}') @Returns(200, String) put(
    @Param('id', { format: upper }) id: string,
    @Query('e', { format: even, optional: true }) _e?: string
  ) {
    return id
  }
}
describe('verify, of records and formats in all their forms', () => {
  for (const openapi of ['3.0', '3.1'] as const) {
    it(`has nothing to report: OpenAPI ${openapi}`, async function () {
      this.timeout(120_000)
      const unknownFields = openapi === '3.0' ? 'strip' : 'reject'
      const app = new Application({
        title: 'Things',
        version: '1',
        controllers: [ThingController],
        openapi,
        schemas: 'allOf',
        responseChecks: 'enforce',
        unknownFields
      })
      const report = await verify(await bootstrap(app), { seed: 3, runs: 400 })
      expect(report.disagreements, formatReport(report)).to.deep.equal([])
      for (const { id, isReached } of report.operations) expect(isReached, id).to.equal(true)
    })
  }
})
