import type { SchemaRule } from '../schema/finding.js'
import type { Level } from './change.js'

/** A rule of what is not a schema, and its reason. */
interface Rule {
  readonly level: Level
  readonly reason: string
}

/** What is compared of operations, by the name of the rule. */
export const RULES = {
  'operation-removed': { level: 'breaking', reason: 'clients that call it get a 404 or 405' },
  'operation-moved': { level: 'breaking', reason: 'clients call the old path or method, which is gone' },
  'operation-added': { level: 'compatible', reason: 'old clients do not call it' },
  'operation-deprecated': { level: 'compatible', reason: 'it still works' },
  'operation-no-longer-deprecated': { level: 'compatible', reason: 'it still works' },
  'operation-id-changed': { level: 'generated-clients', reason: 'methods of generated clients are named by it' },
  'operation-described-otherwise': { level: 'compatible', reason: 'texts are for people' },
  'tags-changed': { level: 'compatible', reason: 'tags group the documentation' },
  'info-changed': { level: 'compatible', reason: 'title and version say nothing of requests' },
  'server-removed': { level: 'may-break', reason: 'whether the old URL still works, the document does not say' },
  'servers-replaced': { level: 'breaking', reason: 'no URL of the old document is left' },
  'server-added': { level: 'compatible', reason: 'old clients use the URLs that they know' },
  'security-added': { level: 'breaking', reason: 'requests without credentials were accepted' },
  'security-narrowed': { level: 'breaking', reason: 'credentials that were enough are not' },
  'security-scope-added': { level: 'breaking', reason: 'tokens without the scope were enough' },
  'security-widened': { level: 'compatible', reason: 'what was enough still is' },
  'security-scheme-changed': { level: 'may-break', reason: 'tokens come from another place' },
  'request-parameter-added': { level: 'compatible', reason: 'requests may leave it out' },
  'request-parameter-added-required': { level: 'breaking', reason: 'old requests lack it' },
  'request-parameter-removed': { level: 'may-break', reason: 'what clients meant by it is ignored, or rejected' },
  'request-parameter-required': { level: 'breaking', reason: 'requests could leave it out' },
  'request-parameter-optional': { level: 'compatible', reason: 'requests may still have it' },
  'request-parameter-renamed': {
    level: 'generated-clients',
    reason: 'a path has values, not names; arguments of generated clients have names'
  },
  'request-parameter-serialized-otherwise': { level: 'breaking', reason: 'the same value is another text' },
  'request-parameter-deprecated': { level: 'compatible', reason: 'it still works' },
  'request-parameter-characters-narrowed': {
    level: 'may-break',
    reason: 'empty values, or reserved characters, may not be read as before'
  },
  'request-body-added': { level: 'compatible', reason: 'requests may leave it out' },
  'request-body-added-required': { level: 'breaking', reason: 'old requests lack it' },
  'request-body-removed': { level: 'may-break', reason: 'a body may be ignored, or rejected' },
  'request-body-required': { level: 'breaking', reason: 'requests could leave it out' },
  'request-body-optional': { level: 'compatible', reason: 'requests may still have it' },
  'request-media-type-removed': { level: 'breaking', reason: 'bodies of that type get a 415' },
  'request-media-type-added': { level: 'compatible', reason: 'the old types are still read' },
  'request-encoding-changed': { level: 'may-break', reason: 'parts of forms are read in another way' },
  'request-property-added': { level: 'compatible', reason: 'requests may leave it out' },
  'request-property-removed': {
    level: 'may-break',
    reason: 'what clients send is ignored, and what they meant by it is lost'
  },
  'request-default-changed': { level: 'may-break', reason: 'requests that leave it out mean something else' },
  'request-property-deprecated': { level: 'compatible', reason: 'it still works' },
  'request-property-described-otherwise': { level: 'compatible', reason: 'texts are for people' },
  'response-status-added': { level: 'may-break', reason: 'clients may not expect another success, or a redirect' },
  'response-error-added': {
    level: 'compatible',
    reason: 'clients read an unknown error by the first digit of its status (RFC 9110, section 15)'
  },
  'response-success-removed': { level: 'breaking', reason: 'no success that clients know is left' },
  'response-status-removed': { level: 'compatible', reason: 'clients need not expect it any longer' },
  'response-media-type-removed': {
    level: 'breaking',
    reason: 'clients that accept only this type get another, or a 406'
  },
  'response-media-type-added': { level: 'compatible', reason: 'clients get what they accept' },
  'response-body-added': { level: 'compatible', reason: 'clients may ignore it' },
  'response-body-removed': { level: 'breaking', reason: 'clients read it' },
  'response-header-added': { level: 'compatible', reason: 'clients may ignore it' },
  'response-header-removed': { level: 'may-break', reason: 'it was optional, but what clients did with it is gone' },
  'response-header-removed-required': { level: 'breaking', reason: 'clients could rely on it' },
  'response-header-optional': { level: 'breaking', reason: 'clients could rely on it' },
  'response-header-required': { level: 'compatible', reason: 'it may still be read' },
  'response-event-removed': { level: 'may-break', reason: 'clients may wait for it' },
  'response-event-added': {
    level: 'compatible',
    reason: 'clients ignore events of names that they do not listen to'
  },
  'response-property-added': { level: 'compatible', reason: 'clients may ignore it' },
  'response-property-removed': { level: 'may-break', reason: 'it was optional, but what clients did with it is gone' },
  'response-default-changed': { level: 'compatible', reason: 'a default says nothing of what is sent' },
  'response-property-deprecated': { level: 'compatible', reason: 'it is still sent' },
  'response-property-described-otherwise': { level: 'compatible', reason: 'texts are for people' },
  'webhook-removed': { level: 'breaking', reason: 'receivers wait for it' },
  'webhook-added': { level: 'may-break', reason: 'receivers may not accept it' }
} as const satisfies Record<string, Rule>

