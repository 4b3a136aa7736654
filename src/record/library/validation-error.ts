import type { ClassValidatorError } from '../../errors.js'

/** class-validator's error, for applications that have not installed it: with the same members and the same text. */
export class OwnValidationError implements ClassValidatorError {
  declare target?: object
  declare property: string
  declare value?: unknown
  declare constraints?: { [constraint: string]: string }
  declare children?: ClassValidatorError[]
  declare contexts?: { [constraint: string]: unknown }

  toString(shouldDecorate = false, hasParent = false, parentPath = '', showConstraintMessages = false): string {
    const bold = (text: string) => (shouldDecorate ? `\x1b[1m${text}\x1b[22m` : text)
    const failed = (property: string) => {
      const shown = (showConstraintMessages ? Object.values : Object.keys)(this.constraints ?? {}).join(', ')
      return ` - property ${bold(`${parentPath}${property}`)} has failed the following constraints: ${bold(shown)} \n`
    }
    const below = (path: string) =>
      (this.children ?? []).map((child) => child.toString(shouldDecorate, true, path, showConstraintMessages)).join('')
    if (hasParent) {
      const isIndex = Number.isInteger(+this.property)
      const property = isIndex ? `[${this.property}]` : `${parentPath === '' ? '' : '.'}${this.property}`
      return this.constraints ? failed(property) : below(`${parentPath}${property}`)
    }
    const name = this.target ? this.target.constructor.name : 'an object'
    const first = `An instance of ${bold(name)} has failed the validation:\n`
    return `${first}${this.constraints ? failed(this.property) : ''}${below(this.property)}`
  }
}
