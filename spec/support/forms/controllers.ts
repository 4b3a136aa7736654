import { type Context, Controller, Delete, Field, Get, Injectable, Integer, Post, Returns } from 'fieldstone'

export class Clock {
  readonly year = 2027
}

@Injectable(() => [Clock])
export class Store {
  constructor(readonly clock: Clock) {}
}

export class Note {
  @Field(() => String) text!: string
  @Field(() => Integer, { readOnly: true }) year!: number
}

class Shared {
  @Get('/kind')
  @Returns(200, String)
  kind(): string {
    return 'a shared one'
  }

  @Get('/health', { hidden: true })
  health(): string {
    return 'well'
  }
}

@Controller('/notes', { tags: ['Notes'] })
@Injectable(() => [Store])
export class NoteController extends Shared {
  readonly #store: Store

  constructor(store: Store) {
    super()
    this.#store = store
  }

  @Get('/{id}', { summary: 'One note' })
  @Returns(200, Note, { description: 'The note' })
  @Returns(404, { description: 'No such note' })
  find(ctx: Context): Note {
    return Object.assign(new Note(), { text: ctx.urlParam('id'), year: this.#store.clock.year })
  }

  @Post('/', { requestBody: Note })
  @Post('/copies', { operationId: 'copy', requestBody: Note })
  @Returns(201, Note)
  async add(ctx: Context): Promise<Note> {
    return Object.assign(await ctx.bindValidated(Note), { year: 1 })
  }

  @Get('/kind')
  override kind(): string {
    return 'a note'
  }

  @Delete('/{id}')
  @Returns(204)
  remove(): void {}
}