export type RuleName = keyof typeof RULES

/** The rules of a schema; their full names begin with `request-` or `response-`. */
interface SchemaRuleNames {
  /** Fewer values are valid: breaking in requests, compatible in responses. */
  readonly narrowed: string
  /** More values are valid: breaking in responses, compatible in requests. */
  readonly widened: string
  /** Both, where one name says it. */
  readonly both?: string
}

export const SCHEMA_RULES: Readonly<Record<SchemaRule, SchemaRuleNames>> = {
  type: { narrowed: 'type-narrowed', widened: 'type-widened', both: 'type-changed' },
  enum: { narrowed: 'enum-narrowed', widened: 'enum-widened' },
  minimum: { narrowed: 'minimum-raised', widened: 'minimum-lowered' },
  maximum: { narrowed: 'maximum-lowered', widened: 'maximum-raised' },
  'multiple-of': { narrowed: 'multiple-of-narrowed', widened: 'multiple-of-widened', both: 'multiple-of-changed' },
  'min-length': { narrowed: 'min-length-raised', widened: 'min-length-lowered' },
  'max-length': { narrowed: 'max-length-lowered', widened: 'max-length-raised' },
  pattern: { narrowed: 'pattern-narrowed', widened: 'pattern-widened', both: 'pattern-changed' },
  format: { narrowed: 'format-narrowed', widened: 'format-widened', both: 'format-changed' },
  'min-items': { narrowed: 'min-items-raised', widened: 'min-items-lowered' },
  'max-items': { narrowed: 'max-items-lowered', widened: 'max-items-raised' },
  'unique-items': { narrowed: 'unique-items-narrowed', widened: 'unique-items-widened' },
  'min-properties': { narrowed: 'min-properties-raised', widened: 'min-properties-lowered' },
  'max-properties': { narrowed: 'max-properties-lowered', widened: 'max-properties-raised' },
  required: { narrowed: 'property-required', widened: 'property-optional' },
  'additional-properties': { narrowed: 'property-excluded', widened: 'property-admitted' },
  'property-names': { narrowed: 'names-narrowed', widened: 'names-widened', both: 'names-changed' },
  variant: { narrowed: 'variant-removed', widened: 'variant-added' },
  'one-of': { narrowed: 'variants-overlap', widened: 'variants-separated', both: 'variants-overlap' },
  'read-only': { narrowed: 'property-hidden', widened: 'property-shown' },
  condition: { narrowed: 'condition-narrowed', widened: 'condition-widened', both: 'condition-changed' },
  unresolved: { narrowed: 'reference-unresolved', widened: 'reference-resolved', both: 'reference-unresolved' },
  'x-rules': { narrowed: 'rules-narrowed', widened: 'rules-widened', both: 'rules-changed' },
  'too-large': { narrowed: 'too-large', widened: 'too-large', both: 'too-large' }
}

/** Every name that a change can have. */
export function ruleNames(): string[] {
  const ofSchemas = Object.values(SCHEMA_RULES).flatMap((names) => Object.values(names) as string[])
  const sides = ['request', 'response'].flatMap((side) => ofSchemas.map((name) => `${side}-${name}`))
  return [...new Set([...Object.keys(RULES), ...sides])]
}
