import { expect } from 'chai'
import {
  type ApplicationOptions,
  Body,
  bearerScheme,
  Controller,
  Delete,
  Field,
  Get,
  Integer,
  NotFound,
  type OpenAPIDocument,
  type OpenAPIVersion,
  Param,
  Post,
  Query,
  Record,
  Returns
} from 'fieldstone'
import { serviceOf } from '../support/applications.js'
import { complaintsAbout } from '../support/openapi-validator.js'

@Record({ description: 'What is sold' })
class Item {
  @Field(() => Integer, { readOnly: true, description: 'Item ID' }) id!: number
  @Field({ minLength: 1, maxLength: 40, example: 'Widget' }) name!: string
  @Field(() => Number, { minimum: 0, exclusiveMaximum: 1_000, nullable: true }) price!: number | null
  @Field({ enum: ['new', 'used'], default: 'new' }) condition!: string
  @Field(() => [String], { maxItems: 5, optional: true, deprecated: true }) labels?: string[]
}

@Controller('/items', { tags: ['Items'] })
class ItemController {
  @Get({ summary: 'List items' })
  @Returns(200, [Item])
  list(@Query('limit', Integer, { minimum: 1, maximum: 100, default: 20 }) _limit: number): Item[] {
    return []
  }

  @Post({ summary: 'Add an item', security: ['token'] })
  @Returns(201, Item, { headers: { location: String } })
  add(@Body() item: Item): Item {
    return item
  }

  @Delete('/{id}', { operationId: 'removeItem', security: ['token'] })
  @Returns(204)
  @Returns(404, 'No such item')
  remove(@Param('id', Integer, { description: 'Item ID' }) _id: number): void {
    NotFound.throw()
  }
}

const OPTIONS: Partial<ApplicationOptions> = {
  title: 'Item API',
  version: '1.2.3',
  description: 'Sells *items*',
  servers: [{ url: 'https://api.example.com/v1', description: 'Live' }],
  tags: [{ name: 'Items', description: 'What is sold' }],
  securitySchemes: { token: bearerScheme({ authenticate: () => true, description: 'From the login' }) },
  bodyLimit: 10_000
}

/** The document of the application, as JSON, which other validators accept. */
async function documentIn(openapi: OpenAPIVersion) {
  const { document } = await serviceOf([ItemController], { ...OPTIONS, openapi })
  expect(await complaintsAbout(openapi === '3.2' ? { ...document, openapi: '3.1.1' } : document)).to.deep.equal([])
  return JSON.parse(JSON.stringify(document)) as OpenAPIDocument
}

const INT64 = { type: 'integer', format: 'int64', minimum: -9007199254740991, maximum: 9007199254740991 }

