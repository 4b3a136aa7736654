import { expect } from 'chai'
import {
  type ApplicationOptions,
  apiKeyScheme,
  Body,
  basicScheme,
  type Context,
  Controller,
  Cookie,
  Ctx,
  DateOnly,
  enumOf,
  Field,
  File,
  fileOf,
  Get,
  Header,
  Integer,
  mapOf,
  nullable,
  type OpenAPIDocument,
  type OpenAPIVersion,
  oneOf,
  Param,
  PartialType,
  Patch,
  Post,
  Query,
  Returns,
  tupleOf,
  type UploadedFile
} from 'fieldstone'
import { serviceOf } from '../support/applications.js'
import { complaintsAbout } from '../support/openapi-validator.js'

const Size = enumOf(['small', 'large'], 'Size')

class Place {
  @Field(() => tupleOf(Number, Number)) position!: [number, number]
  @Field(() => DateOnly, { optional: true }) since?: string
}

class Cat {
  @Field({ enum: ['cat'] }) kind!: 'cat'
  @Field(() => Integer, { minimum: 0 }) lives!: number
}

class Dog {
  @Field({ enum: ['dog'] }) kind!: 'dog'
  @Field({ pattern: '^[A-Z]' }) breed!: string
}

const Pet = oneOf({ discriminator: 'kind', mapping: { cat: Cat, dog: Dog } })

class Owner {
  @Field({ format: 'email' }) email!: string
  @Field({ format: 'password', writeOnly: true }) password!: string
  @Field(() => nullable(Place)) home!: Place | null
  @Field(() => mapOf(Pet), { minProperties: 1 }) pets!: { [name: string]: Cat | Dog }
  @Field(() => [Owner], { optional: true, uniqueItems: true }) friends?: Owner[]
}

class Changes extends PartialType(Owner) {}

class Area {
  @Field(() => Number) from!: number
  @Field(() => Number, { optional: true }) to?: number
}

class Photo {
  @Field() title!: string
  @File({ maxSize: 1_000, contentTypes: ['image/png'] }) file!: UploadedFile
}

class Tick {
  @Field() at!: Date
}

@Controller('/owners', {
  tags: ['Owners'],
  security: [{ key: [] }, { login: [], key: [] }],
  responses: { 409: 'Taken' }
})
class OwnerController {
  @Get('/{name:[a-z]+}')
  @Returns(200, Owner)
  find(
    @Param('name') _name: string,
    @Query('area', Area, { style: 'deepObject', optional: true }) _area: Area | undefined,
    @Query('size', Size, { optional: true }) _size: string | undefined,
    @Header('X-Trace', String, { optional: true, deprecated: true }) _trace: string | undefined,
    @Cookie('visit', Integer, { optional: true }) _visit: number | undefined
  ): Owner {
    return expect.fail()
  }

  @Patch('/{name:[a-z]+}')
  @Returns(200, Owner)
  @Returns('5XX', 'It is broken')
  change(@Param('name') _name: string, @Body() _changes: Changes): Owner {
    return expect.fail()
  }

  @Post('/photos', { deprecated: true, security: [] })
  @Returns(204)
  upload(@Body() _photo: Photo): void {}
}

@Controller('/streams')
class StreamController {
  @Get('/events')
  @Returns(200, { events: { tick: Tick, text: String } })
  events(@Ctx() ctx: Context): void {
    ctx.sse([])
  }

  @Get('/lines')
  @Returns(200, { lines: Tick })
  lines(): Tick[] {
    return []
  }

  @Get('/files/{path:*}')
  @Returns(200, { body: fileOf(), contentType: 'application/pdf', headers: { etag: { type: String, optional: true } } })
  @Returns(304)
  file(@Param('path') _path: string): void {}

  @Post('/texts')
  @Returns(200, { content: { 'application/json': [String], 'text/plain': String } })
  @Returns(415, { body: null })
  text(@Body(String, { consumes: 'text/plain', required: false }) _text: string | undefined): void {}
}

