import {
  type ApplicationOptions,
  Body,
  type Context,
  Controller,
  Field,
  Get,
  Integer,
  Param,
  Post,
  Returns,
  type Service,
  type VersioningOptions
} from 'fieldstone'
import { serviceOf } from './applications.js'

export class Book {
  @Field() title!: string
}

export class Work {
  @Field() title!: string
  @Field(() => Integer) year!: number
}

@Controller('/books', { version: '1' })
export class FirstBooks {
  @Get('/{id}')
  @Returns(200, Book)
  find(@Param('id', Integer) _id: number): Book {
    return { title: 'Emma' }
  }

  @Post('/{id}/copies')
  @Returns(204)
  copy(@Param('id', Integer) _id: number): void {}
}

@Controller('/books', { version: '2' })
class SecondBooks {
  @Get('/{id}')
  @Returns(200, Work)
  find(@Param('id', Integer) _id: number): Work {
    return { title: 'Emma', year: 1815 }
  }

  @Get('/newest', { version: ['10', '2'] })
  @Returns(200, Work)
  newest(): Work {
    return { title: 'Persuasion', year: 1817 }
  }
}

@Controller('/status')
export class StatusController {
  @Get()
  @Returns(200, String)
  status() {
    return 'good'
  }
}

@Controller('/notes', { version: '1' })
export class FirstNotes {
  @Post()
  @Returns(201, Book)
  add(@Body(Book) book: Book): Book {
    return book
  }

  @Get()
  @Returns(200, Book)
  get(): Book {
    return { title: 'one' }
  }
}

@Controller('/notes', { version: '2' })
export class SecondNotes {
  @Post()
  @Returns(201, Work)
  add(@Body(Work) work: Work): Work {
    return work
  }

  @Get()
  @Returns(200, { content: { 'application/json': Work, 'text/csv': String } })
  get(ctx: Context): Work | string {
    return ctx.accepts() === 'text/csv' ? 'one,1' : { title: 'one', year: 1 }
  }

  @Get('/both', { version: ['1', '2'] })
  @Returns(200, String)
  both() {
    return 'both'
  }
}

/** Books in versions 1, 2 and 10, and a route that is the same in all of them. */
export const ALL = [FirstBooks, SecondBooks, StatusController]

/** A service of these books, with a document for each version. */
export function versioned(versioning: VersioningOptions, options: Partial<ApplicationOptions> = {}): Promise<Service> {
  return serviceOf(ALL, { versioning, spec: '/openapi-{version}.json', ...options })
}
