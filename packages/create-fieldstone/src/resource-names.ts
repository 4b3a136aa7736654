import { runInNewContext } from 'node:vm'
import { UsageError } from './usage-error.js'

/** The names that are made of one name of a resource. */
export interface ResourceNames {
  /** `OrderLine` */
  readonly type: string
  /** `order-line`, for files. */
  readonly file: string
  /** `order-lines`, for paths. */
  readonly path: string
  /** `orderLine`, for variables. */
  readonly one: string
  /** `orderLines`, for variables. */
  readonly many: string
  /** `order line`, for sentences. */
  readonly words: string
  /** `order lines`, for sentences. */
  readonly manyWords: string
}

/** What the generated files import or use by these names already. */
const TAKEN = [
  'Application',
  'Body',
  'Controller',
  'Delete',
  'Field',
  'Get',
  'Injectable',
  'Integer',
  'NotFound',
  'Param'
]
const ALSO_TAKEN = ['Post', 'Put', 'Record', 'Returns', 'Service']

/**
 * Reads the name of a resource in any spelling: `order-line`, `OrderLine`, `order_lines`.
 *
 * @throws UsageError for what gives no name of a class, and for one that the generated code needs itself
 */
export function resourceNames(text: string): ResourceNames {
  const given = text.replace(/[-_]?controller$/i, '')
  if (!/^[a-z]([a-z0-9]|[-_](?=[a-z0-9]))*$/i.test(given))
    throw new UsageError(`'${text}' cannot be the name of a class; give letters and digits, as item or order-line`)
  const words = given.split(/[-_]|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase())
  const singular = [...words.slice(0, -1), singularOf(words.at(-1) as string)]
  const plural = [...words.slice(0, -1), pluralOf(singular.at(-1) as string)]
  const type = singular.map(capital).join('')
  if ([...TAKEN, ...ALSO_TAKEN].includes(type) || isOfLanguage(type))
    throw new UsageError(`${type} is the name of something else in the generated code; give another one`)
  return {
    type,
    file: singular.join('-'),
    path: plural.join('-'),
    one: `${singular[0]}${singular.slice(1).map(capital).join('')}`,
    many: `${plural[0]}${plural.slice(1).map(capital).join('')}`,
    words: singular.join(' '),
    manyWords: plural.join(' ')
  }
}

/** Globals of the platform, such as Event, may be the names of resources: the generated code uses none of them. */
function isOfLanguage(name: string): boolean {
  return name in (runInNewContext('globalThis') as object)
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}

function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

function singularOf(word: string): string {
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(ss|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word
}
