import { expect } from 'chai'
import { published } from '../../../../spec/support/published.js'
import { hasListedRule, isListedRule } from '../../src/judge/x-rules.js'

const rules = [{ rule: 'isEmail' }]
const SCHEMAS = {
  Order: {
    type: 'object',
    properties: {
      email: { type: 'string', 'x-rules': rules },
      pair: {
        type: 'array',
        items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        'x-rules': [{ rule: 'tuple' }]
      },
      name: { type: 'string' },
      'a.b': { type: 'string', 'x-rules': rules },
      lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
      map: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Line' } },
      choice: { oneOf: [{ type: 'integer' }, { $ref: '#/components/schemas/Line' }] },
      whole: { type: 'object', properties: { any: { type: 'string' } }, 'x-rules': rules },
      maybe: { type: 'string', 'x-rules': [{ rule: 'minLength', constraints: [3], conditional: true }] }
    }
  },
  Line: {
    type: 'object',
    properties: {
      code: { type: 'string', nullable: true, 'x-rules': rules },
      sku: { type: 'string' },
      next: { $ref: '#/components/schemas/Line' }
    }
  }
}
const PATHS = {
  '/orders': {
    post: {
      parameters: [
        { name: 'mail', in: 'query', schema: { type: 'string', 'x-rules': rules } },
        { name: 'plain', in: 'query', schema: { type: 'string' } },
        { name: 'mails', in: 'query', schema: { type: 'array', items: { type: 'string', 'x-rules': rules } } }
      ],
      requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } },
      responses: {}
    }
  }
}

describe('a rejection by a rule that JSON Schema cannot express', () => {
  const cases: readonly (readonly [place: string, path: string, rule: string, isListed: boolean])[] = [
    ['body', 'email', 'format', true],
    ['body', 'email', 'isEmail', true],
    ['body', 'email', 'maxLength', false],
    ['body', 'email', 'type', false],
    ['body', 'pair[1]', 'type', true],
    ['body', 'name', 'isEmail', false],
    ['body', 'a.b', 'isEmail', true],
    ['body', 'a', 'isEmail', false],
    ['body', 'lines[3].code', 'isEmail', true],
    ['body', 'lines[3].sku', 'isEmail', false],
    ['body', 'lines[3]', 'isEmail', false],
    ['body', 'map.some.key.code', 'isEmail', true],
    ['body', 'map.some.key.sku', 'isEmail', false],
    ['body', 'choice.next.next.code', 'isEmail', true],
    ['body', 'whole.any', 'isEmail', true],
    ['body', 'maybe', 'minLength', true],
    ['body', '', 'isEmail', false],
    ['query', 'mail', 'isEmail', true],
    ['query', 'plain', 'isEmail', false],
    ['query', 'mails[0]', 'isEmail', true],
    ['header', 'mail', 'isEmail', false]
  ]
  for (const [place, path, rule, isListed] of cases) {
    it(`is ${isListed ? '' : 'not '}excused by the document: ${rule} at ${place} '${path}'`, async () => {
      const { checks, document } = await published(PATHS, SCHEMAS)
      expect(isListedRule(checks, document.operations[0]!, 'application/json', { in: place, path, rule })).to.equal(
        isListed
      )
    })
  }

  const without = {
    type: 'object',
    properties: { name: { type: 'string' }, next: { $ref: '#/components/schemas/Without' } }
  }
  const bodies: readonly (readonly [what: string, schema: object, isListed: boolean])[] = [
    ['in a property', { $ref: '#/components/schemas/Order' }, true],
    ['in a list', { type: 'array', items: { type: 'string', 'x-rules': rules } }, true],
    ['in a map', { type: 'object', additionalProperties: { type: 'string', 'x-rules': rules } }, true],
    ['in a member', { oneOf: [{ type: 'integer' }, { $ref: '#/components/schemas/Line' }] }, true],
    ['nowhere', { $ref: '#/components/schemas/Without' }, false]
  ]
  for (const [what, schema, isListed] of bodies) {
    it(`may be the reason where the operation has one ${what}`, async () => {
      const content = { 'application/json': { schema } }
      const paths = { '/orders': { post: { requestBody: { content }, responses: {} } } }
      const { checks, document } = await published(paths, { ...SCHEMAS, Without: without })
      expect(hasListedRule(checks, document.operations[0]!, 'application/json')).to.equal(isListed)
    })
  }
})
