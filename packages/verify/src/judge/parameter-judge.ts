import type { PublishedParameter } from '../document/published-document.js'
import type { SchemaChecks } from '../document/schema-checks.js'
import { headerValues, type WireRequest } from '../wire/wire-request.js'
import {
  checkObjectTexts,
  checkText,
  checkTexts,
  isUncertain,
  propertiesOf,
  type Shape,
  shapeOf,
  type TextFault,
  UNCERTAIN
} from './text-values.js'
import { invalid, open, type PartVerdict, unusual, VALID } from './verdict.js'

/** A pair of a query or form, as it was received. */
export interface RawPair {
  readonly name: string
  readonly rawValue: string
  /** Undefined where a percent sequence is broken. */
  readonly value: string | undefined
}

/** Splits a query as the WHATWG URL standard does (section 5.1); `+` is a space. */
export function splitQuery(query: string): RawPair[] {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=')
      const rawValue = equals === -1 ? '' : pair.slice(equals + 1)
      const rawName = equals === -1 ? pair : pair.slice(0, equals)
      const name = percentDecode(rawName)
      return { name: name ?? rawName, rawValue, value: name === undefined ? undefined : percentDecode(rawValue) }
    })
}

function percentDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/** The values of a cookie of that name (RFC 6265, section 5.4), percent-decoded where that is possible. */
function cookieValues(request: WireRequest, name: string): string[] {
  return headerValues(request, 'cookie')
    .flatMap((header) => header.split(';'))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => {
      const raw = pair.slice(name.length + 1)
      return percentDecode(raw.replaceAll('+', '%2B')) ?? raw
    })
}

/** Judges the parameters of an operation, each by its place, its style (OpenAPI 3.0.3, section 4.7.12) and its schema. */
export class ParameterJudge {
  readonly #checks: SchemaChecks
  readonly #shapes = new WeakMap<PublishedParameter, Shape>()

  constructor(checks: SchemaChecks) {
    this.#checks = checks
  }

  /** `pathText` is the decoded text of a path parameter. */
  judge(
    parameter: PublishedParameter,
    request: WireRequest,
    pairs: readonly RawPair[],
    pathText?: string
  ): PartVerdict {
    switch (parameter.in) {
      case 'path':
        return this.#judgeDelimited(parameter, pathText === undefined ? [] : [pathText])
      case 'header':
        return this.#judgeHeader(parameter, headerValues(request, parameter.name.toLowerCase()))
      case 'cookie':
        return this.#judgeDelimited(parameter, cookieValues(request, parameter.name))
      case 'query':
        return this.#judgeQuery(parameter, pairs)
    }
  }

  #shapeOf(parameter: PublishedParameter): Shape {
    let shape = this.#shapes.get(parameter)
    if (shape === undefined) {
      shape = parameter.isJson ? 'scalar' : shapeOf(this.#checks, parameter.schema)
      this.#shapes.set(parameter, shape)
    }
    return shape
  }

