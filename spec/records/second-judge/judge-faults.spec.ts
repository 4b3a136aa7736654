import {
  InvalidSchemaError,
  registerSchema,
  setShouldValidateFormat,
  unregisterSchema,
  validate
} from '@hyperjump/json-schema/openapi-3-0'
import Ajv2020Module from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import { expect } from 'chai'
import { SecondJudge } from './hyperjump.js'
import { HYPERJUMP_FAULTS, type JudgeFault, withFaults } from './hyperjump-faults.js'

// Both are CommonJS with a default export.
const Ajv2020 = Ajv2020Module.default
const addFormats = addFormatsModule.default

/**
 * What Ajv 8 and ajv-formats 3 judge wrongly as they are. `verify` and the specs that judge by Ajv have own definitions of
 * formats and `multipleOf`, the option `ownProperties`, or names of their own choice.
 */
const AJV_FAULTS: readonly JudgeFault[] = [
  {
    what: 'takes an inherited member of Object.prototype for a present property',
    version: '3.1',
    schema: { required: ['toString'] },
    text: '{}',
    isValid: false
  },
  {
    what: 'checks what an object inherits by the schema of a property',
    version: '3.1',
    schema: { properties: { toString: { type: 'string' } } },
    text: '{}',
    isValid: true
  },
  {
    what: 'ignores the schema of a property __proto__',
    version: '3.1',
    schema: { properties: JSON.parse('{"__proto__":{"type":"string"}}') },
    text: '{"__proto__":1}',
    isValid: false
  },
  {
    what: 'cannot compare items that have a member valueOf',
    version: '3.1',
    schema: { uniqueItems: true },
    text: '[{"valueOf":1},{"valueOf":2}]',
    isValid: true
  },
  {
    what: 'cannot compare items that have a member toString',
    version: '3.1',
    schema: { uniqueItems: true },
    text: '[{"toString":1},{"toString":2}]',
    isValid: true
  },
  {
    what: 'takes no decimal for a multiple whose quotient is not exact',
    version: '3.1',
    schema: { multipleOf: 0.1 },
    text: '0.3',
    isValid: true
  },
  {
    what: 'takes a space for the T of a date-time',
    version: '3.1',
    schema: { format: 'date-time' },
    text: '"2024-05-17 08:30:00Z"',
    isValid: false
  },
  {
    what: 'takes an offset without a colon in a time',
    version: '3.1',
    schema: { format: 'time' },
    text: '"08:30:00+0200"',
    isValid: false
  },
  {
    what: 'takes an offset without minutes in a date-time',
    version: '3.1',
    schema: { format: 'date-time' },
    text: '"2024-05-17T08:30:00+02"',
    isValid: false
  }
]

/** The verdict of Ajv as it is; undefined where it throws. */
function verdictOfAjv({ schema, text }: JudgeFault): boolean | undefined {
  const ajv = new Ajv2020({ strict: false, logger: false })
  addFormats(ajv as never)
  try {
    return ajv.compile(schema)(JSON.parse(text)) === true
  } catch {
    return undefined
  }
}

/** The verdict of the second judge by a document of this schema alone; undefined where it throws. */
async function verdictOf({ version, schema, text }: JudgeFault): Promise<boolean | undefined> {
  const judge = new SecondJudge({
    openapi: version === '3.0' ? '3.0.3' : '3.1.1',
    info: { title: 'Spec', version: '1' },
    paths: {},
    components: { schemas: { Judged: schema } }
  })
  try {
    return (await judge.at('components', 'schemas', 'Judged'))(JSON.parse(text))
  } catch {
    return undefined
  } finally {
    judge.close()
  }
}

describe('The second judge', () => {
  for (const fault of AJV_FAULTS) {
    it(`judges rightly, where Ajv ${fault.what}`, async () => {
      expect(await verdictOf(fault)).to.equal(fault.isValid)
      // Fails when the library has mended it: then the entry goes.
      expect(verdictOfAjv(fault)).not.to.equal(fault.isValid)
    })
  }

  for (const fault of HYPERJUMP_FAULTS) {
    it(`judges rightly, where hyperjump ${fault.what}`, async () => {
      expect(await verdictOf(fault)).to.equal(fault.isValid)
    })

    it(`has to mend that hyperjump ${fault.what}`, async () => {
      // Fails when the library has mended it: then the entry goes, and what mends it.
      expect(await withFaults(async () => await verdictOf(fault))).not.to.equal(fault.isValid)
    })
  }

  it('cannot judge a document with a property whose name is half of a surrogate pair', async () => {
    const schema = { properties: { '\ud800': { type: 'string' } } }
    expect(await verdictOf({ what: '', version: '3.1', schema, text: '{}', isValid: true })).to.equal(undefined)
  })

  it('holds no document in OpenAPI 3.0 against its schema with formats asserted: hyperjump takes no $ref there', async () => {
    const schemas = { A: { $ref: '#/components/schemas/B' }, B: { type: 'string' } }
    const info = { title: 'Spec', version: '1' }
    const document = { openapi: '3.0.3', info, paths: {}, components: { schemas } }
    const uri = 'https://judged.example/references.openapi.json'
    registerSchema(document, uri, 'https://spec.openapis.org/oas/3.0/schema')
    setShouldValidateFormat(true)
    const error = await validate(`${uri}#/components/schemas/A`).catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(InvalidSchemaError)
    unregisterSchema(uri)
  })
})
