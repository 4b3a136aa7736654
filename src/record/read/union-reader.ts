import { describeType, jsonKindOf, jsonKinds } from '../kinds/type-facts.js'
import type { FaultList } from '../type/fault-list.js'
import { fieldStep } from '../type/fault-list.js'
import { type BinderSource, isJsonObject, type Reader } from '../type/reading-options.js'
import type { Discriminator, TypeSchema } from '../type/schema.js'

/** One member of a union, with its reader. */
export interface UnionMember {
  readonly type: TypeSchema
  readonly read: Reader
}

/** What a member of a union made of a value. */
interface Attempt {
  readonly value: unknown
  readonly faults: FaultList
}

/**
 * Compiles the reader of a union without discriminator: the first member in order that accepts a value binds it.
 *
 * Where none does, the only member of the value's JSON kind tells what is wrong with it; where several or none are of
 * that kind, nobody can know which was meant, and one fault says so.
 *
 * @param choosers the members with readers that check more than theirs do, where those check too little to choose by
 */
export function unionReader(members: readonly UnionMember[], source: BinderSource, choosers = members): Reader {
  const reason = `must be one of: ${members.map(({ type }) => describeType(type)).join(', ')}`
  const kinds = members.map(({ type }) => jsonKinds(type, source))
  return (raw, faults) => {
    for (const [index, chooser] of choosers.entries()) {
      const { value, faults: own } = attempt(chooser, raw, faults)
      if (own.isEmpty) return choosers === members ? value : (members[index] as UnionMember).read(raw, faults)
    }
    const attempts = members.map((member) => attempt(member, raw, faults))
    const accepting = attempts.find((made) => made.faults.isEmpty)
    if (accepting !== undefined) return accepting.value
    const candidates = attempts.filter((_, index) => kinds[index]?.has(jsonKindOf(raw, source)))
    if (raw === null) faults.add('type', 'must not be null')
    else if (candidates.length === 1) faults.append((candidates[0] as Attempt).faults)
    else faults.add('anyOf', reason)
    return undefined
  }
}

/** A member reads an object once in a binding: unions that nest in each other would else take exponential time. */
function attempt(member: UnionMember, raw: unknown, faults: FaultList): Attempt {
  const notes = typeof raw === 'object' && raw !== null ? faults.notesOf<Attempt>(member) : undefined
  const known = notes?.get(raw as object)
  if (known !== undefined) return known
  const own = faults.branch()
  const made = { value: member.read(raw, own), faults: own }
  notes?.set(raw as object, made)
  return made
}

/** Compiles the reader of a union whose discriminator chooses; `readers` are those of the mapping, in its order. */
export function discriminatedReader({ name, mapping }: Discriminator, readers: readonly Reader[]): Reader {
  const byValue = new Map<unknown, Reader>(mapping.map(({ value }, index) => [value, readers[index] as Reader]))
  const step = fieldStep(name)
  const reason = `must be one of ${mapping.map(({ value }) => JSON.stringify(value)).join(', ')}`
  return (raw, faults) => {
    if (!isJsonObject(raw)) {
      faults.add('type', raw === null ? 'must not be null' : 'must be an object')
      return undefined
    }
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined
    const read = byValue.get(value)
    if (read !== undefined) return read(raw, faults)
    const start = faults.length
    if (value === undefined) faults.add('required', 'is required')
    else faults.add('enum', value === null ? 'must not be null' : reason)
    faults.enterStep(step, start)
    return undefined
  }
}
