import { pointerBelow } from '../document/json-pointer.js'
import { canonical, isMembers, membersOf, textOf } from '../document/members.js'
import type { OperationAt, ParameterAt } from '../document/operations.js'
import { type SchemaAt } from '../schema/schema-at.js'
import { shapeOf } from '../schema/shape.js'
import type { Change } from './change.js'
import { type Both, changeBy, schemaIn } from './comparison.js'
import { schemaChanges } from './schema-changes.js'

/** By what the parameters of an operation differ. */
export function parameterChanges(both: Both<OperationAt>): Change[] {
  const byKey = ({ parameters }: OperationAt) => new Map(parameters.map((each) => [each.key, each]))
  const [old, next] = [byKey(both.old), byKey(both.new)]
  const found: Change[] = []
  for (const [key, own] of old) {
    const its = next.get(key)
    if (its !== undefined) found.push(...oneParameter(both, { old: own, new: its }))
    // A path has as many as before, or it is another path.
    else if (own.in !== 'path') {
      found.push(changeBy('request-parameter-removed', `${subjectOf(own)} is gone`, own.at, both.new.at))
    }
  }
  for (const [key, its] of next) {
    if (old.has(key) || its.in === 'path') continue
    const isRequired = its.node.required === true
    const rule = isRequired ? 'request-parameter-added-required' : 'request-parameter-added'
    const message = `${subjectOf(its)} is new${isRequired ? ', and required' : ''}`
    found.push(changeBy(rule, message, both.old.at, its.at))
  }
  return found
}

function subjectOf({ in: place, name }: ParameterAt): string {
  return `The ${place} parameter \`${name}\``
}

function oneParameter(operation: Both<OperationAt>, both: Both<ParameterAt>): Change[] {
  const { old, new: next } = both
  const subject = subjectOf(next)
  const found: Change[] = []
  const report = (rule: Parameters<typeof changeBy>[0], what: string) => {
    found.push(changeBy(rule, `${subject} ${what}`, old.at, next.at))
  }
  if (old.name !== next.name && old.in === 'path') report('request-parameter-renamed', `had the name \`${old.name}\``)
  const isRequired = next.node.required === true
  if (isRequired !== (old.node.required === true) && next.in !== 'path') {
    if (isRequired) report('request-parameter-required', 'is required now')
    else report('request-parameter-optional', 'is no longer required')
  }
  if (next.node.deprecated === true && old.node.deprecated !== true) {
    report('request-parameter-deprecated', 'is deprecated now')
  }
  const lost = ['allowEmptyValue', 'allowReserved'].filter(
    (each) => old.node[each] === true && next.node[each] !== true
  )
  if (lost.length > 0) report('request-parameter-characters-narrowed', `no longer has \`${lost.join('` and `')}\``)
  const schemas = { old: schemaOf(operation.old, old), new: schemaOf(operation.new, next) }
  const [oldForm, newForm] = [serialization(old, schemas.old), serialization(next, schemas.new)]
  // An array or an object and what is neither have nothing in common but their schemas.
  if (oldForm.isComposed === newForm.isComposed && oldForm.form !== newForm.form) {
    report('request-parameter-serialized-otherwise', `is written as ${newForm.form}, before as ${oldForm.form}`)
  }
  const isText = oldForm.media === undefined && newForm.media === undefined
  return [...found, ...schemaChanges({ subject, ...schemas, side: 'request', asText: isText })]
}

function schemaOf({ document }: OperationAt, { node, at }: ParameterAt): SchemaAt {
  const [media, content] = Object.entries(membersOf(node.content))[0] ?? []
  if (media !== undefined && isMembers(content)) {
    return schemaIn(document, content.schema, pointerBelow(at, 'content', media))
  }
  return schemaIn(document, node.schema, at)
}

/** How a value becomes text; of what is no list and no object, `explode` and the separators say nothing. */
function serialization({ node, in: place }: ParameterAt, schema: SchemaAt) {
  const media = Object.keys(membersOf(node.content))[0]
  const { types } = shapeOf([schema])
  const isComposed = (types.has('array') || types.has('object')) && types.size < 6
  if (media !== undefined) return { form: media, media, isComposed }
  // OpenAPI 3.0.3, section 4.7.12.2.
  const style = textOf(node.style) ?? (place === 'path' || place === 'header' ? 'simple' : 'form')
  const isPlain = !isComposed && ['form', 'simple', 'spaceDelimited', 'pipeDelimited'].includes(style)
  const explode = typeof node.explode === 'boolean' ? node.explode : style === 'form' || style === 'deepObject'
  const form = isPlain ? 'plain text' : `${style}${explode ? ', exploded' : ''}`
  return { form, media, isComposed }
}

/** How the parts of a form are written, as text. */
export function encodingOf(content: unknown): string {
  return canonical(membersOf(membersOf(content).encoding))
}
