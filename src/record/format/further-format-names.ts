/** The formats that few applications have: in a bundle they are a part of their own. */
export const FURTHER_FORMAT_NAMES = [
  'hostname',
  'base64url',
  'char',
  'commonmark',
  'date-time-local',
  'decimal',
  'decimal128',
  'duration',
  'html',
  'http-date',
  'idn-email',
  'idn-hostname',
  'int64',
  'ipv4-cidr',
  'ipv6-cidr',
  'iri',
  'iri-reference',
  'json-pointer',
  'language',
  'media-range',
  'regex',
  'relative-json-pointer',
  'sf-binary',
  'sf-boolean',
  'sf-string',
  'sf-token',
  'time-local',
  'uint64',
  'unixtime',
  'uri-reference',
  'uri-template'
] as const

/** The name of one of them. */
export type FurtherFormatName = (typeof FURTHER_FORMAT_NAMES)[number]
