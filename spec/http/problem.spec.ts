import { expect } from 'chai'
import { Expose } from 'class-transformer'
import { MaxLength } from 'class-validator'
import { JSONSchema } from 'class-validator-jsonschema'
import { type Class, Field, Record as RecordOf } from 'fieldstone'

type Problems = typeof import('../../src/http/problem.js')

describe('The records of errors', () => {
  let copies = 0

  /** The module evaluated afresh: what is added to its classes, no other spec sees. */
  function fresh(): Promise<Problems> {
    copies += 1
    return import(`../../src/http/problem.js?copy=${copies}`)
  }

  it('are unchanged, and so need no check, as long as an application adds nothing', async () => {
    const { areOwnRecordsUnchanged } = await fresh()
    expect([areOwnRecordsUnchanged(), areOwnRecordsUnchanged()]).to.deep.equal([true, true])
  })

  const additions: Readonly<Record<string, (target: Class, property: string) => void>> = {
    'a field': ({ prototype }) => Field(() => String, { example: 'a' })(prototype, 'added'),
    'a rule of class-validator': ({ prototype }, property) => MaxLength(3)(prototype, property),
    'a name of class-transformer': ({ prototype }, property) => Expose({ name: 'text' })(prototype, property),
    'an annotation of a property': ({ prototype }, property) => JSONSchema({ title: 'a' })(prototype, property),
    'options of @Record': (target) => RecordOf({ minProperties: 9, maxProperties: 1 })(target),
    'an annotation of the class': (target) => JSONSchema({ title: 'a' })(target)
  }
  for (const [name, property] of [
    ['Problem', 'title'],
    ['FaultRecord', 'path']
  ] as const) {
    for (const [what, add] of Object.entries(additions)) {
      it(`are changed by ${what} of ${name}`, async () => {
        const problems = await fresh()
        add(problems[name], property)
        expect(problems.areOwnRecordsUnchanged()).to.equal(false)
      })
    }
  }
})
