import type { ClassTransformOptions, TransformFnParams } from 'class-transformer'
import { type Class, emittedTypeOf } from '../../metadata.js'
import type { TypeMetadata } from '../library/class-transformer.js'
import { transformOperationExecutor } from '../library/transform-executor.js'
import { canGenerateCode } from '../program/program.js'
import { generateMaker, type MakerMode, type MakerParts } from './maker-code.js'
import {
  discriminated,
  discriminatedItem,
  isDiscriminating,
  isMakeable,
  isPlain,
  isPolluted,
  isSpecial,
  reflectedOf,
  SCALARS,
  scalar
} from './sent-value.js'
import {
  type KeyPlan,
  type Made,
  type Maker,
  PLAIN_TO_CLASS,
  type Plain,
  type TypePlan,
  typePlanOf
} from './type-plan.js'

/** The defaults of class-transformer's options. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  enableCircularCheck: false,
  enableImplicitConversion: false,
  excludeExtraneousValues: false,
  excludePrefixes: undefined,
  exposeDefaultValues: false,
  exposeUnsetFields: true,
  groups: undefined,
  ignoreDecorators: false,
  strategy: undefined,
  targetMaps: undefined,
  version: undefined
}

/** The options that plans cover; with any other, class-transformer itself does the work. */
const KNOWN = [
  'enableImplicitConversion',
  'excludeExtraneousValues',
  'exposeDefaultValues',
  'exposeUnsetFields'
] as const

/**
 * Transforms plain objects into instances as class-transformer's executor does, from plans of the classes; where code may be
 * generated, by a function for each class.
 */
export class Transformation {
  readonly #options: ClassTransformOptions
  readonly #mode: MakerMode
  readonly #parts: MakerParts | undefined
  #usesMakers = false
  #last: TypePlan | undefined = undefined