const OPTIONS: Partial<ApplicationOptions> = {
  prefix: '/v1',
  securitySchemes: {
    key: apiKeyScheme({ in: 'header', name: 'X-Key', authenticate: () => true }),
    login: basicScheme({ authenticate: () => true })
  }
}

/** The paths, the schemas and the security schemes of the document; whole-documents.spec.ts has what all documents share. */
async function documentIn(openapi: OpenAPIVersion) {
  const { document } = await serviceOf([OwnerController, StreamController], { ...OPTIONS, openapi })
  if (openapi !== '3.2') expect(await complaintsAbout(document)).to.deep.equal([])
  const { paths, components = {} } = JSON.parse(JSON.stringify(document)) as OpenAPIDocument
  const { Problem: _problem, Fault: _fault, ...schemas } = components.schemas ?? {}
  return { openapi: document.openapi, paths, schemas, securitySchemes: components.securitySchemes }
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const response = (name: string) => ({ $ref: `#/components/responses/${name}` })
const INT64 = { type: 'integer', format: 'int64', minimum: -9007199254740991, maximum: 9007199254740991 }
const DOUBLE = { type: 'number', format: 'double', minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE }

/** The items of server-sent events, which OpenAPI 3.2 can describe. */
const EVENTS = {
  type: 'object',
  properties: {
    event: { type: 'string' },
    data: { type: 'string' },
    id: { type: 'string' },
    retry: { type: 'integer', minimum: 0 }
  },
  required: ['data'],
  anyOf: [
    {
      properties: {
        event: { const: 'tick' },
        data: { type: 'string', contentMediaType: 'application/json', contentSchema: ref('Tick') }
      },
      required: ['event']
    },
    { properties: { event: { const: 'text' }, data: { type: 'string' } }, required: ['event'] }
  ]
}

/** What the document has to be, in the words of a version for null, tuples and the items of streams. */
function expectedIn(openapi: OpenAPIVersion): object {
  const isOld = openapi === '3.0'
  const version = { '3.0': '3.0.3', '3.1': '3.1.1', '3.2': '3.2.0' }[openapi]
  const NULL = isOld ? { type: 'object', nullable: true, enum: [null] } : { type: 'null' }
  const PAIR = isOld
    ? { type: 'array', minItems: 2, maxItems: 2, items: DOUBLE }
    : { type: 'array', prefixItems: [DOUBLE, DOUBLE], items: false, minItems: 2 }
  const itemsOf = (itemSchema: object) => (openapi === '3.2' ? { itemSchema } : {})
  return {
    openapi: version,
    paths: {
      '/v1/owners/{name}': {
        get: {
          tags: ['Owners'],
          operationId: 'getV1OwnersByName',
          parameters: [
            { name: 'name', in: 'path', required: true, schema: { type: 'string', pattern: '^(?:[a-z]+)$' } },
            { name: 'area', in: 'query', required: false, style: 'deepObject', explode: true, schema: ref('Area') },
            { name: 'size', in: 'query', required: false, schema: ref('Size') },
            { name: 'X-Trace', in: 'header', required: false, deprecated: true, schema: { type: 'string' } },
            { name: 'visit', in: 'cookie', required: false, schema: INT64 }
          ],
          responses: {
            200: { description: 'OK', content: { 'application/json': { schema: ref('Owner') } } },
            400: response('BadRequest'),
            401: response('Unauthorized'),
            404: response('NotFound'),
            409: {
              description: 'Taken',
              content: {
                'application/problem+json': {
                  schema: ref('Problem'),
                  example: { type: 'about:blank', title: 'Conflict', status: 409, detail: 'Taken' }
                }
              }
            },
            500: response('InternalServerError')
          },
          security: [{ key: [] }, { login: [], key: [] }]
        },
        patch: {
          tags: ['Owners'],
          operationId: 'patchV1OwnersByName',
          parameters: [
            { name: 'name', in: 'path', required: true, schema: { type: 'string', pattern: '^(?:[a-z]+)$' } }
          ],
          requestBody: { required: true, content: { 'application/json': { schema: ref('Changes') } } },
          responses: {
            200: { description: 'OK', content: { 'application/json': { schema: ref('Owner') } } },
            400: response('BadRequest'),
            401: response('Unauthorized'),
            404: response('NotFound'),
            408: response('RequestTimeout'),
            409: {
              description: 'Taken',
              content: {
                'application/problem+json': {
                  schema: ref('Problem'),
                  example: { type: 'about:blank', title: 'Conflict', status: 409, detail: 'Taken' }
                }
              }
            },
            413: response('ContentTooLarge'),
            415: response('UnsupportedMediaType'),
            500: response('InternalServerError'),
            '5XX': {
              description: 'It is broken',
              content: {
                'application/problem+json': {
                  schema: ref('Problem'),
                  example: { type: 'about:blank', title: 'Internal Server Error', status: 500, detail: 'It is broken' }
                }
              }
            }
          },
          security: [{ key: [] }, { login: [], key: [] }]
        }
      },
      '/v1/owners/photos': {
        post: {
          tags: ['Owners'],
          operationId: 'postV1OwnersPhotos',
          deprecated: true,
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': { schema: ref('Photo'), encoding: { file: { contentType: 'image/png' } } }
            }
          },
          responses: {
            204: { description: 'No Content' },
            400: response('BadRequest'),
            408: response('RequestTimeout'),
            409: {
              description: 'Taken',
              content: {
                'application/problem+json': {
                  schema: ref('Problem'),
                  example: { type: 'about:blank', title: 'Conflict', status: 409, detail: 'Taken' }
                }
              }
            },
            413: response('ContentTooLarge'),
            415: response('UnsupportedMediaType'),
            500: response('InternalServerError')
          },
          security: []
        }
      },
      '/v1/streams/events': {
        get: {
          operationId: 'getV1StreamsEvents',
          responses: {
            200: {
              description: 'OK',
              content: {
                'text/event-stream': {
                  schema: {
                    type: 'string',
                    description:
                      'Server-sent events: `x-events` has, by name, the schema of their data, which is JSON unless it is a string.'
                  },
                  'x-events': { tick: ref('Tick'), text: { type: 'string' } },
                  ...itemsOf(EVENTS)
                }
              }
            },
            500: response('InternalServerError')
          },
          security: []
        }
      },
      '/v1/streams/lines': {
        get: {
          operationId: 'getV1StreamsLines',
          responses: {
            200: {
              description: 'OK',
              content: {
                'application/jsonl': {
                  schema: {
                    type: 'string',
                    description: 'JSON Lines: each line is a value of the schema in `x-lines`.'
                  },
                  'x-lines': ref('Tick'),
                  ...itemsOf(ref('Tick'))
                }
              }
            },
            500: response('InternalServerError')
          },
          security: []
        }
      },
      '/v1/streams/files/{path}': {
        get: {
          operationId: 'getV1StreamsFilesByPath',
          parameters: [
            {
              description: 'The rest of the path; it may hold slashes.',
              name: 'path',
              in: 'path',
              required: true,
              schema: { type: 'string', minLength: 1 },
              'x-spans-segments': true
            }
          ],
          responses: {
            200: {
              description: 'OK',
              headers: { etag: { schema: { type: 'string' } } },
              content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } }
            },
            304: { description: 'Not Modified' },
            400: response('BadRequest'),
            500: response('InternalServerError')
          },
          security: []
        }
      },
      '/v1/streams/texts': {
        post: {
          operationId: 'postV1StreamsTexts',
          requestBody: { required: false, content: { 'text/plain': { schema: { type: 'string' } } } },
          responses: {
            200: {
              description: 'OK',
              content: {
                'application/json': { schema: { type: 'array', items: { type: 'string' } } },
                'text/plain': { schema: { type: 'string' } }
              }
            },
            400: response('BadRequest'),
            406: response('NotAcceptable'),
            408: response('RequestTimeout'),
            413: response('ContentTooLarge'),
            415: { description: 'Unsupported Media Type' },
            500: response('InternalServerError')
          },
          security: []
        }
      }
    },
    schemas: {
      Area: { type: 'object', properties: { from: DOUBLE, to: DOUBLE }, required: ['from'] },
      Size: { type: 'string', enum: ['small', 'large'] },
      Owner: {
        type: 'object',
        properties: {
          email: { type: 'string', format: 'email', 'x-rules': [{ rule: 'isMailbox', fault: 'format' }] },
          home: { anyOf: [ref('Place'), NULL] },
          pets: {
            type: 'object',
            additionalProperties: {
              oneOf: [ref('Cat'), ref('Dog')],
              discriminator: {
                propertyName: 'kind',
                mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' }
              }
            },
            minProperties: 1
          },
          friends: { type: 'array', items: ref('Owner'), uniqueItems: true }
        },
        required: ['email', 'home', 'pets'],
        not: { type: 'object', required: ['password'], properties: { password: {} } }
      },
      Place: {
        type: 'object',
        properties: { position: PAIR, since: { type: 'string', format: 'date' } },
        required: ['position']
      },
      Cat: {
        type: 'object',
        properties: {
          kind: { type: 'string', enum: ['cat'] },
          lives: { type: 'integer', format: 'int64', minimum: 0, maximum: 9007199254740991 }
        },
        required: ['kind', 'lives']
      },
      Dog: {
        type: 'object',
        properties: { kind: { type: 'string', enum: ['dog'] }, breed: { type: 'string', pattern: '^[A-Z]' } },
        required: ['kind', 'breed']
      },
      Changes: {
        type: 'object',
        properties: {
          email: { type: 'string', format: 'email', 'x-rules': [{ rule: 'isMailbox', fault: 'format' }] },
          password: { type: 'string', format: 'password', minLength: 8, writeOnly: true },
          home: { anyOf: [ref('Place'), NULL] },
          pets: {
            type: 'object',
            additionalProperties: {
              oneOf: [ref('Cat'), ref('Dog')],
              discriminator: {
                propertyName: 'kind',
                mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' }
              }
            },
            minProperties: 1
          },
          friends: { type: 'array', items: ref('OwnerInput'), uniqueItems: true }
        }
      },
      OwnerInput: {
        type: 'object',
        properties: {
          email: { type: 'string', format: 'email', 'x-rules': [{ rule: 'isMailbox', fault: 'format' }] },
          password: { type: 'string', format: 'password', minLength: 8, writeOnly: true },
          home: { anyOf: [ref('Place'), NULL] },
          pets: {
            type: 'object',
            additionalProperties: {
              oneOf: [ref('Cat'), ref('Dog')],
              discriminator: {
                propertyName: 'kind',
                mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' }
              }
            },
            minProperties: 1
          },
          friends: { type: 'array', items: ref('OwnerInput'), uniqueItems: true }
        },
        required: ['email', 'password', 'home', 'pets']
      },
      Photo: {
        type: 'object',
        properties: { title: { type: 'string' }, file: { type: 'string', format: 'binary', maxLength: 1000 } },
        required: ['title', 'file']
      },
      Tick: { type: 'object', properties: { at: { type: 'string', format: 'date-time' } }, required: ['at'] }
    },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' }, login: { type: 'http', scheme: 'basic' } }
  }
}

describe('The document of an application with forms, streams, unions and files', () => {
  for (const openapi of ['3.0', '3.1', '3.2'] as const) {
    it(`has these operations and schemas in OpenAPI ${openapi}`, async () => {
      expect(await documentIn(openapi)).to.deep.equal(expectedIn(openapi))
    })
  }
})
