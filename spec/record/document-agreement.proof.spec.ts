import Ajv2020Module from 'ajv/dist/2020.js'
import AjvDraft04Module from 'ajv-draft-04'
import addFormatsModule from 'ajv-formats'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import fc from 'fast-check'
import { compileBinder } from '../../src/record/binder.js'
import { SchemaEmitter } from '../../src/record/json-schema/json-schema.js'
import { cases, chance } from '../support/chance.js'
import { forgetting } from '../support/forgotten-classes.js'
import { drawRecord } from '../support/generated-record.js'

// All are CommonJS with a default export.
const addFormats = addFormatsModule.default
const Ajv2020 = Ajv2020Module.default
const AjvDraft04 = AjvDraft04Module.default

const isDateTime = (fullFormats['date-time'] as { validate: (text: string) => boolean }).validate
const isTime = (fullFormats.time as { validate: (text: string) => boolean }).validate

/** ajv-formats takes a space for T, and offsets without a colon, which RFC 3339 has not. */
const OFFSET = /(?:[zZ]|[+-]\d\d:\d\d)$/

/** One for all records: making one takes longer than compiling a record. */
function makeAjv(version: '3.0' | '3.1') {
  const options = {
    strict: false,
    // A field may be called toString.
    ownProperties: true,
    multipleOfPrecision: 9,
    logger: false,
    formats: { alphanumeric: true, alpha: true, numeric: true }
  } as const
  const ajv = version === '3.0' ? new AjvDraft04(options) : new Ajv2020(options)
  addFormats(ajv as never)
  ajv.addFormat('date-time', (text: string) => /^\S+$/.test(text) && OFFSET.test(text) && isDateTime(text))
  ajv.addFormat('time', (text: string) => OFFSET.test(text) && isTime(text))
  return ajv
}

const JUDGES = { '3.0': makeAjv('3.0'), '3.1': makeAjv('3.1') }

function judge(schema: object, components: object, version: '3.0' | '3.1'): (body: unknown) => boolean {
  return JUDGES[version].compile({ ...schema, components: { schemas: components } }) as (body: unknown) => boolean
}

describe('A generated record', () => {
  for (const version of ['3.0', '3.1'] as const) {
    for (const direction of ['request', 'response'] as const) {
      it(`accepts a ${direction}'s body exactly when it is valid under the document (${version})`, () => {
        let accepted = 0
        let refused = 0
        fc.assert(
          fc.property(fc.gen(), (draw) =>
            forgetting(() => {
              const record = drawRecord(draw)
              const type = { kind: 'record', class: record.class } as const
              const unknownFields = draw(fc.constantFrom, 'strip' as const, 'reject' as const)
              const emitter = new SchemaEmitter(version, undefined, { unknownFields })
              emitter.use(type, direction === 'request' ? 'response' : 'request')
              const schema = emitter.schemaOf(type, 'here', direction)
              const isValid = judge(schema, emitter.components, version)
              // The rules here that 3.0 has no words for.
              const mayBeStricter = /"rule":"(?:tuple|matches)"/.test(JSON.stringify(emitter.components))
              const binder = compileBinder(type, 'json', 'body', { direction, unknownFields })
              for (let at = 0; at < 12; at++) {
                // What arrives is what JSON.parse makes of a text.
                const text = JSON.stringify(record.draw(draw))
                const valid = isValid(JSON.parse(text))
                const bound = binder.validate(JSON.parse(text))
                if (bound instanceof Promise) throw new Error('validation answered a promise')
                if (bound.faults === undefined) accepted++
                else refused++
                if ((bound.faults === undefined) === valid || (mayBeStricter && valid)) continue
                // What is for requests alone is like any unknown property in the document, and never written.
                if (valid && bound.faults?.some(({ rule }) => rule === 'writeOnly')) continue
                throw new Error(
                  `${text} is ${valid ? 'valid' : 'not valid'} under ${JSON.stringify(emitter.components)}, ` +
                    `but the binder tells ${JSON.stringify(bound.faults)}`
                )
              }
            })
          ),
          chance(60, 500)
        )
        // Else the comparison says little.
        const enough = cases(60, 800)
        if (accepted < enough || refused < enough) throw new Error(`${accepted} accepted, ${refused} refused`)
      })
    }
  }
})
