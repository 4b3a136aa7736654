import { expect } from 'chai'
import * as cv from 'class-validator'
import { type Class, type SchemaObject } from 'fieldstone'
import { refusals, validated } from '../support/bound.js'
import { propertiesOf } from '../support/documented.js'
import { Guide } from '../support/guide.js'

enum Size {
  Small = 's',
  Large = 'l'
}

class Part {
  @cv.IsInt() size!: number
}

/** Each decorator of class-validator that checks a value: what it accepts, what it refuses, and with which words. */
const DECORATORS: readonly (readonly [
  name: string,
  decorator: PropertyDecorator,
  accepted: unknown,
  refused: unknown,
  reason: string
])[] = [
  ["ArrayContains(['a'])", cv.ArrayContains(['a']), ['a', 1], [], 'must contain "a"'],
  ['ArrayMaxSize(9)', cv.ArrayMaxSize(9), [], new Array(10).fill(1), 'must have at most 9 items'],
  ['ArrayMinSize(1)', cv.ArrayMinSize(1), [1, 2], [], 'must have at least 1 item'],
  ["ArrayNotContains(['a'])", cv.ArrayNotContains(['a']), [], ['a'], 'must not contain "a"'],
  ['ArrayNotEmpty()', cv.ArrayNotEmpty(), [1], [], 'must have at least 1 item'],
  ['ArrayUnique()', cv.ArrayUnique(), [], ['a', 'a'], 'must not hold the same item twice'],
  ["Contains('a')", cv.Contains('a'), 'a.b', '', 'must contain "a"'],
  ["Equals('a')", cv.Equals('a'), 'a', 'X', 'must be "a"'],
  ['IsAlpha()', cv.IsAlpha(), 'abc', 'a1', 'must contain only letters'],
  ['IsAlphanumeric()', cv.IsAlphanumeric(), 'abc1', 'a_1', 'must contain only letters and digits'],
  ['IsArray()', cv.IsArray(), [], 'a', 'must be an array'],
  ['IsAscii()', cv.IsAscii(), 'abc', 'é', 'must contain only ASCII characters'],
  ['IsBIC()', cv.IsBIC(), 'SBICKEN1345', 'SBIC23NXXX', 'must be a BIC or SWIFT code'],
  ['IsBase32()', cv.IsBase32(), 'ZG======', '', 'must be base32 encoded'],
  ['IsBase58()', cv.IsBase58(), '3mJr7AoUXx2Wqd', '0', 'must be base58 encoded'],
  ['IsBase64()', cv.IsBase64(), '', 'Q', 'must be base64 encoded'],
  ['IsBoolean()', cv.IsBoolean(), true, 'true', 'must be true or false'],
  ['IsBooleanString()', cv.IsBooleanString(), 'true', 'yes', 'must be a boolean string'],
  [
    'IsBtcAddress()',
    cv.IsBtcAddress(),
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '4BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    'must be a BTC address'
  ],
  ['IsByteLength(1, 3)', cv.IsByteLength(1, 3), 'ab', 'abcde', 'must be 1 to 3 bytes long'],
  ['IsCreditCard()', cv.IsCreditCard(), '4716461583322103', '4716461583322104', 'must be a credit card'],
  ['IsCurrency()', cv.IsCurrency(), '$10,123.45', '1.234', 'must be a currency'],
  [
    'IsDataURI()',
    cv.IsDataURI(),
    'data:text/html;charset=US-ASCII,%3Ch1%3E',
    'data:HelloWorld',
    'must be a data uri format'
  ],
  [
    'IsDate()',
    cv.IsDate(),
    '2024-05-17T08:30:00Z',
    'yesterday',
    'must be an RFC 3339 date-time such as 2024-05-17T08:30:00Z'
  ],
  ['IsDateString()', cv.IsDateString(), '2017-06-06T17:04:42.081Z', 'text', 'must be a valid ISO 8601 date string'],
  ['IsDecimal()', cv.IsDecimal(), '1', '', 'must be a decimal number'],
  ['IsDefined()', cv.IsDefined(), 0, null, 'must not be null'],
  ['IsDivisibleBy(5)', cv.IsDivisibleBy(5), 0, 1, 'must be a multiple of 5'],
  ['IsEAN()', cv.IsEAN(), '9771234567003', '9771234567004', 'must be an EAN (European Article Number)'],
  ['IsEmail()', cv.IsEmail(), 'a@example.org', 'a', 'must be an email address'],
  ['IsEmpty()', cv.IsEmpty(), '', 'a', 'must be empty'],
  ['IsEnum(Size)', cv.IsEnum(Size), 's', 'A', 'must be one of "s", "l"'],
  [
    'IsEthereumAddress()',
    cv.IsEthereumAddress(),
    '0x683E07492fBDfDA84457C16546ac3f433BFaa128',
    '683E07492fBDfDA84457C16546ac3f433BFaa128',
    'must be an Ethereum address'
  ],
  ['IsFQDN()', cv.IsFQDN(), 'example.com', 'a', 'must be a valid domain name'],
  ['IsFirebasePushId()', cv.IsFirebasePushId(), '-JhLeOlGIEjaIOFHR0xd', '', 'must be a Firebase Push Id'],
  ['IsFullWidth()', cv.IsFullWidth(), 'ＡＢ', 'ab', 'must contain a full-width characters'],
  ['IsHSL()', cv.IsHSL(), 'hsl(-540, 03%, 4%)', 'hsl(-0160, 100%, 100a)', 'must be a HSL color'],
  ['IsHalfWidth()', cv.IsHalfWidth(), 'ab', 'ＡＢ', 'must contain a half-width characters'],
  [
    "IsHash('md5')",
    cv.IsHash('md5'),
    'd41d8cd98f00b204e9800998ecf8427e',
    '41d8cd98f00b204e9800998ecf8427e',
    'must be a hash of type md5'
  ],
  ['IsHexColor()', cv.IsHexColor(), '#fff', '#ff', 'must be a hexadecimal color'],
  ['IsHexadecimal()', cv.IsHexadecimal(), 'deadBEEF', '', 'must be a hexadecimal number'],
  ['IsIBAN()', cv.IsIBAN(), 'GR96 0810 0010 0000 0123 4567 890', 'CH9300762011623852958', 'must be an IBAN'],
  ['IsIP(4)', cv.IsIP(4), '127.0.0.1', '256.0.0.0', 'must be an IPv4 address'],
  ['IsISBN()', cv.IsISBN(), '3-8362-2119-5', '3-8362-2119-6', 'must be an ISBN'],
  ['IsISIN()', cv.IsISIN(), 'AU0000XVGZA3', 'AU0000XVGZA4', 'must be an ISIN (stock/security identifier)'],
  ['IsISO31661Alpha2()', cv.IsISO31661Alpha2(), 'CH', 'ZZ', 'must be a valid ISO31661 Alpha2 code'],
  ['IsISO31661Alpha3()', cv.IsISO31661Alpha3(), 'CHE', 'ZZZ', 'must be a valid ISO31661 Alpha3 code'],
  ['IsISO31661Numeric()', cv.IsISO31661Numeric(), '756', '999', 'must be a valid ISO 3166-1 numeric country code'],
  ['IsISO4217CurrencyCode()', cv.IsISO4217CurrencyCode(), 'CHF', 'ZZZ', 'must be a valid ISO4217 currency code'],
  ['IsISO6391()', cv.IsISO6391(), 'de', 'DE', 'must be a valid ISO 639-1 language code'],
  ['IsISO8601()', cv.IsISO8601(), '2009-12T12:34', '200905', 'must be a valid ISO 8601 date string'],
  ['IsISRC()', cv.IsISRC(), 'GBAYE6800011', 'SRC15705223', 'must be an ISRC'],
  ['IsISSN()', cv.IsISSN(), '0378-5955', '0378-5954', 'must be a ISSN'],
  ["IsIdentityCard('ES')", cv.IsIdentityCard('ES'), '99999999R', '335240478', 'must be a identity card number'],
  ["IsIn(['a', 'b'])", cv.IsIn(['a', 'b']), 'a', '1', 'must be one of "a", "b"'],
  ['IsInstance(Part)', cv.IsInstance(Part), { size: 1 }, 'a', 'must be an object'],
  ['IsInt()', cv.IsInt(), 0, 0.5, 'must be an integer'],
  ['IsJSON()', cv.IsJSON(), '{}', 'null', 'must be a json string'],
  ['IsJWT()', cv.IsJWT(), 'eyJh.eyJz.c2ln', 'a.b', 'must be a jwt string'],
  ['IsLatLong()', cv.IsLatLong(), '46.948,7.447', '46.948', 'must be a latitude,longitude string'],
  ['IsLatitude()', cv.IsLatitude(), '46.948', '91', 'must be a latitude string or number'],
  ['IsLocale()', cv.IsLocale(), 'en', 'lo_POP', 'must be locale'],
  ['IsLongitude()', cv.IsLongitude(), '7.447', '181', 'must be a longitude string or number'],
  ['IsLowercase()', cv.IsLowercase(), 'abc', 'Abc', 'must be a lowercase string'],
  ['IsMACAddress()', cv.IsMACAddress(), 'ab:ab:ab:ab:ab:ab', 'abc', 'must be a MAC Address'],
  [
    'IsMagnetURI()',
    cv.IsMagnetURI(),
    'magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a',
    'magnet:?xt=uarn:x',
    'must be magnet uri format'
  ],
  [
    'IsMilitaryTime()',
    cv.IsMilitaryTime(),
    '10:22',
    '24:00',
    'must be a valid representation of military time in the format HH:MM'
  ],
  ['IsMimeType()', cv.IsMimeType(), 'text/plain', 'font/woff2; charset=utf-8', 'must be MIME type format'],
  ["IsMobilePhone('de-CH')", cv.IsMobilePhone('de-CH'), '+41791234567', 'x1', 'must be a phone number'],
  ['IsMongoId()', cv.IsMongoId(), '507f1f77bcf86cd799439011', '507f1f77bcf86cd79943901z', 'must be a mongodb id'],
  ['IsMultibyte()', cv.IsMultibyte(), 'é', 'a', 'must contain one or more multibyte chars'],
  ['IsNegative()', cv.IsNegative(), -1, 0, 'must be less than 0'],
  ['IsNotEmpty()', cv.IsNotEmpty(), 'a', '', 'must not be empty'],
  ['IsNotEmptyObject()', cv.IsNotEmptyObject(), { a: 1 }, {}, 'must be a non-empty object'],
  ["IsNotIn(['a', 'b'])", cv.IsNotIn(['a', 'b']), '1', 'a', 'must not be one of "a", "b"'],
  ['IsNumber()', cv.IsNumber(), 0, '1', 'must be a number'],
  ['IsNumberString()', cv.IsNumberString(), '123', '', 'must be a number string'],
  ['IsObject()', cv.IsObject(), {}, 'a', 'must be an object'],
  ['IsOctal()', cv.IsOctal(), '017', '08', 'must be valid octal number'],
  ["IsPassportNumber('CH')", cv.IsPassportNumber('CH'), 'S1100409', 'x', 'must be valid passport number'],
  ["IsPhoneNumber('CH')", cv.IsPhoneNumber('CH'), '+41446681800', '+1', 'must be a valid phone number'],
  ['IsPort()', cv.IsPort(), '0', '65536', 'must be a port'],
  ['IsPositive()', cv.IsPositive(), 1, 0, 'must be greater than 0'],
  ["IsPostalCode('CH')", cv.IsPostalCode('CH'), '8000', '800', 'must be a postal code'],
  ['IsRFC3339()', cv.IsRFC3339(), '2010-02-18t00:23:23.33+06:00', '2009-05-31 14:60:55Z', 'must be RFC 3339 date'],
  ['IsRgbColor()', cv.IsRgbColor(), 'rgb(0,0,0)', 'rgba(0,0,0)', 'must be RGB color'],
  ['IsSemVer()', cv.IsSemVer(), '1.2.3', '1.2', 'must be a Semantic Versioning Specification'],
  ['IsString()', cv.IsString(), '', 1, 'must be a string'],
  ['IsStrongPassword()', cv.IsStrongPassword(), 'Abcdef1!', 'Abcde1!', 'is not strong enough'],
  ['IsSurrogatePair()', cv.IsSurrogatePair(), '😀', 'a', 'must contain any surrogate pairs chars'],
  ["IsTaxId('de-DE')", cv.IsTaxId('de-DE'), '26954371827', 'x', 'must be a Tax Identification Number'],
  ['IsTimeZone()', cv.IsTimeZone(), 'Europe/Zurich', 'Europe/Nowhere', 'must be a valid IANA time-zone'],
  ['IsUUID(4)', cv.IsUUID(4), 'A987FBC9-4BED-4078-8F07-9141BA07C9F3', '', 'must be a UUID of version 4'],
  ['IsUppercase()', cv.IsUppercase(), 'ABC', 'aBC', 'must be uppercase'],
  ['IsUrl()', cv.IsUrl(), 'example.com', 'x', 'must be a URL address'],
  ['IsVariableWidth()', cv.IsVariableWidth(), 'aＢ', 'ab', 'must contain a full-width and half-width characters'],
  ['Length(1, 3)', cv.Length(1, 3), 'ab', 'abcd', 'must be 1 to 3 characters long'],
  ['Matches(/^a/)', cv.Matches(/^a/), 'a', 'A', 'must match /^a/'],
  ['Max(9)', cv.Max(9), 2, 10, 'must be at most 9'],
  [
    "MaxDate(new Date('2027-01-01'))",
    cv.MaxDate(new Date('2027-01-01')),
    '2024-01-01T00:00:00Z',
    '2028-06-01T00:00:00Z',
    'must not be after 2027-01-01T00:00:00.000Z'
  ],
  ['MaxLength(9)', cv.MaxLength(9), '', 'abcdefghijk', 'must be at most 9 characters long'],
  ['Min(1)', cv.Min(1), 2, -2, 'must be at least 1'],
  [
    "MinDate(new Date('2027-01-01'))",
    cv.MinDate(new Date('2027-01-01')),
    '2028-06-01T00:00:00Z',
    '2023-12-31T23:59:59Z',
    'must not be before 2027-01-01T00:00:00.000Z'
  ],
  ['MinLength(1)', cv.MinLength(1), 'ab', '', 'must be at least 1 character long'],
  ["NotContains('a')", cv.NotContains('a'), '', 'a.b', 'must not contain "a"'],
  ["NotEquals('a')", cv.NotEquals('a'), 'X', 'a', 'must not be "a"']
]

