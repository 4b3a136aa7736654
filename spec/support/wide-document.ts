const LONG = 'aVeryLongNameWithoutAnyPlaceWhereItCouldBreak'

const ITEM = { schema: { $ref: '#/components/schemas/ItemWithQuiteALongNameForARecord' } }

const PARAMETERS = [
  { name: 'organisationId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' }, description: LONG },
  {
    name: LONG,
    in: 'query',
    schema: { type: 'array', items: { type: 'string', enum: ['one', `an_enumerated_${LONG}`] } }
  },
  { name: 'x-header', in: 'header', schema: { type: 'string', enum: [`an_enumerated_${LONG}`] } },
  { name: 'flag', in: 'query', schema: { type: 'boolean', default: true } }
]

const DEEP = ['nested', 'deeper', 'deepestOfAll'].reduceRight<object>(
  (schema, name) => ({ type: 'object', properties: { [name]: schema } }),
  { type: 'array', items: { type: 'string', enum: ['alpha', `an_enumerated_${LONG}`] } }
)

const RESPONSES = {
  201: {
    description: 'Created',
    headers: { 'X-Very-Long-Header-Name-For-Rate-Limits': { description: LONG, schema: { type: 'integer' } } },
    content: { 'application/json': ITEM, 'application/vnd.example.very-long-media-type+json': ITEM },
    links: { next: { operationId: `create${LONG}`, parameters: { id: '$response.body#/id/with/a/very/long/pointer' } } }
  },
  400: {
    description: 'Bad',
    content: {
      'application/problem+json': {
        schema: { type: 'object' },
        example: { detail: "validation failed: Field 'lines[3].sku' must be at least 3 characters long" }
      }
    }
  }
}

/** A document in which everything that a page shows is wider than a small screen. */
export function wideDocument(openapi: string): object {
  return {
    openapi,
    info: {
      title: 'Shop API with a rather long title',
      version: '1.2.3-beta.20240101',
      description: `\`${LONG}\`\n\n| a | b |\n|---|---|\n| ${LONG} | ${LONG} |\n\n\`\`\`\n${LONG} ${LONG}\n\`\`\``
    },
    servers: [{ url: 'https://a-very-long-host-name.with-many-labels.example.com/v1/base/path' }],
    paths: {
      '/organisations/{organisationId}/subscriptions/invoices/all-of-them-together': {
        post: {
          tags: ['Items and everything else that has a long name'],
          summary: 'Create an item, with a very long summary that does not fit in one line',
          description: LONG,
          operationId: `create${LONG}`,
          security: [{ oauth: [] }],
          parameters: PARAMETERS,
          requestBody: { required: true, description: LONG, content: { 'application/json': ITEM } },
          responses: RESPONSES
        }
      }
    },
    components: {
      securitySchemes: {
        oauth: {
          type: 'oauth2',
          flows: {
            clientCredentials: {
              tokenUrl: `https://login.example.com/oauth2/token/${LONG}`,
              scopes: { [`organisation.${LONG}:read`]: 'Read everything' }
            }
          }
        }
      },
      schemas: {
        ItemWithQuiteALongNameForARecord: {
          type: 'object',
          required: ['id'],
          description: LONG,
          properties: {
            id: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'An identifier' },
            [LONG]: {
              type: 'string',
              pattern: '^[a-z]{1,20}(-[a-z]{1,20}){0,10}@[a-z.]{3,200}$',
              example: LONG + LONG
            },
            deep: DEEP,
            either: { oneOf: [{ type: 'string' }, { type: 'object', properties: { [LONG]: { type: 'string' } } }] }
          }
        }
      }
    }
  }
}
