import { isNode } from '../document/json-schema-2020.js'
import type { TrialStep } from '../session/attempt.js'
import { bytesOf, jsonOf } from '../wire/target.js'
import type { Play } from './play.js'

/** Longer than the second in which many services count. */
const TICK = 1100

/**
 * Where a response is something else than before, which a change explains: not a moment, a counter of reads or a signed URL,
 * which are something else each time. It costs two more reads, and a pause, only where something is.
 */
export async function changedPlace(
  play: Play,
  before: TrialStep,
  after: TrialStep,
  read: () => Promise<TrialStep>
): Promise<string | undefined> {
  const [old, now] = [contentOf(before), contentOf(after)]
  const changed = placesThatDiffer(old, now)
  if (changed.size === 0) return undefined
  const again = await read()
  await play.wait(TICK)
  const later = await read()
  for (const step of [again, later]) for (const place of placesThatDiffer(now, contentOf(step))) changed.delete(place)
  const [first] = changed
  return first === undefined ? undefined : first === '' ? 'the response' : `'${first}'`
}

/** The JSON of a response; of another one its bytes. */
function contentOf({ response }: TrialStep): unknown {
  return jsonOf(response) ?? bytesOf(response).toString('latin1')
}

/** The places at which two JSON values differ: `lines[].sku`; empty for the whole. */
function placesThatDiffer(one: unknown, two: unknown, place = '', found = new Set<string>()): Set<string> {
  if (isNode(one) && isNode(two)) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(two)]))
      placesThatDiffer(one[name], two[name], place === '' ? name : `${place}.${name}`, found)
  } else if (Array.isArray(one) && Array.isArray(two) && one.length === two.length) {
    for (const [index, item] of one.entries()) placesThatDiffer(item, two[index], `${place}[]`, found)
  } else if (JSON.stringify(one) !== JSON.stringify(two)) found.add(place)
  return found
}
