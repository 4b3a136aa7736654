import { calls, expectWholeList, settled, shown } from '../../../../spec/support/whole-list.js'
import { follow, pointerBelow } from '../../src/document/json-pointer.js'
import { canonical, isMembers, listOf, membersOf, textOf } from '../../src/document/members.js'
import { located, openAPIDocument, parseDocument } from '../../src/document/openapi-document.js'
import { inWords, valueInWords } from '../../src/schema/words.js'

const VALUES = [undefined, null, true, 0, 'a', '', [], [1], {}, { a: 1 }]

const ROOT = {
  a: { b: [1, { c: null }] },
  'x/y': { '~z': 7, '~1': 8 },
  'a b%': 9,
  '': 10,
  loop: { $ref: '#/loop' },
  one: { $ref: '#/two', more: 1 },
  two: { $ref: '#/a' },
  lost: { $ref: '#/none' },
  away: { $ref: 'other.json#/a' },
  text: { $ref: '#/a/b/0' },
  odd: { $ref: 7 },
  chain: Object.fromEntries(Array.from({ length: 25 }, (_, at) => [at, { $ref: `#/chain/${at + 1}` }]))
}

const REFERENCES = [
  ...['#/one', '#/a', '#/a/b/1/c', '#/a/b/2', '#/a/b/length', '#/a/b/-', '#/x~1y/~0z', '#/x~1y/~01', '#/a%20b%25'],
  ...['#/a b%', '#/', '#a', '#/toString', '#/a/toString', '#/a/b/0/x', '', 'a', 'other.json#/a', '#/A']
]

const TEXTS = [
  '{"openapi":"3.1.0"}',
  '\uFEFF {"openapi":"3.0.9"}',
  '{"openapi":"3.0"}',
  '{"openapi":"3."}',
  '{"openapi":"30.1"}',
  '{"openapi":"2.3.0"}',
  '{"openapi":3.1}',
  '{"openapi":3}',
  '{}',
  '[]',
  '[1,',
  '{a: 1',
  '{openapi: 3.1.0}',
  'openapi: 3.0.0\ninfo: &i {a: 1}\nmore: {<<: *i, b: 2}\nopenapi: 3.2.0',
  'openapi: 3.1.0\na: 2024-01-01\nb: 012\nc: yes',
  'swagger: "2.0"',
  '{"swagger":2,"openapi":"3.1.0"}',
  '{"swagger":null}',
  '',
  'a',
  'null',
  'a: [1',
  'a: b: c',
  '\t',
  '"openapi: 3.1.0"',
  'a: *none',
  `a: &a [1]\nb: [${'*a, '.repeat(1100)}]`,
  '\uFEFFopenapi: 3.1.0'
]

describe('what documents are read as', () => {
  it('is the same as before', async () => {
    const document = openAPIDocument({ openapi: '3.1.0', ...ROOT }, 'a.json')
    const places = ['a', 'one', 'lost', 'away', 'text', 'odd', 'chain'].map((name) => {
      const value = name === 'chain' ? ROOT.chain[0] : (ROOT as Record<string, unknown>)[name]
      return `${name} → ${shown(located(document, value, '#/place'))}`
    })
    const parsed = await Promise.all(
      TEXTS.map(async (text) => {
        const read = await settled(() => parseDocument(text, 'a.json'))
        return `${shown(text)} → ${read.replace('OpenAPIDocumentAt ', '')}`
      })
    )
    const lines = [
      ...calls(
        'isMembers',
        isMembers,
        VALUES.map((value) => [value])
      ),
      ...calls(
        'membersOf',
        membersOf,
        VALUES.map((value) => [value])
      ),
      ...calls(
        'listOf',
        listOf,
        VALUES.map((value) => [value])
      ),
      ...calls(
        'textOf',
        textOf,
        VALUES.map((value) => [value])
      ),
      ...calls(
        'canonical',
        canonical,
        [...VALUES, { b: 1, a: [{ d: 'x', c: undefined }] }, { b: [2, 1] }, () => 1].map((value) => [value])
      ),
      ...calls('pointerBelow', pointerBelow, [
        ['#'],
        ['#', 'a'],
        ['#/a', 'b/c', 0],
        ['#', '~1/', ''],
        ['', 'a~b~c', 'd/e/f']
      ]),
      ...calls(
        'follow',
        (reference: string) => follow(ROOT, reference),
        REFERENCES.map((each) => [each])
      ),
      ...calls('follow in no object', follow, [
        ['abc', '#/length'],
        [null, '#/a'],
        [undefined, '#'],
        [7, '#']
      ]),
      '\nlocated',
      ...places,
      `loop → ${shown(located(document, ROOT.loop, '#/place').at)}`,
      '\nparseDocument',
      ...parsed,
      ...calls('inWords', inWords, [
        [[]],
        [[1]],
        [['a', null, true]],
        [[1, 2, 3, 4, 5, 6, 7, 8]],
        [[1, 2, 3, 4, 5, 6, 7, 8, 9]],
        [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]]
      ]),
      ...calls(
        'valueInWords',
        valueInWords,
        [undefined, null, 'a', { a: ['b'] }, 'x'.repeat(58), 'x'.repeat(59)].map((value) => [value])
      )
    ]
    expectWholeList('diff/document/reading-list.txt', lines)
  })
})