/** The whole document as it has to be, in the words of a version for examples, null and exclusive bounds. */
function expectedIn(openapi: OpenAPIVersion): object {
  const isOld = openapi === '3.0'
  const version = { '3.0': '3.0.3', '3.1': '3.1.1', '3.2': '3.2.0' }[openapi]
  const example = (value: unknown) => (isOld ? { example: value } : { examples: [value] })
  const nullable = (type: string) => (isOld ? { type, nullable: true } : { type: [type, 'null'] })
  const below = (bound: number) => (isOld ? { maximum: bound, exclusiveMaximum: true } : { exclusiveMaximum: bound })
  return {
    openapi: version,
    info: { title: 'Item API', description: 'Sells *items*', version: '1.2.3' },
    servers: [{ url: 'https://api.example.com/v1', description: 'Live' }],
    tags: [{ name: 'Items', description: 'What is sold' }],
    paths: {
      '/items': {
        get: {
          tags: ['Items'],
          summary: 'List items',
          operationId: 'getItems',
          parameters: [
            {
              name: 'limit',
              in: 'query',
              required: false,
              schema: { type: 'integer', format: 'int64', minimum: 1, maximum: 100, default: 20 }
            }
          ],
          responses: {
            200: {
              description: 'OK',
              content: {
                'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Item' } } }
              }
            },
            400: { $ref: '#/components/responses/BadRequest' },
            500: { $ref: '#/components/responses/InternalServerError' }
          },
          security: []
        },
        post: {
          tags: ['Items'],
          summary: 'Add an item',
          operationId: 'postItems',
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/ItemInput' } } }
          },
          responses: {
            201: {
              description: 'Created',
              headers: { location: { required: true, schema: { type: 'string' } } },
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } }
            },
            400: { $ref: '#/components/responses/BadRequest' },
            401: { $ref: '#/components/responses/Unauthorized' },
            408: { $ref: '#/components/responses/RequestTimeout' },
            413: { $ref: '#/components/responses/ContentTooLarge' },
            415: { $ref: '#/components/responses/UnsupportedMediaType' },
            500: { $ref: '#/components/responses/InternalServerError' }
          },
          security: [{ token: [] }]
        }
      },
      '/items/{id}': {
        delete: {
          tags: ['Items'],
          operationId: 'removeItem',
          parameters: [{ name: 'id', in: 'path', description: 'Item ID', required: true, schema: INT64 }],
          responses: {
            204: { description: 'No Content' },
            400: { $ref: '#/components/responses/BadRequest' },
            401: { $ref: '#/components/responses/Unauthorized' },
            404: {
              description: 'No such item',
              content: {
                'application/problem+json': {
                  schema: { $ref: '#/components/schemas/Problem' },
                  example: { type: 'about:blank', title: 'Not Found', status: 404, detail: 'No such item' }
                }
              }
            },
            500: { $ref: '#/components/responses/InternalServerError' }
          },
          security: [{ token: [] }]
        }
      }
    },
    components: {
      schemas: {
        Item: {
          type: 'object',
          description: 'What is sold',
          properties: {
            id: { ...INT64, description: 'Item ID', readOnly: true },
            name: { type: 'string', minLength: 1, maxLength: 40, ...example('Widget') },
            price: { ...nullable('number'), format: 'double', minimum: 0, ...below(1000) },
            condition: { type: 'string', enum: ['new', 'used'], default: 'new' },
            labels: { type: 'array', items: { type: 'string' }, maxItems: 5, deprecated: true }
          },
          required: ['id', 'name', 'price', 'condition']
        },
        ItemInput: {
          type: 'object',
          description: 'What is sold',
          properties: {
            name: { type: 'string', minLength: 1, maxLength: 40, ...example('Widget') },
            price: { ...nullable('number'), format: 'double', minimum: 0, ...below(1000) },
            condition: { type: 'string', enum: ['new', 'used'], default: 'new' },
            labels: { type: 'array', items: { type: 'string' }, maxItems: 5, deprecated: true }
          },
          required: ['name', 'price']
        },
        Problem: {
          type: 'object',
          description: 'An error, as RFC 9457 describes it.',
          properties: {
            type: { type: 'string', ...example('about:blank') },
            title: { type: 'string', description: 'The reason phrase of the status.' },
            status: { type: 'integer', format: 'int32', minimum: 400, maximum: 599 },
            detail: { type: 'string', description: 'What went wrong this time, to be read by a person.' },
            errors: {
              type: 'array',
              items: { $ref: '#/components/schemas/Fault' },
              description: 'What is wrong with the request, one entry a fault.'
            }
          },
          required: ['type', 'title', 'status', 'detail']
        },
        Fault: {
          type: 'object',
          description: 'One thing wrong with a request.',
          properties: {
            in: { type: 'string', enum: ['body', 'query', 'path', 'header', 'cookie'], ...example('body') },
            path: {
              type: 'string',
              description: 'The way to the value; empty for the whole body.',
              ...example('lines[3].sku')
            },
            rule: { type: 'string', description: 'The keyword or rule that was broken.', ...example('minLength') },
            message: { type: 'string', ...example('must be at least 3 characters long') },
            limit: {
              anyOf: [
                { type: 'number', format: 'double', minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE },
                { type: 'string' }
              ],
              description: 'The value that the rule was declared with: a bound, a length, the name of a format.',
              ...example(3)
            }
          },
          required: ['in', 'path', 'rule', 'message']
        }
      },
      responses: {
        BadRequest: {
          description: 'The request is malformed or breaks a rule; `errors` lists every fault.',
          content: {
            'application/problem+json': {
              schema: { $ref: '#/components/schemas/Problem' },
              example: {
                type: 'about:blank',
                title: 'Bad Request',
                status: 400,
                detail: "validation failed: Field 'lines[3].sku' must be at least 3 characters long",
                errors: [
                  {
                    in: 'body',
                    path: 'lines[3].sku',
                    rule: 'minLength',
                    message: 'must be at least 3 characters long',
                    limit: 3
                  }
                ]
              }
            }
          }
        },
        Unauthorized: {
          description: 'The request shows no credentials, or none that are known.',
          headers: {
            'WWW-Authenticate': { description: 'The credentials that are taken.', schema: { type: 'string' } }
          },
          content: {
            'application/problem+json': {
              schema: { $ref: '#/components/schemas/Problem' },
              example: { type: 'about:blank', title: 'Unauthorized', status: 401, detail: 'Authentication is required' }
            }
          }
        },
        RequestTimeout: {
          description: 'The body of the request took too long to arrive.',
          content: {
            'application/problem+json': {
              schema: { $ref: '#/components/schemas/Problem' },
              example: {
                type: 'about:blank',
                title: 'Request Timeout',
                status: 408,
                detail: 'The request took too long'
              }
            }
          }
        },
        ContentTooLarge: {
          description: 'The request body is larger than the service takes.',
          content: {
            'application/problem+json': {
              schema: { $ref: '#/components/schemas/Problem' },
              example: {
                type: 'about:blank',
                title: 'Content Too Large',
                status: 413,
                detail: 'The request body is too large'
              }
            }
          }
        },
        UnsupportedMediaType: {
          description: 'The request body is of a media type that is not taken.',
          content: {
            'application/problem+json': {
              schema: { $ref: '#/components/schemas/Problem' },
              example: {
                type: 'about:blank',
                title: 'Unsupported Media Type',
                status: 415,
                detail: 'The media type of the request body is not supported'
              }
            }
          }
        },
        InternalServerError: {
          description: 'The service failed.',
          content: {
            'application/problem+json': {
              schema: { $ref: '#/components/schemas/Problem' },
              example: {
                type: 'about:blank',
                title: 'Internal Server Error',
                status: 500,
                detail: 'Internal server error'
              }
            }
          }
        }
      },
      securitySchemes: { token: { type: 'http', description: 'From the login', scheme: 'bearer' } }
    },
    'x-edge-responses': {
      400: { description: 'The request is not valid HTTP, or its Host is missing, doubled or malformed.' },
      408: { description: 'The head of the request took too long to arrive.' },
      413: { description: 'The chunk extensions of the request body are too large.' },
      417: { description: 'The request expects something else than 100-continue.' },
      431: { description: 'The head of the request is too large.' },
      501: { description: 'The request asks for a tunnel, or its body has a transfer coding other than chunked.' },
      505: { description: 'The request is of a version of HTTP that the service does not speak.' }
    },
    'x-unmatched-responses': {
      204: {
        description: 'The methods of the path, to a request of OPTIONS.',
        headers: { Allow: { description: 'The methods of the path.', required: true, schema: { type: 'string' } } }
      },
      400: {
        description: 'The target of the request is malformed.',
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            example: { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'The request is malformed' }
          }
        }
      },
      404: {
        description: 'No operation has the path.',
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            example: { type: 'about:blank', title: 'Not Found', status: 404, detail: 'Not found' }
          }
        }
      },
      405: {
        description: 'The path has no operation of this method.',
        headers: { Allow: { description: 'The methods of the path.', required: true, schema: { type: 'string' } } },
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            example: { type: 'about:blank', title: 'Method Not Allowed', status: 405, detail: 'Method not allowed' }
          }
        }
      }
    },
    'x-limits': { depth: 256, magnitude: Number.MAX_VALUE },
    'x-body-limits': { bodyLimit: 10000 }
  }
}

describe('The document of a small application', () => {
  for (const openapi of ['3.0', '3.1', '3.2'] as const) {
    it(`is this one in OpenAPI ${openapi}`, async () => {
      expect(await documentIn(openapi)).to.deep.equal(expectedIn(openapi))
    })
  }

  it('has its members in the order in which readers look for them', async () => {
    expect(Object.keys(await documentIn('3.0')).filter((member) => !member.startsWith('x-'))).to.deep.equal([
      ...['openapi', 'info', 'servers', 'tags', 'paths', 'components']
    ])
  })
})
