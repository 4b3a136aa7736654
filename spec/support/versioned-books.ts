import {
  type ApplicationOptions,
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
import { verify } from 'fieldstone-verify'
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

/** Books in versions 1, 2 and 10, and a route that is the same in all of them. */
export const ALL = [FirstBooks, SecondBooks, StatusController]

/** A service of these books, with a document for each version. */
export function versioned(versioning: VersioningOptions, options: Partial<ApplicationOptions> = {}): Promise<Service> {
  return serviceOf(ALL, { versioning, spec: '/openapi-{version}.json', ...options })
}

/** What verify says against the document of a name. */
export async function disagreements(service: Service, name: string): Promise<string[]> {
  const document = service.documents.get(name)
  const target = { document, inject: (request: never) => service.inject(request) }
  const { disagreements, suspicions, unproved } = await verify(target as never, { seed: 1 })
  return [...disagreements, ...suspicions, ...unproved].map((found) => JSON.stringify(found))
}
