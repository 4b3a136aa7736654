import { isPlain, nearestName, pickOptions } from '../src/options.js'
import { calls, expectWholeList } from './support/whole-list.js'

const NAMES = ['name', 'nullable', 'minLength', 'maxLength', 'description', 'type', 'a']
const GIVEN = [
  ...[
    'nmae',
    'nam',
    'names',
    'mane',
    'n',
    '',
    'NAME',
    'minlength',
    'minLenght',
    'minLen',
    'mxaLength',
    'length',
    'describe'
  ],
  ...[
    'desc',
    'tpye',
    'typ',
    'kind',
    'b',
    'ab',
    'nullabel',
    'nulable',
    'nnullable',
    'xaxLength',
    'eman',
    'maxxLenght',
    'toString'
  ]
]

class Options {}

describe('Names of options', () => {
  it('that were meant are found as option-name-list.txt says', () => {
    expectWholeList('option-name-list.txt', [
      ...calls(
        'nearestName',
        (name) => nearestName(name, NAMES),
        GIVEN.map((name) => [name])
      ),
      ...calls('isPlain', isPlain, [[{}], [[]], [Object.create(null)], [new Date(0)], [new Options()], [new Map()]]),
      ...calls('pickOptions', (options) => pickOptions(options as { a?: number }, { a: true }), [
        [{ a: 1, b: 2 }],
        [{}],
        [{ a: undefined }]
      ])
    ])
  })
})
