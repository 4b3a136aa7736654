import { fastCheck } from './fast-patterns.js'
import { isLongLocale } from './locale.js'
import {
  type Constraints,
  option,
  partialPattern,
  pattern,
  type RuleRow,
  type RuleRows,
  undocumented
} from './rule-row.js'

const HASH_LENGTHS: Readonly<Record<string, number>> = {
  md5: 32,
  md4: 32,
  sha1: 40,
  sha256: 64,
  sha384: 96,
  sha512: 128,
  ripemd128: 32,
  ripemd160: 40,
  tiger128: 32,
  tiger160: 40,
  tiger192: 48,
  crc32: 8,
  crc32b: 8
}

/** The constraints of identifiers, codes and encodings. */
export const IDENTIFIER_RULES: RuleRows = {
  isUuid: {
    ...pattern('$property must be a UUID', {
      name: 'format',
      format: 'uuid',
      pattern: uuidPatternOf,
      message: ([version]) => (/^\d$/.test(String(version)) ? `must be a UUID of version ${version}` : 'must be a UUID')
    }),
    check: ([version]) => (isUUIDVersion(version) ? fastCheck(uuidPattern(version)) : undefined)
  },
  isMongoId: pattern('$property must be a mongodb id', {
    pattern: '^(?:0[xXhH][0-9A-Fa-f]{22}|[0-9A-Fa-f]{24})$'
  }),
  IsFirebasePushId: pattern('$property must be a Firebase Push Id', { pattern: '^[A-Za-z0-9_-]{20}$' }),
  isHash: pattern('$property must be a hash of type $constraint1', {
    pattern: ([algorithm]) => {
      const length = Object.hasOwn(HASH_LENGTHS, String(algorithm)) ? HASH_LENGTHS[String(algorithm)] : undefined
      return length === undefined ? undefined : `^[A-Fa-f0-9]{${length}}$`
    }
  }),
  isBase32: pattern('$property must be base32 encoded', { pattern: base32Pattern() }),
  isBase58: pattern('$property must be base58 encoded', { pattern: '^[A-HJ-NP-Za-km-z1-9]*$' }),
  isBase64: pattern('$property must be base64 encoded', { pattern: base64Pattern }),
  isBtcAddress: pattern('$property must be a BTC address', {
    pattern: '^(?:(?:bc1|tb1|bc1p|tb1p)[ac-hj-np-z02-9]{39,58}|[123m][A-HJ-NP-Za-km-z1-9]{25,39})$'
  }),
  isEthereumAddress: pattern('$property must be an Ethereum address', { pattern: '^0[xX][0-9A-Fa-f]{40}$' }),
  // An expression cannot check digits or countries.
  isBIC: partialPattern('$property must be a BIC or SWIFT code', {
    pattern: '^[A-Za-z]{6}[A-Za-z0-9]{2}(?:[A-Za-z0-9]{3})?$'
  }),
  isCreditCard: partialPattern('$property must be a credit card', { pattern: '^[0-9 -]+$' }),
  isCurrency: undocumented('$property must be a currency'),
  isEAN: partialPattern('$property must be an EAN (European Article Number)', {
    pattern: '^(?:\\d{8}|\\d{13}|\\d{14})$'
  }),
  isIBAN: undocumented('$property must be an IBAN'),
  isIdentityCard: undocumented('$property must be a identity card number'),
  isIsbn: partialPattern('$property must be an ISBN', { pattern: '^[0-9X\\s-]+$' }),
  isIsin: partialPattern('$property must be an ISIN (stock/security identifier)', {
    pattern: '^[A-Z]{2}[0-9A-Z]{9}\\d$'
  }),
  isISRC: pattern('$property must be an ISRC', { pattern: '^[A-Z]{2}[0-9A-Z]{3}\\d{7}$' }),
  isISSN: partialPattern('$property must be a ISSN', { pattern: issnPattern }),
  isLocale: {
    ...partialPattern('$property must be locale', { pattern: '^[A-Za-z0-9_-]+$' }),
    longest: 1000,
    test: (_constraints, predicate) => (value) =>
      typeof value === 'string' && (value.length <= 100 ? predicate(value) : isLongLocale(value))
  },
  isPassportNumber: undocumented('$property must be valid passport number'),
  isPostalCode: undocumented('$property must be a postal code'),
  isTaxId: undocumented('$property must be a Tax Identification Number'),
  isISO31661Alpha2: codes('$property must be a valid ISO31661 Alpha2 code', '^[A-Za-z]{2}$'),
  isISO31661Alpha3: codes('$property must be a valid ISO31661 Alpha3 code', '^[A-Za-z]{3}$'),
  isISO31661Numeric: codes('$property must be a valid ISO 3166-1 numeric country code', '^\\d{3}$'),
  isISO4217CurrencyCode: codes('$property must be a valid ISO4217 currency code', '^[A-Za-z]{3}$'),
  isISO6391: codes('$property must be a valid ISO 639-1 language code', '^[a-z]{2}$')
}