/** A class with one property, `v`, that has the decorator. */
function decorated(decorator: PropertyDecorator): Class {
  class Item {}
  decorator(Item.prototype, 'v')
  return Item
}

/** The guide's rows: the name of the fault and the schema of each decorator. */
const documented = new Map(
  new Guide('class-validator')
    .rowsBelow('### What each decorator says')
    .map((row) => row.map((cell) => cell.replace(/^`(.*)`$/, '$1')))
    .map(([name = '', fault, schema]) => [name.slice(1), { fault, schema }])
)

/** As in the guide: of a long expression the beginning. */
function shortened(schema: SchemaObject | undefined): string {
  return JSON.stringify(schema, (name, value) => {
    return name === 'pattern' && value.length > 32 ? `${value.slice(0, 24)}…` : value
  })
}

describe('Each decorator of class-validator', () => {
  it('is in the guide', () => {
    expect(DECORATORS.map(([name]) => name)).to.have.members([...documented.keys()])
  })

  for (const [name, decorator, good, bad, reason] of DECORATORS) {
    it(`${name} accepts ${JSON.stringify(good)}, and refuses ${JSON.stringify(bad)}: ${reason}`, async () => {
      const target = decorated(decorator)
      expect(await refusals(target, { v: good })).to.deep.equal([])
      const { faults = [] } = await validated(target, { v: bad })
      const { fault, schema } = documented.get(name) ?? {}
      expect(faults.map(({ path, rule, message }) => [path, rule, message])).to.deep.include(['v', fault, reason])
      expect(shortened(propertiesOf(target, '3.1').v)).to.equal(schema)
    })
  }
})

