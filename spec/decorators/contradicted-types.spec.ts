import { expect } from 'chai'
import { Transform } from 'class-transformer'
import {
  Body,
  body,
  Controller,
  DateOnly,
  enumOf,
  Field,
  Get,
  Integer,
  nullable,
  oneOf,
  Param,
  Post,
  param,
  Query,
  Returns,
  Unknown
} from 'fieldstone'
import { setupErrorsOf } from '../support/applications.js'

/** What tools that compare no types compile. */
const unchecked = (decorator: unknown) => decorator as PropertyDecorator & MethodDecorator & ParameterDecorator

class Note {
  @Field() title!: string
}

async function messages(controller: unknown): Promise<string[]> {
  const errors = await setupErrorsOf([controller as never])
  return errors.map(({ message }) => message)
}

describe('emitted types that contradict declared ones', () => {
  it('are setup errors of parameters, of inputs beside a method and of fields of a request class', async () => {
    class FindNote {
      @unchecked(Param('id', Integer)) id!: string
    }
    @Controller('/notes')
    class NoteController {
      @Get('/a/{id}')
      scalar(@unchecked(Param('id', Integer)) _id: string, @unchecked(Query('all', Boolean)) _all: Date) {}
      @Post('/b')
      record(@unchecked(Body(Note)) _note: number) {}
      @unchecked(Post('/c', body([Note])))
      beside(_notes: string) {}
      @Get('/d/{id}', { request: FindNote })
      request(_request: FindNote) {}
    }
    expect(await messages(NoteController)).to.deep.equal([
      'TYPE_CONTRADICTED: the declared type is an integer, but the parameter is a String, NoteController.scalar, path parameter id; let both be the same.',
      'TYPE_CONTRADICTED: the declared type is true or false, but the parameter is a Date, NoteController.scalar, query parameter all; let both be the same.',
      'TYPE_CONTRADICTED: the declared type is a Note, but the parameter is a Number, NoteController.record, parameter 1; let both be the same.',
      'TYPE_CONTRADICTED: the declared type is a list, but the parameter is a String, NoteController.beside, input 1; let both be the same.',
      'TYPE_CONTRADICTED: the declared type is an integer, but the property is a String, NoteController.request, path parameter id; let both be the same.'
    ])
  })

  it('are setup errors of fields', async () => {
    class Item {
      @unchecked(Field(() => Integer)) count!: string
      @unchecked(Field(() => [String])) tags!: string
      @unchecked(Field(() => oneOf(Integer, String))) either!: boolean
    }
    @Controller('/items')
    class ItemController {
      @Post() create(@Body() _item: Item) {}
    }
    expect(await messages(ItemController)).to.deep.equal([
      'TYPE_CONTRADICTED: the declared type is an integer, but the property is a String, Item.count; let both be the same.',
      'TYPE_CONTRADICTED: the declared type is a list, but the property is a String, Item.tags; let both be the same.',
      'TYPE_CONTRADICTED: the declared type is an integer, a string, but the property is a Boolean, Item.either; let both be the same.'
    ])
  })

  it('are setup errors of results that fit none of the successes', async () => {
    @Controller('/notes')
    class NoteController {
      @unchecked(Returns(200, Note))
      @Get('/a')
      record(): string {
        return ''
      }
      @unchecked(Get('/b', { responses: { 200: Note, 201: [Note], 404: String } }))
      two(): number {
        return 1
      }
    }
    expect(await messages(NoteController)).to.deep.equal([
      'TYPE_CONTRADICTED: the declared response is a Note, but the method returns a String, NoteController.record; let both be the same.',
      'TYPE_CONTRADICTED: the declared response is a Note, but the method returns a Number, NoteController.two; let both be the same.'
    ])
  })

  it('are not seen where an emitted type says too little, or something else is made of a value', async () => {
    class Item {
      @Field(() => DateOnly) day!: string
      @unchecked(Field(() => DateOnly)) date!: Date
      @Field(() => nullable(String)) text!: string | null
      @Field(() => Unknown) any!: string
      @Field(() => enumOf([1, 2])) choice!: number
      @Field(() => oneOf(Integer, String)) either!: number | string
      @Field(() => [String]) list!: string[]
      @unchecked(Field(() => String)) @Transform(({ value }) => Number(value)) length!: number
    }
    @Controller('/items')
    class ItemController {
      @Post('/{id}', param('id', Integer), body(Item), { responses: { 200: Item } })
      create(_id: unknown, item: Item): object {
        return item
      }
      @Get('/a', { responses: { 200: { body: String, contentType: 'text/csv' }, 202: Note, 204: 'None' } })
      text(): string {
        return ''
      }
      @Get('/b', { responses: { 200: Note, 500: Integer } })
      async later(): Promise<Note> {
        return { title: 'a' }
      }
      @Get('/c', { responses: { 200: 'All is well' } })
      described(): number {
        return 1
      }
      // What no record of JSON is may be what the compiler emitted.
      @unchecked(Get('/d', { responses: { 200: { lines: Note }, 201: Note } }))
      lines(): string {
        return ''
      }
      @unchecked(Get('/e', { responses: { 200: { events: Note }, 201: Note } }))
      events(): string {
        return ''
      }
      @unchecked(Get('/f', { responses: { 200: { content: { 'text/csv': String } }, 201: Note } }))
      content(): string {
        return ''
      }
    }
    expect(await messages(ItemController)).to.deep.equal([])
  })

  it('are seen at a controller that inherits the method, whatever the success is', async () => {
    class Base {
      @unchecked(Get({ responses: { 201: Note } }))
      show(): string {
        return ''
      }
    }
    @Controller('/items')
    class Items extends Base {}
    expect(await messages(Items)).to.deep.equal([
      'TYPE_CONTRADICTED: the declared response is a Note, but the method returns a String, Items.show; let both be the same.'
    ])
  })
})