/** A code of a list that is maintained elsewhere and is too long for the document. */
function codes(defaultMessage: string, form: string): RuleRow {
  return partialPattern(defaultMessage, { pattern: form })
}

/** Whether it is one version; class-validator also accepts a list of them. */
function isUUIDVersion(version: unknown): boolean {
  return version == null || (!Array.isArray(version) && /^(?:[1-8]|all|loose|nil|max)$/.test(String(version)))
}

function uuidPatternOf([version]: Constraints): string | undefined {
  if (!Array.isArray(version)) return isUUIDVersion(version) ? uuidPattern(version) : undefined
  if (version.length === 0 || !version.every(isUUIDVersion)) return undefined
  return version.length === 1 ? uuidPattern(version[0]) : `(?:${version.map(uuidPattern).join('|')})`
}

/** The patterns of validator.js, by version. */
function uuidPattern(version: unknown): string {
  const hex = '[0-9A-Fa-f]'
  const variant = `[89ABab]${hex}{3}-${hex}{12}`
  if (version === 'loose') return `^${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}$`
  if (/^[1-8]$/.test(String(version))) return `^${hex}{8}-${hex}{4}-${version}${hex}{3}-${variant}$`
  const nil = '00000000-0000-0000-0000-000000000000'
  if (version === 'nil') return `^${nil}$`
  const max = '[Ff]{8}-[Ff]{4}-[Ff]{4}-[Ff]{4}-[Ff]{12}'
  if (version === 'max') return `^${max}$`
  return `^(?:${hex}{8}-${hex}{4}-[1-8]${hex}{3}-${variant}|${nil}|${max})$`
}

/** Groups of eight characters, the last of which may end in padding; validator.js accepts more padding after it. */
function base32Pattern(): string {
  const padded = [1, 2, 3, 4, 5, 6, 7].map((length) => `[A-Z2-7]{${length}}={${8 - length}}`)
  return `^(?:[A-Z2-7]{8})*(?:[A-Z2-7]{8}|${padded.join('|')})(?:={8})*$`
}

function base64Pattern([options]: Constraints): string {
  const isSafe = Boolean(option(options, 'urlSafe'))
  const isPadded = Boolean(option(options, 'padding') ?? !isSafe)
  const digit = isSafe ? '[A-Za-z0-9_-]' : '[A-Za-z0-9+/]'
  return isPadded ? `^(?:${digit}{4})*(?:${digit}{2}==|${digit}{3}=)?$` : `^${digit}*$`
}

function issnPattern([options]: Constraints): string {
  const hyphen = option(options, 'require_hyphen') ? '-' : '-?'
  return `^\\d{4}${hyphen}\\d{3}${option(options, 'case_sensitive') ? '[0-9X]' : '[0-9Xx]'}$`
}
