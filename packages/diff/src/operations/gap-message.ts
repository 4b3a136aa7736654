import type { Gap, SchemaRule } from '../schema/finding.js'

/** A gap as a sentence. */
export function gapMessage(
  subject: string,
  side: 'request' | 'response',
  gap: Gap,
  kind: 'narrowed' | 'widened'
): string {
  const isNarrowed = kind === 'narrowed'
  const [before, now] = isNarrowed ? [gap.inner, gap.outer] : [gap.outer, gap.inner]
  const place = placeOf(subject, gap.path)
  switch (gap.rule) {
    case 'type':
      if (gap.outer === 'nothing')
        return `${place} ${isNarrowed ? 'can have no value now' : 'could have no value before'}`
      return `${place} is of ${now === 'any type' ? now : `type ${now}`}, before ${before}`
    case 'enum': {
      if (gap.inner !== 'any value') return `${place} can ${isNarrowed ? 'no longer be' : 'now be'} ${gap.inner}`
      return `${place} ${isNarrowed ? 'can now only be' : 'is no longer limited to'} ${gap.outer}`
    }
    case 'required':
      if (isNarrowed) return `${place} is required now`
      return gap.inner === 'not named' ? `${place} is gone` : `${place} may be missing now`
    case 'additional-properties': {
      if (gap.path !== '' && !gap.path.endsWith('.*')) {
        return isNarrowed ? `${place} is no longer allowed` : `${place} is new, and the old document excludes it`
      }
      const whole = placeOf(subject, gap.path.replace(/\.\*$/, ''))
      const what = gap.outer === 'of a schema' ? 'has a schema for' : 'excludes'
      return `${whole} ${isNarrowed ? 'now' : 'no longer'} ${what} properties that it does not name`
    }
    case 'unique-items':
      return `${place} ${isNarrowed ? 'must have different items now' : 'can have equal items now'}`
    case 'variant':
      return `${place} ${isNarrowed ? 'no longer has the variant' : 'has the new variant'} ${gap.inner}`
    case 'one-of':
      return `${place}: a value may match two variants of oneOf${isNarrowed ? ' now' : ' in the old document'}, and is invalid then`
    case 'read-only': {
      const keyword = side === 'request' ? 'read-only' : 'write-only'
      return `${place} is ${isNarrowed ? `${keyword} now` : `no longer ${keyword}`}`
    }
    case 'condition':
      return `${place} has another \`${gap.outer}\`, which may ${isNarrowed ? 'exclude' : 'allow'} more`
    case 'property-names':
      return `${place} may ${isNarrowed ? 'exclude' : 'allow'} more names of properties`
    case 'unresolved':
      return `${place} refers to what is not in the document, and is not compared`
    case 'x-rules':
      return `${place} has other rules under \`x-rules\``
    case 'too-large':
      return `${place} is too large to be compared`
    default:
      return `${place} has ${keywordIs(gap.rule, now)}, before ${keywordIs(gap.rule, before)}`
  }
}

/** A place within what is compared: `The body: \`lines[].sku\``. */
export function placeOf(subject: string, path: string): string {
  return path === '' ? subject : `${subject}: \`${path.replace(/^\./, '')}\``
}

/** `maxLength 10`, or `no maxLength`. */
function keywordIs(rule: SchemaRule, value: string): string {
  const keyword = rule.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return ['no limit', 'none', 'any'].includes(value) ? `no ${keyword}` : `${keyword} ${value}`
}
