import { expectWholeList } from '../../../../spec/support/whole-list.js'
import { gapMessage } from '../../src/operations/gap-message.js'
import { SCHEMA_RULES } from '../../src/operations/rules.js'
import type { Gap, SchemaRule } from '../../src/schema/finding.js'

/** What the keyword of a rule is in both schemas; where it says more than one thing, each of them. */
const SAID: Partial<Readonly<Record<SchemaRule, readonly (readonly [inner: string, outer: string])[]>>> = {
  type: [
    ['string', 'integer or null'],
    ['any type', 'string'],
    ['string', 'any type'],
    ['string', 'nothing']
  ],
  enum: [
    ['"a", "b"', '"c"'],
    ['any value', '"a", "b"']
  ],
  required: [
    ['optional', 'required'],
    ['not named', 'required']
  ],
  'additional-properties': [
    ['allowed', 'excluded'],
    ['not excluded', 'none'],
    ['not excluded', 'of a schema']
  ],
  variant: [['Cat', 'no such variant']],
  condition: [['nothing', 'not']],
  pattern: [
    ['none', '^a'],
    ['^b', '^a']
  ],
  'multiple-of': [
    ['any', '2'],
    ['3', '2']
  ]
}

const PATHS = ['', 'lines[].sku', '.*', '.*.sku', 'lines.*']

function messages(rule: SchemaRule): string[] {
  const gapOf = (path: string, [inner, outer]: readonly [string, string]): Gap => {
    return { rule, path, inner, outer, certain: true, innerAt: '#/a', outerAt: '#/b' }
  }
  const said = SAID[rule] ?? [
    ['no limit', '10'],
    ['20', '10']
  ]
  return said.flatMap((each) =>
    PATHS.slice(0, rule === 'additional-properties' ? PATHS.length : 2).flatMap((path) =>
      (['request', 'response'] as const).flatMap((side) => {
        // Which side it is only this rule says.
        if (side === 'response' && rule !== 'read-only') return []
        const of = (kind: 'narrowed' | 'widened') => gapMessage('The body', side, gapOf(path, each), kind)
        return [`  narrowed: ${of('narrowed')}`, `  widened: ${of('widened')}`]
      })
    )
  )
}

describe('sentences about differences of schemas', () => {
  it('are those of message-list.txt', () => {
    const lines = (Object.keys(SCHEMA_RULES) as SchemaRule[]).flatMap((rule) => [rule, ...new Set(messages(rule))])
    expectWholeList('diff/operations/message-list.txt', lines)
  })
})