  private constructor(options: ClassTransformOptions, generatesCode = canGenerateCode) {
    this.#options = options
    this.#mode = {
      converts: Boolean(options.enableImplicitConversion),
      excludesExtraneous: Boolean(options.excludeExtraneousValues),
      keepsDefaults: Boolean(options.exposeDefaultValues),
      setsUndefined: Boolean(options.exposeUnsetFields)
    }
    this.#parts = generatesCode ? this.#makerParts() : undefined
  }

  /** Undefined if plans do not cover the options. */
  static of(options: ClassTransformOptions | undefined): Transformation | undefined {
    if (options === undefined) return Transformation.#plain
    for (const [name, value] of Object.entries(options)) {
      if (value !== DEFAULTS[name] && !(KNOWN as readonly string[]).includes(name)) return undefined
    }
    let mode = 0
    for (const [bit, name] of KNOWN.entries()) {
      const value = Object.hasOwn(options, name) ? options[name] : DEFAULTS[name]
      // A user's function gets the options as they are.
      if (typeof value !== 'boolean') return new Transformation({ ...DEFAULTS, ...options }, false)
      if (value !== DEFAULTS[name]) mode |= 1 << bit
    }
    if (mode === 0) return Transformation.#plain
    Transformation.#byMode[mode] ??= new Transformation({ ...DEFAULTS, ...options })
    return Transformation.#byMode[mode]
  }

  static readonly #plain = new Transformation(DEFAULTS)
  /** By the options of {@link KNOWN} that are not as they are by default, one bit each. */
  static readonly #byMode: (Transformation | undefined)[] = []

  /** Transforms a value that was sent into instances of a class. */
  make(value: unknown, target: Class): unknown {
    this.#last = undefined
    this.#usesMakers = this.#parts !== undefined && !isPolluted()
    return this.#transform(value, target)
  }

  #transform(value: unknown, type: unknown, arrayType?: unknown): unknown {
    if (typeof value !== 'object' || value === null) return scalar(value, type)
    if (Array.isArray(value)) return this.#array(value, type, arrayType)
    const maker = this.#usesMakers && isPlain(value) ? this.#makerOf(type) : undefined
    if (maker !== undefined) return maker(value as Plain)
    if (isSpecial(value)) return this.#byExecutor(value, type, arrayType)
    if (type === String) return String(value)
    if (type === Number) return Number(value)
    if (type === Boolean) return Boolean(value)
    if (value instanceof Date) return new Date(value.valueOf())
    if (type === Date) return new Date(value as never)
    if (type === Buffer) return this.#byExecutor(value, type, arrayType)
    return this.#object(value as Plain, type, arrayType)
  }

  /** Derived classes of Array are left to class-transformer. */
  #array(values: readonly unknown[], type: unknown, arrayType: unknown): unknown {
    const isPlainArray =
      // Of a property that may also be null the compiler emits Object, of which class-transformer makes an array, too.
      arrayType === undefined || arrayType === Array || (arrayType === Object && !('push' in Object.prototype))
    if (isPlainArray && isDiscriminating(type)) return this.#discriminatedItems(values, type)
    const isOfOneType = type === undefined || typeof type === 'function'
    if (!isPlainArray || !isOfOneType) return this.#byExecutor(values, type, arrayType)
    const maker = this.#usesMakers ? this.#makerOf(type) : undefined
    const out: unknown[] = []
    for (let at = 0; at < values.length; at++) {
      const value = values[at]
      // Holes are skipped, as class-transformer does with forEach.
      if (value === undefined && !(at in values)) continue
      out.push(maker !== undefined && isPlain(value) ? maker(value) : this.#transform(value, type))
    }
    return out
  }

  /** The discriminator of each item names its type. */
  #discriminatedItems(values: readonly unknown[], metadata: TypeMetadata): unknown[] {
    const out: unknown[] = []
    // Holes are skipped.
    values.forEach((value) => {
      const named = metadata.typeFunction?.({ newObject: out, object: value as object, property: undefined })
      out.push(this.#transform(value, discriminatedItem(metadata, value as Made, named)))
    })
    return out
  }

  #makerOf(type: unknown): Maker | undefined {
    if (typeof type !== 'function' || SCALARS.has(type)) return undefined
    const plan = typePlanOf(type as Class)
    let maker = plan.makers.get(this.#mode)
    if (maker === undefined) {
      const hasCode = isMakeable(type) && (plan.isOpen || plan.fixedKeys(this.#mode.excludesExtraneous) !== undefined)
      maker = hasCode && generateMaker(plan, this.#parts as MakerParts, this.#mode)
      plan.makers.set(this.#mode, maker)
    }
    return maker || undefined
  }

  #makerParts(): MakerParts {
    return {
      setMember: (key, value, made, plan) => this.#setMember(key, value, made, plan),
      setMembers: (value, made, plan) => this.#members(value, made, plan),
      transform: (value, type, arrayType) => this.#transform(value, type, arrayType),
      scalar
    }
  }

  #object(value: Plain, given: unknown, arrayType: unknown): unknown {
    let type = given
    // class-transformer's guard: an object that looks like an array must not become one.
    if (!type && value.constructor !== Object && (value.constructor as unknown) !== Array) type = value.constructor
    if (!type) return this.#members(value, {}, undefined)
    if (!isMakeable(type)) return this.#byExecutor(value, given, arrayType)
    return this.#members(value, new (type as new () => Made)(), this.#planOf(type))
  }

  #members(value: Plain, made: Made, plan: TypePlan | undefined): Made {
    const keys = plan === undefined ? Object.keys(value) : plan.keysOf(value, this.#mode.excludesExtraneous)
    for (const key of keys) this.#setMember(key, value, made, plan)
    return made
  }

  #setMember(key: string, value: Plain, made: Made, plan: TypePlan | undefined): void {
    if (key === '__proto__' || key === 'constructor') return
    const found = plan?.key(key)
    const property = found?.property ?? key
    const sent = value[key]
    const type = this.#typeOf(found, sent, value, made, plan?.target, property)
    if (isFixed(made, property, plan?.target, found)) return
    const result = this.#member(found, type, sent, value, made, property)
    if (result !== undefined || this.#mode.setsUndefined) made[property] = result
  }

  /** The items of a list are mostly of one class. */
  #planOf(target: Class): TypePlan {
    if (this.#last?.target !== target) this.#last = typePlanOf(target)
    return this.#last
  }

  #member(
    plan: KeyPlan | undefined,
    type: unknown,
    sent: unknown,
    value: Plain,
    made: Made,
    property: string
  ): unknown {
    if (sent === undefined && this.#mode.keepsDefaults) return made[property]
    const metadata = plan?.type
    let result: unknown
    if (typeof sent !== 'object' || sent === null) result = scalar(sent, type, metadata?.reflectedType === Map)
    else if (metadata?.reflectedType === Map) result = this.#byExecutor(sent, type, reflectedOf(sent, metadata), true)
    else result = this.#transform(sent, type, reflectedOf(sent, metadata))
    if (plan === undefined || plan.transforms.length === 0) return result
    for (const transform of plan.transforms) {
      const args = { value: result, key: property, obj: value, type: PLAIN_TO_CLASS, options: this.#options }
      result = transform(args as TransformFnParams)
    }
    return result
  }

  #typeOf(
    plan: KeyPlan | undefined,
    sent: unknown,
    value: Plain,
    made: Made,
    target: Class | undefined,
    property: string
  ): unknown {
    const metadata = plan?.type
    if (metadata !== undefined) {
      const named = metadata.typeFunction
        ? metadata.typeFunction({ newObject: made, object: value, property })
        : metadata.reflectedType
      return discriminated(metadata, sent, named)
    }
    return this.#mode.converts && target !== undefined ? emittedTypeOf(target, property) : undefined
  }

  #byExecutor(value: unknown, type: unknown, arrayType: unknown, isMap = value instanceof Map): unknown {
    const TransformOperationExecutor = transformOperationExecutor()
    const executor = new TransformOperationExecutor(PLAIN_TO_CLASS, this.#options)
    return executor.transform(undefined, value, type, arrayType, isMap, 1)
  }
}

/** Whether the property is a method, or an accessor without a setter, which are not replaced. */
function isFixed(made: Made, property: string, target: Class | undefined, plan: KeyPlan | undefined): boolean {
  const maker = made.constructor as { prototype?: object }
  if (!maker.prototype) return false
  if (maker === target && plan !== undefined) return plan.isFixed || typeof made[property] === 'function'
  const descriptor = Object.getOwnPropertyDescriptor(maker.prototype, property)
  return (descriptor !== undefined && !descriptor.set) || made[property] instanceof Function
}
