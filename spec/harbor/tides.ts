import {
  Application,
  Body,
  Controller,
  DateOnly,
  Field,
  Get,
  Integer,
  Param,
  Query,
  QueryMethod,
  Returns,
  type VersioningOptions
} from 'fieldstone'

class Tide {
  @Field(() => Date) at!: Date
  @Field(() => Integer, { minimum: -200, maximum: 900, description: 'In centimeters' }) height!: number
}

/** In the second version, a tide says which it is. */
class NamedTide extends Tide {
  @Field({ enum: ['high', 'low'] }) kind!: 'high' | 'low'
}

class Wish {
  @Field(() => DateOnly) from!: string
  @Field(() => Integer, { minimum: 1, maximum: 14, default: 1 }) days!: number
}

class Basin {
  @Field(() => String, { minLength: 1, maxLength: 20 }) name!: string
}

const BASIN = { enum: ['inner', 'outer'], example: 'inner', description: 'Which basin' } as const
const HOUR_MS = 3_600_000

function* tides(count: number): Iterable<NamedTide> {
  for (let index = 0; index < count; index += 1) {
    yield {
      at: new Date(index * 6 * HOUR_MS),
      height: index % 2 === 0 ? 300 : 20,
      kind: index % 2 === 0 ? 'high' : 'low'
    }
  }
}

const unnamed = ({ at, height }: NamedTide): Tide => ({ at, height })

@Controller('/basins/{basin}/tides', { tags: ['tides'], security: [], version: '1' })
class FirstTides {
  @Get({ summary: 'The next tides' })
  @Returns(200, [Tide])
  list(
    @Param('basin', String, BASIN) _basin: string,
    @Query('count', Integer, { minimum: 1, maximum: 20, default: 4, description: 'How many' }) count: number
  ): Tide[] {
    return [...tides(count)].map(unnamed)
  }
}

@Controller('/basins/{basin}/tides', { tags: ['tides'], security: [], version: '2' })
class SecondTides {
  @Get({ summary: 'The next tides' })
  @Returns(200, [NamedTide])
  list(@Param('basin', String, BASIN) _basin: string): NamedTide[] {
    return [...tides(4)]
  }

  @Get('/next', { summary: 'The next tide' })
  @Returns(200, NamedTide)
  next(@Param('basin', String, BASIN) _basin: string): NamedTide {
    return [...tides(1)][0] as NamedTide
  }
}

/** The same in both. */
@Controller('/basins', { tags: ['basins'], security: [] })
class BasinController {
  @Get({ summary: 'All basins' })
  @Returns(200, [Basin])
  list(
    @Query('named', String, { optional: true, minLength: 1, description: 'A part of the name' }) named?: string
  ): Basin[] {
    return BASIN.enum.filter((name) => name.includes(named ?? '')).map((name) => ({ name }))
  }
}

/** Requests and items that documents describe from OpenAPI 3.2 on. */
@Controller('/almanac', { tags: ['almanac'], security: [] })
class AlmanacController {
  @QueryMethod({ summary: 'The tides of some days' })
  @Returns(200, [NamedTide])
  search(@Body() { days }: Wish): NamedTide[] {
    return [...tides(days * 4)]
  }

  @Get('/lines', { summary: 'Tides, line by line' })
  @Returns(200, { lines: NamedTide })
  lines(@Query('count', Integer, { minimum: 1, maximum: 20, default: 4, description: 'How many' }) count: number) {
    return tides(count)
  }

  @Get('/events', { summary: 'Tides as they come' })
  @Returns(200, { events: { high: Tide, low: Tide } })
  *events(@Query('count', Integer, { minimum: 1, maximum: 20, default: 4, description: 'How many' }) count: number) {
    for (const { kind, ...data } of tides(count)) yield { event: kind, data }
  }
}

/** How each form of versioning names a version. */
export const VERSIONINGS = {
  path: { by: 'path' },
  header: { by: 'header', name: 'tide-version' },
  default: { by: 'header', default: '1' },
  mediaType: { by: 'mediaType', type: 'application/vnd.tides.v{version}+json', default: '1' }
} as const satisfies Record<string, VersioningOptions>

/** A service of two versions, each of which has a document; those of OpenAPI 3.2 have all that this version added. */
export function tideService(openapi: '3.0' | '3.1' | '3.2', by: keyof typeof VERSIONINGS): Application {
  return new Application({
    title: 'Tides',
    version: '2.0.0',
    openapi,
    description: 'When the water comes.',
    contact: { name: 'Harbor office', email: 'office@harbor.example.com', url: 'https://harbor.example.com' },
    license: { name: 'MIT License', url: 'https://opensource.org/license/mit' },
    tags: [
      { name: 'tides', description: 'When they are' },
      { name: 'basins', description: 'Where they are' },
      ...(openapi === '3.2' ? [{ name: 'almanac', description: 'All of them' }] : [])
    ],
    servers: [{ url: 'https://tides.harbor.test', description: 'Production' }],
    spec: '/openapi-{version}.json',
    versioning: VERSIONINGS[by],
    controllers: [FirstTides, SecondTides, BasinController, ...(openapi === '3.2' ? [AlmanacController] : [])],
    logger: false
  })
}
