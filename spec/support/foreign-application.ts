import {
  Application,
  type ApplicationOptions,
  Body,
  body,
  Controller,
  Cookie,
  Field,
  Get,
  Header,
  Integer,
  mapOf,
  nullable,
  oneOf,
  Param,
  Post,
  Put,
  param,
  Query,
  query,
  Returns
} from 'fieldstone'
import type { ForeignSchemas } from './foreign-schemas.js'

/** An application whose types are the schemas of one library, in every place that can have a type. */
export function foreignApplication(schemas: ForeignSchemas, options: Partial<ApplicationOptions> = {}): Application {
  class Note {
    @Field(() => Integer, { minimum: 1 }) id!: number
    @Field(() => schemas.email, { description: 'Who wrote it' }) author!: unknown
    @Field(schemas.page) page!: unknown
    @Field(() => [schemas.color], { maxItems: 2 }) colors!: unknown[]
    @Field(() => nullable(schemas.uuid), { optional: true }) key?: unknown
    @Field(() => mapOf(schemas.even)) counts!: unknown
    @Field(() => oneOf(schemas.flag, schemas.color)) mixed!: unknown
    @Field(() => schemas.user, { optional: true }) editor?: unknown
  }

  @Controller('/foreign', { tags: ['Foreign'] })
  class ForeignController {
    @Get('/texts/{id}/{color}')
    @Returns(200, mapOf(String))
    texts(
      @Param('id', schemas.positive) id: unknown,
      @Param('color', schemas.color) color: unknown,
      @Query('page', schemas.page) page: unknown,
      @Query('flag', schemas.flag) flag: unknown,
      @Query('letters', schemas.letters, { optional: true }) letters: unknown,
      @Query('colors', [schemas.color], { optional: true }) colors: unknown,
      @Query('even', schemas.even, { optional: true }) even: unknown,
      @Header('x-key', schemas.uuid, { optional: true }) key: unknown,
      @Header('x-letters', schemas.letters, { optional: true }) inHeader: unknown,
      @Cookie('color', schemas.color, { optional: true }) inCookie: unknown
    ): unknown {
      const all = { id, color, page, flag, letters, colors, even, key, inHeader, inCookie }
      const given = Object.entries(all).filter(([, value]) => value !== undefined)
      return Object.fromEntries(given.map(([name, value]) => [name, JSON.stringify(value)]))
    }

    @Post('/users')
    @Returns(201, schemas.user)
    user(@Body(schemas.user) user: unknown): unknown {
      return user
    }

    @Put('/users')
    @Returns(200, [schemas.user])
    users(@Body([schemas.user]) users: unknown): unknown {
      return users
    }

    @Post('/trees')
    @Returns(201, schemas.tree)
    tree(@Body(schemas.tree) tree: unknown): unknown {
      return tree
    }

    @Post('/pets')
    @Returns(201, schemas.pet)
    pet(@Body(schemas.pet) pet: unknown): unknown {
      return pet
    }

    @Post('/scores')
    @Returns(201, schemas.scores)
    scores(@Body(schemas.scores) scores: unknown): unknown {
      return scores
    }

    @Post('/notes')
    @Returns(201, Note)
    note(@Body() note: Note): Note {
      return note
    }

    @Get('/search')
    @Returns(200, schemas.search)
    search(@Query(schemas.search) search: unknown): unknown {
      return search
    }

    @Put('/search/{color}', param('color', schemas.color), query(schemas.search), body(schemas.contact))
    @Returns(200, schemas.contact)
    found(_color: unknown, _search: unknown, contact: unknown): unknown {
      return contact
    }

    @Post('/contacts')
    @Returns(201, schemas.contact)
    contact(
      @Body(schemas.contact, {
        consumes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']
      })
      contact: unknown
    ): unknown {
      return contact
    }

    @Post('/colors')
    @Returns(201, schemas.color)
    color(@Body(schemas.color, { consumes: ['text/plain', 'application/json'] }) color: unknown): unknown {
      return color
    }

    @Post('/mails')
    @Returns(201, schemas.email)
    mail(@Body(schemas.email) mail: unknown): unknown {
      return mail
    }
  }

  return new Application({
    title: 'Foreign',
    version: '1',
    controllers: [ForeignController],
    routes: (router) => {
      router.postFunc('/notes', async (ctx) => ctx.json(200, await ctx.bindValidated(Note)), {
        requestBody: Note,
        responses: { 200: Note }
      })
      router.postFunc('/users', async (ctx) => ctx.json(200, await ctx.bindValidated(schemas.user)), {
        requestBody: schemas.user,
        responses: { 200: schemas.user, 404: 'None' }
      })
    },
    ...options
  })
}
