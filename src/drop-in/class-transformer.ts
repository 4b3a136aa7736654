import type { ClassConstructor, ClassTransformOptions } from 'class-transformer'
import * as original from 'class-transformer'
import { type ConcreteClass, isClass } from '../metadata.js'
import { canGenerateCode } from '../record/program/program.js'
import { Transformation } from '../record/transformation-plans/transformation.js'
import { guardedDecorators } from './guarded-decorators.js'

export * from 'class-transformer'

export const {
  Exclude,
  Expose,
  Transform,
  TransformInstanceToInstance,
  TransformInstanceToPlain,
  TransformPlainToInstance,
  Type
} = guardedDecorators(original)

function transform(target: ClassConstructor<unknown>, plain: unknown, options?: ClassTransformOptions): unknown {
  const isPlan = isClass(target) && !(plain instanceof Map) && (options === undefined || typeof options === 'object')
  const transformation = canGenerateCode && isPlan ? Transformation.of(options ?? undefined) : undefined
  return transformation === undefined
    ? original.plainToInstance(target, plain, options)
    : transformation.make(plain, target as ConcreteClass)
}

/**
 * class-transformer's `plainToInstance`, from plans that are made once per class: the same instances, without searching
 * the metadata again at each key of each object.
 *
 * With options that plans do not support (groups, versions, prefixes, circular checks …), and where no code may be
 * generated, class-transformer itself is called.
 */
export const plainToInstance: typeof original.plainToInstance = transform as typeof original.plainToInstance

/** The older name of {@link plainToInstance}. */
export const plainToClass: typeof original.plainToClass = transform as typeof original.plainToClass
