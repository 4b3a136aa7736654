import type { ValidationOptions } from 'class-validator'
import { type Decorating, memberFor } from '../kinds/kind.js'
import { FACTS } from '../kinds/kinds.js'
import { describeType, isOfType } from '../kinds/type-facts.js'
import type { TypeSchema } from '../type/schema.js'

/** The decorators of class-validator and class-transformer that declare the type of a property. */
export function typeDecorators(type: TypeSchema, options: ValidationOptions = {}): PropertyDecorator[] {
  return memberFor(FACTS, type).decorators(type, options, BY)
}

const BY: Decorating = {
  decorators: typeDecorators,
  describe: describeType,
  holds: (type, value) => isOfType(type, value, (record, object) => object instanceof record.class)
}
