import { type Change, openAPIDocument } from 'fieldstone-diff'
import { expectWholeList, outcome } from '../../../../spec/support/whole-list.js'
import { checkOperations, parseIgnored } from '../../src/diff/ignored-changes.js'

const change = (rule: string, operation?: string): Change => {
  return { level: 'breaking', rule, message: 'It is gone', ...(operation === undefined ? {} : { operation }) }
}
const CHANGES = [
  change('operation-removed', 'GET /items'),
  change('operation-removed', 'PUT /items'),
  change('request-enum-narrowed', 'GET /items'),
  change('servers-replaced')
]

const TEXTS: readonly (readonly string[])[] = [
  ...[[], ['operation-removed'], ['servers-replaced'], ['GET /items'], ['operation-removed@GET /items']],
  ...[['response-too-large'], ['operation-removed@'], ['operation-removed@PUT /items', 'request-enum-narrowed']],
  ...[['GET /items@'], ['webhook made POST'], ['callback done {$url} POST'], ['GET /a\nb'], ['@GET /items'], ['@']],
  ...[[''], [' '], ['/items'], ['GET'], ['GET '], ['get /items'], ['operation-remove'], ['nothing-like-it']],
  ...[['operation-removed GET /items'], ['Operation-removed'], ['request-type@'], ['x@GET /items'], ['9a']],
  ['operation-removed', 'no-rule']
]

const operation = (more: object = {}) => ({ responses: {}, ...more })
const many = Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`/path${at}`, { get: operation() }]))
const DOCUMENTS: Readonly<Record<string, readonly [old: object, next: object]>> = {
  none: [{}, {}],
  few: [
    { paths: { '/old': { get: operation() }, '/items': { get: operation() } } },
    {
      paths: { '/items': { get: operation({ callbacks: { done: { '{$url}': { post: {} } } } }) } },
      webhooks: { made: { post: {} } }
    }
  ],
  ten: [{ paths: Object.fromEntries(Object.entries(many).slice(0, 10)) }, {}],
  many: [{ paths: many }, { paths: many }]
}
const OPERATIONS = ['GET /items', 'GET /old', 'GET /itmes', 'XYZ /nothing/like/it', 'webhook made POST']

describe('what --ignore names', () => {
  it('is read, and matches changes, as before', () => {
    const parsed = TEXTS.map((texts) => {
      const read = outcome(() => {
        return parseIgnored(texts).map(({ text, operation, matches }) => {
          return [text, operation, CHANGES.filter((each) => matches(each)).map(({ rule }) => rule)]
        })
      })
      return `${JSON.stringify(texts)} → ${read}`
    })
    expectWholeList('cli/diff/ignored-list.txt', parsed)
  })

  it('is looked up in both documents, as before', () => {
    const lines = Object.entries(DOCUMENTS).flatMap(([title, roots]) => {
      const [old, next] = roots.map((root, at) => openAPIDocument({ openapi: '3.1.0', ...root }, String(at)))
      if (old === undefined || next === undefined) throw new Error('There are two documents')
      const names = [[], ['operation-removed'], ...OPERATIONS.map((name) => [name]), ['GET /items', 'callback done']]
      return [
        `# ${title}`,
        ...names.map((texts) => {
          const checked = outcome(() => checkOperations(parseIgnored(texts), { old, new: next }))
          return `${JSON.stringify(texts)} → ${checked}`
        })
      ]
    })
    expectWholeList('cli/diff/operation-list.txt', lines)
  })
})
