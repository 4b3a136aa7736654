import { domainToASCII } from 'node:url'
import * as hyperjump from '@hyperjump/json-schema-formats'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { expect } from 'chai'
import { Field } from 'fieldstone'
import { FORMATS, type TextFormatName } from '../../../src/record/format/formats.js'
import { isHostname, isInternationalHostname } from '../../../src/record/format/host-name.js'
import { refusals } from '../../support/binding.js'
import { FORMAT_CASES, MORE_FORMAT_CASES } from '../../support/format-cases.js'
import { expectWholeList } from '../../support/whole-list.js'

type Judge = (text: string) => boolean

/** Another validator. Its check of idn-email takes exponential time for some texts of the suite, and that of hostname prints what it rejects. */
const HYPERJUMP: Readonly<Record<string, Judge>> = {
  'date-time': hyperjump.isDateTime,
  date: hyperjump.isDate,
  time: hyperjump.isTime,
  duration: hyperjump.isDuration,
  email: hyperjump.isEmail,
  ipv4: hyperjump.isIPv4,
  ipv6: hyperjump.isIPv6,
  uuid: hyperjump.isUuid,
  'uri-template': hyperjump.isUriTemplate,
  'json-pointer': hyperjump.isJsonPointer,
  'relative-json-pointer': hyperjump.isRelativeJsonPointer,
  regex: hyperjump.isRegex
}

function ajvJudge(name: string): Judge | undefined {
  const format = (fullFormats as Record<string, unknown>)[name]
  if (format === undefined) return undefined
  if (format instanceof RegExp) return (text) => format.test(text)
  if (typeof format === 'function') return format as Judge
  const { validate } = format as { validate?: RegExp | Judge }
  if (validate instanceof RegExp) return (text) => validate.test(text)
  return typeof validate === 'function' && (format as { type?: string }).type !== 'number' ? validate : undefined
}

const JUDGES = { ajv: ajvJudge, hyperjump: (name: string) => HYPERJUMP[name] }

const TEXTS: readonly string[] = [
  ...new Set(Object.values({ ...FORMAT_CASES, ...MORE_FORMAT_CASES }).flatMap((cases) => cases.map(([text]) => text)))
]

/** Why another validator has a different opinion. */
const REASONS: Readonly<Record<string, string>> = {
  'ajv email': 'it knows neither quoted local parts nor addresses in brackets, which RFC 5321 has',
  'ajv uri': 'it reads less than RFC 3986: a port that is no number passes, and brackets in a path',
  'ajv uuid': 'it takes the prefix urn:uuid:, which RFC 4122 has of URNs alone',
  'ajv date-time': 'it takes a space for T and offsets without minutes, and counts seconds as binary fractions',
  'ajv hostname': 'it does not decode labels, and takes a dot at the end',
  'ajv byte': 'its expression lets a line break be at the end',
  'ajv duration': 'it lets parts be left out between two others',
  'ajv regex': 'it reads expressions without the flag u, but for \\Z',
  'ajv relative-json-pointer': 'it does not know moved indexes',
  'ajv uri-reference': 'it takes a colon in the first segment of a relative reference, and brackets',
  'ajv uri-template': 'it knows neither dots in names nor the apostrophe, and takes control characters',
  'hyperjump time': 'it takes no leap second where there is no date'
}

describe('The formats of texts and other validators of them', () => {
  it('agree, but for what judge-list.txt says and a reason explains', () => {
    const lines: string[] = []
    const unexplained: string[] = []
    for (const [judge, judgeOf] of Object.entries(JUDGES)) {
      for (const name of Object.keys(FORMATS) as TextFormatName[]) {
        const accepts = judgeOf(name)
        if (accepts === undefined) continue
        class Holder {
          @Field(() => String, { format: name }) v!: string
        }
        const isOurs = (text: string) => refusals(Holder, { v: text }).length === 0
        const differing = TEXTS.filter((text) => isOurs(text) !== holds(accepts, text))
        const reason = REASONS[`${judge} ${name}`]
        if (differing.length > 0 && reason === undefined) unexplained.push(`${judge} ${name}`)
        lines.push(`${judge} ${name}: ${differing.length === 0 ? 'agrees' : reason}`)
        for (const text of differing) lines.push(`  ${isOurs(text) ? 'we' : 'it'} accept ${JSON.stringify(text)}`)
      }
    }
    expectWholeList('record/format/judge-list.txt', lines)
    expect(unexplained).to.deep.equal([])
  })

  it('agree on how long a name in any script is, encoded, with the URLs of the runtime', () => {
    let [accepted, rejected] = [0, 0]
    for (const word of wordsOfLetters(40)) {
      for (let count = 1; count <= word.length; count++) {
        const label = word.slice(0, count).join('').normalize('NFC')
        const encoded = domainToASCII(label)
        for (const parts of [1, 5]) {
          const [name, written] = [label, encoded].map((one) => Array(parts).fill(one).join('.')) as [string, string]
          const isShort = encoded.length <= 63 && written.length <= 253
          expect(isInternationalHostname(name), name).to.equal(isShort)
          expect(isHostname(written), written).to.equal(isShort)
          if (isShort) accepted += 1
          else rejected += 1
        }
      }
    }
    expect(Math.min(accepted, rejected)).to.be.greaterThan(1000)
  })
})

/** Words of 62 letters, of one to six letters each, always the same words. */
function wordsOfLetters(count: number): string[][] {
  const alphabet = [...'abzäößжщяαω例測試えカ한국कग\u{20000}\u{2A6D6}āžńłơ']
  let state = 1
  const below = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % limit
  }
  return Array.from({ length: count }, () => {
    const letters = Array.from({ length: 1 + below(6) }, () => alphabet[below(alphabet.length)] as string)
    return Array.from({ length: 62 }, () => letters[below(letters.length)] as string)
  })
}

function holds(accepts: Judge, text: string): boolean {
  try {
    return accepts(text)
  } catch {
    return false
  }
}
