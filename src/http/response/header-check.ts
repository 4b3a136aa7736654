import { compileBinder } from '../../record/binder.js'
import { itemTypes } from '../../record/kinds/type-facts.js'
import type { TypeSchema } from '../../record/type/schema.js'
import type { OpenResponse } from '../lifetime/direct-exchange.js'
import type { HeaderForm } from '../reply/header-text.js'
import { fieldValue } from '../syntax/header-fields.js'
import type { Violation } from '../violation-reports.js'
import type { DeclaredHeader, DeclaredHeaders } from './declared-headers.js'

/** How the headers that are set on a response break their declaration; undefined where they do not. */
export type HeaderCheck = (res: Pick<OpenResponse, 'getHeader'>) => readonly Violation[] | undefined

/**
 * Compiles the check of a response's declared headers: each that is required is there, and each that is there has the
 * text of a value of its type, which keeps its rules. Asynchronous rules are not checked.
 */
export function compileHeaderCheck({ record, headers }: DeclaredHeaders): HeaderCheck {
  const type: TypeSchema = { kind: 'record', class: record }
  const binder = compileBinder(type, 'text', 'header', { direction: 'response', unknownFields: 'strip' })
  const lists = new Set(
    headers.filter(({ field }) => itemTypes(field.type) !== undefined).map(({ field }) => field.name)
  )
  return (res) => {
    const texts: Record<string, string | string[]> = Object.create(null)
    for (const { field } of headers) {
      const text = textOf(res.getHeader(field.name), field.name, lists.has(field.name))
      if (text !== undefined) texts[field.name] = text
    }
    const bound = binder.validate(texts)
    if (bound instanceof Promise) {
      // One that fails must not end the process.
      bound.catch(() => undefined)
      return undefined
    }
    return bound.faults?.map(({ path, rule, message }) => ({
      key: `header ${path} ${rule}`,
      text: `the header ${path} ${message}`
    }))
  }
}

function textOf(value: number | string | readonly string[] | undefined, name: string, isList: boolean) {
  if (value === undefined) return undefined
  const texts = (Array.isArray(value) ? value : [value]).map((text) => fieldValue(String(text)))
  // Each cookie is a header of its own, and one value.
  if (name === 'set-cookie') return isList ? texts : texts[0]
  if (isList) return texts.flatMap((text) => text.split(',').map(fieldValue))
  return texts.length === 1 ? texts[0] : texts
}

/** How values of declared headers are written, by name in lower case. */
export function headerForms(headers: readonly DeclaredHeader[]): Map<string, HeaderForm> {
  return new Map(
    headers.map(({ field: { name, type } }) => {
      const items = itemTypes(type)
      // Each cookie is a header of its own: their dates have commas (RFC 6265, section 3).
      return [
        name,
        { isList: items !== undefined && name !== 'set-cookie', isDateTime: (items ?? [type]).some(isDateTime) }
      ] as const
    })
  )
}

function isDateTime({ kind }: TypeSchema): boolean {
  return kind === 'timestamp'
}
