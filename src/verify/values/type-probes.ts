import { JsonText } from '../wire/json-text.js'
import type { FlatSchema } from './flat-schema.js'

/** A value of each type of JSON, and what one type looks like in another. */
export function typeProbes(flat: FlatSchema): (readonly [label: string, value: unknown])[] {
  const probes: [string, unknown][] = [
    ['null', null],
    ['a boolean', true],
    ['false', false],
    ['a number', 7],
    ['a text', 'text'],
    ['an empty list', []],
    ['an empty object', {}],
    ['a list of lists', [[]]]
  ]
  if (flat.types.has('number')) probes.push(['a number as text', '5'], ['a number in an object', { value: 5 }])
  if (flat.types.has('boolean')) probes.push(['true as text', 'true'], ['1 for true', 1], ['0 for false', 0])
  if (flat.types.has('null')) probes.push(['null as text', 'null'])
  return probes
}

/** Each member, and what is nearly one. */
export function memberProbes(members: readonly unknown[]): (readonly [label: string, value: unknown])[] {
  const probes: [string, unknown][] = []
  for (const member of members.slice(0, 24)) {
    probes.push([`the member ${JSON.stringify(member)}`, member])
    if (typeof member === 'string') {
      const other = member === member.toUpperCase() ? member.toLowerCase() : member.toUpperCase()
      for (const near of [other, `${member} `, member.slice(1), `${member}x`])
        probes.push([`nearly ${JSON.stringify(member)}`, near])
      if (member !== '' && Number.isFinite(Number(member))) probes.push([`${member} as a number`, Number(member)])
    } else if (typeof member === 'number') {
      for (const near of [member + 1, member - 1, member + 0.5, String(member)]) probes.push([`nearly ${member}`, near])
      const form = Number.isInteger(member) ? `${member}.0` : `${member}e0`
      if (!/e.*e/.test(form)) probes.push([`${member} in another form`, new JsonText(form)])
    } else if (typeof member === 'boolean') {
      for (const near of [!member, String(member), Number(member)]) probes.push([`nearly ${member}`, near])
    }
  }
  return probes
}
