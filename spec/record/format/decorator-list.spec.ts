import { getMetadataStorage, ValidationError, Validator } from 'class-validator'
import { FORMATS } from '../../../src/record/format/formats.js'
import { NUMBER_FORMATS } from '../../../src/record/format/number-formats.js'
import { expectWholeList, shown } from '../../support/whole-list.js'

const VALUES: readonly unknown[] = [
  ...['', 'a', 'ab', 'a1', '5', '-5', '12.50', '18446744073709551616', 'true', '?1', '"q"', ':YQ==:', 'YQ', 'YWI='],
  ...[
    'a@example.com',
    'ä@example.com',
    'example.com',
    'bücher.example',
    'https://example.com/a',
    'https://example.com/ä'
  ],
  ...[
    '/items/{id}',
    '/a/0',
    '1/a',
    '192.0.2.1',
    '192.0.2.0/24',
    '2001:db8::1',
    '2001:db8::/32',
    'de-CH',
    'text/*;q=0.5'
  ],
  ...['2024-05-17', '08:30:00', '08:30:00Z', '2024-05-17T08:30:00', '2024-05-17T08:30:00Z', 'P1D', '+4930901820'],
  ...['Fri, 17 May 2024 08:30:00 GMT', '123e4567-e89b-42d3-a456-426614174000', '(', '12345678', '\n', '😀', 'a b'],
  ...[undefined, null, true, [], {}, new Date(0)],
  ...[0, -1, 127, 128, 255, 256, 0.5, 1e300, 2 ** 53, Number.NaN]
]

/** What class-validator says of each value, by the decorator of a format with these options. */
function reader(decorate: (options: object) => PropertyDecorator, options: object) {
  // One class for all values: class-validator goes through all that there are, for each.
  class Holder {
    it?: unknown
  }
  decorate(options)(Holder.prototype, 'it')
  const validator = new Validator()
  const [declared] = getMetadataStorage().getTargetValidationMetadatas(Holder, '', false, false)
  const validates = (value: unknown): ValidationError[] =>
    validator.validateSync(Object.assign(new Holder(), { it: value }))
  return { validates, declared }
}

describe('The decorators of formats, as class-validator runs them itself', () => {
  it('accept and say what decorator-list.txt says', () => {
    const all = [...Object.entries(FORMATS), ...Object.entries(NUMBER_FORMATS)]
    const lines = all.flatMap(([name, { decorate, test, ...says }]) => {
      const accepted: string[] = []
      const otherwise: string[] = []
      const said = new Set<string>()
      const { validates, declared } = reader(decorate, {})
      for (const value of VALUES) {
        const [error] = validates(value)
        if (test !== undefined && test(value) !== (error === undefined)) otherwise.push(shown(value))
        if (error === undefined) accepted.push(shown(value))
        else said.add(shown(error.constraints))
      }
      const [own] = reader(decorate, { message: 'own' }).validates(Symbol.iterator)
      return [
        `${name} ${shown(declared?.name)} ${shown(declared?.constraints)} ${shown(says)}`,
        `  accepts ${accepted.join(' ')}`,
        ...(otherwise.length > 0 ? [`  judges otherwise ${otherwise.join(' ')}`] : []),
        `  says ${[...said, shown(own?.constraints)].join(' ')}`
      ]
    })
    expectWholeList('record/format/decorator-list.txt', lines)
  })
})