  /** RFC 9110, section 5.3: several lines with one name are one list. */
  #judgeHeader(parameter: PublishedParameter, values: readonly string[]): PartVerdict {
    if (this.#shapeOf(parameter) !== 'list' || values.length === 0) return this.#judgeDelimited(parameter, values)
    const items = values.join(',').split(',')
    return this.#judgeList(
      parameter,
      items.map((item) => item.trim())
    )
  }

  #judgeQuery(parameter: PublishedParameter, pairs: readonly RawPair[]): PartVerdict {
    const shape = this.#shapeOf(parameter)
    if (shape === 'object' && parameter.style === 'deepObject') return this.#judgeDeepObject(parameter, pairs)
    if (shape === 'object' && parameter.explode) return this.#judgeSpread(parameter, pairs)
    const own = pairs.filter((pair) => pair.name === parameter.name)
    if (own.some((pair) => pair.value === undefined)) return malformed(parameter)
    const values = own.map((pair) => pair.value as string)
    if (shape === 'list' && parameter.explode && values.length > 0) return this.#judgeList(parameter, values)
    if (shape === 'list' && own.some((pair) => /%2c/i.test(pair.rawValue))) return open('an encoded comma in a list')
    return this.#judgeDelimited(parameter, values)
  }

  /** A value that is one text: a scalar, or a list with delimiters between its items. */
  #judgeDelimited(parameter: PublishedParameter, values: readonly string[]): PartVerdict {
    const [text] = values
    if (text === undefined) return this.#absent(parameter)
    if (values.length > 1) return unusual(parameter.in, parameter.name, 'repeated', 'must be given once')
    if (parameter.isJson) return this.#judgeJson(parameter, text)
    const shape = this.#shapeOf(parameter)
    if (shape === 'scalar') {
      const verdict = this.#verdict(parameter, checkText(this.#checks, parameter.schema, text))
      const isOpen = verdict.kind === 'valid' && isUncertain(this.#checks, parameter.schema, text)
      return isOpen ? open(UNCERTAIN) : verdict
    }
    if (shape === 'object') return open('an object that is written as one text')
    if (text === '') return open('an empty text is no list, or a list of one empty text')
    return this.#judgeList(parameter, text.split(DELIMITERS[parameter.style] ?? ','))
  }

  #judgeList(parameter: PublishedParameter, texts: readonly string[]): PartVerdict {
    return this.#verdict(parameter, checkTexts(this.#checks, parameter.schema, texts))
  }

  #judgeJson(parameter: PublishedParameter, text: string): PartVerdict {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return reject(parameter, 'must be JSON', 'json')
    }
    return this.#verdict(parameter, this.#checks.check(parameter.schema, value, 'request'))
  }

  /** `filter[name]=x`; one level, because OpenAPI 3.0.3 does not define more. */
  #judgeDeepObject(parameter: PublishedParameter, pairs: readonly RawPair[]): PartVerdict {
    const own = pairs.filter((pair) => pair.name.startsWith(`${parameter.name}[`))
    if (pairs.some((pair) => pair.name === parameter.name)) return open('an object without keys')
    if (own.some((pair) => pair.value === undefined)) return malformed(parameter)
    if (own.length === 0) return this.#absent(parameter)
    const texts = new Map<string, string[]>()
    for (const pair of own) {
      const key = /^\[([^[\]]+)\]$/.exec(pair.name.slice(parameter.name.length))?.[1]
      if (key === undefined) return open('a key that is nested deeper')
      texts.set(key, [...(texts.get(key) ?? []), pair.value as string])
    }
    return this.#judgeTexts(parameter, texts)
  }

  /** Style `form` with `explode`: each property is a parameter of its own. */
  #judgeSpread(parameter: PublishedParameter, pairs: readonly RawPair[]): PartVerdict {
    const names = Object.keys(propertiesOf(this.#checks, parameter.schema))
    const own = pairs.filter((pair) => names.includes(pair.name))
    if (own.some((pair) => pair.value === undefined)) return malformed(parameter)
    if (own.length === 0) return this.#absent(parameter)
    const texts = new Map<string, string[]>()
    for (const pair of own) texts.set(pair.name, [...(texts.get(pair.name) ?? []), pair.value as string])
    return this.#judgeTexts(parameter, texts)
  }

  #judgeTexts(parameter: PublishedParameter, texts: ReadonlyMap<string, readonly string[]>): PartVerdict {
    return this.#verdict(parameter, checkObjectTexts(this.#checks, parameter.schema, texts))
  }

  #absent(parameter: PublishedParameter): PartVerdict {
    return parameter.required ? reject(parameter, 'is required', 'required') : VALID
  }

  #verdict(parameter: PublishedParameter, fault: TextFault | undefined): PartVerdict {
    if (fault === undefined) return VALID
    const separator = fault.path === '' || fault.path.startsWith('[') ? '' : '.'
    const reject = fault.isUnusual ? unusual : invalid
    return reject(parameter.in, `${parameter.name}${separator}${fault.path}`, fault.keyword, fault.message)
  }
}

const DELIMITERS: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' }

function reject(parameter: PublishedParameter, message: string, keyword: string): PartVerdict {
  return invalid(parameter.in, parameter.name, keyword, message)
}

function malformed(parameter: PublishedParameter): PartVerdict {
  return unusual(parameter.in, parameter.name, 'percent', 'has a broken percent sequence')
}
