import { type Class, isClass } from '../../metadata.js'
import { getMetadataStorage } from '../library/metadata-storage.js'
import { canGenerateCode } from '../program/program.js'
import { type ClassCheck, compileCheck } from './class-check.js'
import { generateCheck } from './class-check-code.js'
import { planOf } from './class-plan.js'

/** The options by which metadata is chosen. */
export interface Selection {
  readonly groups: string[] | undefined
  readonly always: boolean
  readonly strictGroups: boolean
}

type Storage = ReturnType<typeof getMetadataStorage>

/** The checks of all classes, for one selection of metadata. */
export class ClassPlans {
  readonly #selection: Selection
  readonly #guardsPatterns: boolean
  readonly #generatesCode: boolean
  #checks = new WeakMap<Class, ClassCheck>()
  #lastClass: Class | undefined = undefined
  #lastCheck: ClassCheck | undefined = undefined
  #storage: Storage | undefined = undefined
  #classes = 0
  #constraints = 0
  readonly #promising = new WeakSet<object>()

  /** @param guardsPatterns see {@link planOf} */
  constructor(selection: Selection, guardsPatterns = false, generatesCode = canGenerateCode) {
    this.#generatesCode = generatesCode
    this.#guardsPatterns = guardsPatterns
    this.#selection = selection
  }

  /**
   * Drops the checks if they are out of date, at the beginning of a validation: decorators may be applied at any time.
   * The first decorator of a class, and each that adds a constraint, changes a count that is compared here; for any
   * other, such as a second ValidateNested, the check of the class itself finds that its metadata has grown.
   */
  refresh(): void {
    const storage = getMetadataStorage()
    const { validationMetadatas, constraintMetadatas } = storage
    const { size: classes } = validationMetadatas
    const { size: constraints } = constraintMetadatas
    if (storage === this.#storage && classes === this.#classes && constraints === this.#constraints) return
    this.#storage = storage
    this.#classes = classes
    this.#constraints = constraints
    this.forget()
  }

  forget(): void {
    this.#checks = new WeakMap()
    this.#lastClass = undefined
    this.#lastCheck = undefined
  }

  /** Whether a constraint returned a promise before when an object of this class was validated. */
  returnedPromise(object: object): boolean {
    return this.#promising.has(object.constructor)
  }

  rememberPromise(object: object): void {
    this.#promising.add(object.constructor)
  }

  /** The check of an object's class; undefined if it has none. */
  checkOf(object: object): ClassCheck | undefined {
    const target: unknown = object.constructor
    // The objects of a list, and of one route, are mostly of one class.
    if (target === this.#lastClass) return this.#lastCheck
    if (!isClass(target)) return undefined
    let check = this.#checks.get(target)
    if (check === undefined) {
      check = this.#compile(target)
      this.#checks.set(target, check)
    }
    this.#lastClass = target
    this.#lastCheck = check
    return check
  }

  #compile(target: Class): ClassCheck {
    const storage = getMetadataStorage()
    const { groups, always, strictGroups } = this.#selection
    const metadatas = storage.getTargetValidationMetadatas(target, '', always, strictGroups, groups)
    const { validationMetadatas } = storage
    const lists: (readonly unknown[])[] = []
    for (let at: unknown = target; typeof at === 'function'; at = Object.getPrototypeOf(at)) {
      const list = validationMetadatas.get(at)
      if (list !== undefined) lists.push(list)
    }
    const plan = planOf(storage.groupByPropertyName(metadatas) as never, this.#guardsPatterns)
    return this.#generatesCode ? generateCheck(plan, lists) : compileCheck(plan, lists)
  }
}