const HEX = [8, 16, 32, 40, 48, 64, 96, 128].flatMap((length) => ['a'.repeat(length), 'F'.repeat(length + 1)])
const IDS = [
  ...['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'].map(
    (version) => `a987fbc9-4bed-${version}078-8f07-9141ba07c9f3`
  ),
  ...[
    'A987FBC9-4BED-4078-CF07-9141BA07C9F3',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff'
  ]
]
const SERIALS = ['0378-5955', '03785955', '2434-561X', '2434-561x', '2434561X', '2434561x', '0378-5954']
const BASES = ['', 'Zg==', 'Zg', 'Zm8=', 'Zm9v', '-_-_', '+/+/', '-_8=', '-_8', '+/8', 'Zm9v=']
const HASHES = [
  ...['md4', 'md5', 'sha1', 'sha256', 'sha384', 'sha512', 'ripemd128', 'ripemd160'],
  ...['tiger128', 'tiger160', 'tiger192', 'crc32', 'crc32b']
]

/** Decorators whose argument says which texts they accept, each with texts to try. */
const ARGUMENTS: readonly [
  name: string,
  decorate: (argument: never) => PropertyDecorator,
  given: unknown[],
  string[]
][] = [
  ['IsHash', cv.IsHash, HASHES, HEX],
  ['IsUUID', cv.IsUUID, ['1', '2', '3', '4', '5', '6', '7', '8', 'all', 'loose', 'nil', 'max', undefined], IDS],
  [
    'IsISSN',
    cv.IsISSN,
    [undefined, { case_sensitive: true }, { requireHyphen: true }, { require_hyphen: true }],
    SERIALS
  ],
  ['IsBase64', cv.IsBase64, [undefined, { urlSafe: true }, { padding: false }, { urlSafe: true, padding: true }], BASES]
]

describe('The argument of a decorator of class-validator', () => {
  for (const [name, decorate, given, texts] of ARGUMENTS)
    for (const argument of given)
      it(`says what is accepted, here and in the document: ${name}(${JSON.stringify(argument) ?? ''})`, async () => {
        const target = decorated(decorate(argument as never))
        const { pattern, 'x-rules': others } = propertiesOf(target, '3.1').v ?? {}
        const accepted: string[] = []
        for (const v of texts) if ((await refusals(target, { v })).length === 0) accepted.push(v)
        const known = texts.filter(
          (v) => cv.validateSync(Object.assign(Reflect.construct(target, []), { v })).length === 0
        )
        expect(accepted).to.deep.equal(known)
        const described = texts.filter((v) => new RegExp(String(pattern), 'u').test(v))
        // A rule that is listed as well may refuse more than the pattern.
        if (others === undefined) expect(described).to.deep.equal(accepted)
        else expect(described).to.include.members(accepted)
      })
})
