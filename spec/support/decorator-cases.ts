import { fullFormats } from 'ajv-formats/dist/formats.js'
import * as cv from 'class-validator'

/** One use of a decorator of class-validator, and what it makes of values. */
export interface DecoratorCase {
  /** The name that class-validator exports it by. */
  readonly name: string
  /** Its arguments, where it is told apart by them. */
  readonly told?: string
  readonly decorators: readonly PropertyDecorator[]
  readonly good: readonly unknown[]
  readonly bad: readonly unknown[]
  /** Whether the document says all of it. */
  readonly exact: boolean
  /** Whether OpenAPI 3.0 cannot express it. */
  readonly needs31?: true
  /** Values that class-validator decides otherwise about, and what is decided here. */
  readonly closed?: readonly (readonly [value: unknown, isAccepted: boolean])[]
  /** Whether class-validator may decide otherwise about a value. */
  readonly isClosed?: (value: unknown) => boolean
}

type Values = readonly unknown[]

/** class-transformer makes a date of whatever Date reads; the document promises a date-time. */
const isDateTime = (fullFormats['date-time'] as { validate: (text: string) => boolean }).validate
const isNoDateTime = (value: unknown): boolean =>
  !(/^\S+$/.test(String(value)) && /(?:[zZ]|[+-]\d\d:\d\d)$/.test(String(value)) && isDateTime(String(value)))
/** class-validator takes the halves of a character beyond U+FFFF for letters. */
const hasSurrogates = (value: unknown): boolean => /[\uD800-\uDFFF]/.test(String(value))
/** class-validator judges a pair of texts, and takes a part before or after the comma for another. */
const hasComma = (value: unknown): boolean => String(value).includes(',')
const hasTwoCommas = (value: unknown): boolean => String(value).split(',').length > 2

const exactly = (
  name: string,
  decorator: PropertyDecorator,
  good: Values,
  bad: Values,
  more: Partial<DecoratorCase> = {}
): DecoratorCase => ({ name, decorators: [decorator], good, bad, exact: true, ...more })

const partly = (
  name: string,
  decorator: PropertyDecorator,
  good: Values,
  bad: Values,
  more: Partial<DecoratorCase> = {}
): DecoratorCase => ({ name, decorators: [decorator], good, bad, exact: false, ...more })

enum Letter {
  A = 'a',
  B = 'b'
}

enum Level {
  Low,
  High
}

class Point {
  @cv.IsInt() x!: number
}

const HASH = 'd41d8cd98f00b204e9800998ecf8427e'
const V3 = 'a987fbc9-4bed-3078-8f07-9141ba07c9f3'
const V4 = 'a987fbc9-4bed-4078-8f07-9141ba07c9f3'
const WIDE_ALPHABET = ['ＡＢ', 'ｱ', 'aＢ', 'い', 'ab', '１2', '\u{1F600}', '']

/** Every named decorator of class-validator 0.15, in the order of its index. */
export const DECORATOR_CASES: readonly DecoratorCase[] = [
  exactly('Allow', cv.Allow(), ['a', 1, null, {}, []], []),
  exactly('IsDefined', cv.IsDefined(), [0, '', false, [], {}], [null]),
  {
    ...exactly('IsOptional', cv.IsOptional(), [null, undefined, 'ab'], ['a', 1, []]),
    decorators: [cv.IsOptional(), cv.MinLength(2)]
  },
  exactly('Equals', cv.Equals('x'), ['x'], ['X', 1, null]),
  exactly('Equals', cv.Equals(1), [1, 1.0], ['1', true, 0], { told: '1' }),
  partly('Equals', cv.Equals(undefined), [], [1], { told: 'undefined' }),
  exactly('NotEquals', cv.NotEquals('x'), ['X', 1, null, 'xx'], ['x']),
  exactly('IsEmpty', cv.IsEmpty(), ['', null], ['a', 0, false, [], {}]),
  exactly('IsNotEmpty', cv.IsNotEmpty(), ['a', 0, false, [], ' '], ['', null]),
  exactly('IsIn', cv.IsIn(['a', 1, null]), ['a', 1, null], ['b', '1', 0, true]),
  partly('IsIn', cv.IsIn([Number.NaN, Number.POSITIVE_INFINITY]), [], [1, null], { told: 'what JSON cannot carry' }),
  exactly('IsNotIn', cv.IsNotIn(['a', 1]), ['b', '1', null, []], ['a', 1]),
  exactly('IsNotIn', cv.IsNotIn([]), ['a', null], [], { told: 'nothing' }),

  exactly('IsDivisibleBy', cv.IsDivisibleBy(3), [0, 3, -6, 300], [1, 4, 0.5, '3', true]),
  partly('IsDivisibleBy', cv.IsDivisibleBy(0.5), [], [1, 0.5], { told: 'a fraction' }),
  exactly('IsPositive', cv.IsPositive(), [1, 0.1], [0, -1, '1']),
  exactly('IsNegative', cv.IsNegative(), [-1, -0.1], [0, 1, '-1']),
  exactly('Min', cv.Min(2), [2, 2.5, 3], [1.9, -2, '3']),
  exactly('Max', cv.Max(2), [2, 1.5, -3], [2.1, '1']),
  partly('Max', cv.Max(Number.POSITIVE_INFINITY), [2, 1.5], ['1'], { told: 'without end' }),

  partly(
    'MinDate',
    cv.MinDate(new Date('2024-01-01T00:00:00Z')),
    ['2024-01-01T00:00:00Z', '2025-01-01T00:00:00+01:00'],
    ['2023-12-31T23:59:59Z', 'x', 1],
    { isClosed: isNoDateTime }
  ),
  partly(
    'MaxDate',
    cv.MaxDate(() => new Date('2024-01-01T00:00:00Z')),
    ['2024-01-01T00:00:00Z'],
    ['2024-01-01T00:00:01Z', 'x', 1],
    { isClosed: isNoDateTime }
  ),

  exactly('IsBoolean', cv.IsBoolean(), [true, false], ['true', 0, 1]),
  exactly('IsDate', cv.IsDate(), ['2024-05-17T08:30:00Z'], ['yesterday', '2024-02-30T00:00:00Z', true], {
    isClosed: isNoDateTime,
    closed: [
      ['2024-05-17', false],
      [1715934600000, false]
    ]
  }),
  exactly('IsNumber', cv.IsNumber(), [0, -1.5, 1e300], ['1', true]),
  exactly('IsNumber', cv.IsNumber({ maxDecimalPlaces: 2 }), [0, 1.25, 19.99, -0.01, 100], [1.255, 0.001, '1'], {
    told: 'two places'
  }),
  exactly('IsNumber', cv.IsNumber({ maxDecimalPlaces: 4 }), [1.0001], [1.00001], {
    told: 'four places',
    closed: [[1.5e-7, false]]
  }),
  exactly('IsInt', cv.IsInt(), [0, -5, 3.0], [0.5, '1', true], {
    // Beyond the safe integers two numbers read as one.
    closed: [[1e300, false]]
  }),
  exactly('IsString', cv.IsString(), ['', 'a'], [1, [], {}]),
  exactly('IsEnum', cv.IsEnum(Letter), ['a', 'b'], ['A', 'c', 0]),
  exactly('IsEnum', cv.IsEnum(Level), [0, 1], [2, '0'], { told: 'numbers', closed: [['Low', false]] }),
  exactly('IsArray', cv.IsArray(), [[], [1, 'a']], ['a', {}]),
  exactly('IsObject', cv.IsObject(), [{}, { a: 1 }], [[], 'a']),

  exactly(
    'ArrayContains',
    cv.ArrayContains(['a', 1]),
    [
      ['a', 1],
      [1, 'b', 'a']
    ],
    [['a'], [], 'a', [['a', 1]]]
  ),
  partly('ArrayContains', cv.ArrayContains([{}]), [], [[{}], []], { told: 'an object' }),
  exactly('ArrayNotContains', cv.ArrayNotContains(['a', 1]), [[], ['b', '1']], [['a'], [1, 2], 'b']),
  exactly('ArrayNotEmpty', cv.ArrayNotEmpty(), [[1]], [[], 'a']),
  exactly(
    'ArrayMinSize',
    cv.ArrayMinSize(2),
    [
      [1, 2],
      ['a', 'b', 'c']
    ],
    [[1], [], 'ab']
  ),
  partly('ArrayMinSize', cv.ArrayMinSize(1.5), [[1, 2]], [[1]], { told: 'no count' }),
  exactly('ArrayMaxSize', cv.ArrayMaxSize(2), [[], [1, 2]], [[1, 2, 3], 'a']),
  partly(
    'ArrayUnique',
    cv.ArrayUnique(),
    [[], [1, '1', true], ['a', 'A']],
    [
      ['a', 'a'],
      [1, 1]
    ]
  ),
  {
    ...exactly(
      'ArrayUnique',
      cv.ArrayUnique(),
      [[], ['a', 'b']],
      [
        ['a', 'a'],
        ['a', 1]
      ]
    ),
    told: 'texts',
    decorators: [cv.ArrayUnique(), cv.IsString({ each: true })]
  },

  partly(
    'IsNotEmptyObject',
    cv.IsNotEmptyObject({ nullable: false }),
    [{ a: 1 }, { a: null, b: 0 }],
    [{}, { a: null }, []]
  ),
  exactly('IsNotEmptyObject', cv.IsNotEmptyObject(), [{ a: 1 }, { a: null }], [{}, [], [1], 'a'], {
    told: 'nulls count',
    closed: [[{ hasOwnProperty: 1 }, true]]
  }),
  exactly('MinLength', cv.MinLength(2), ['ab', 'abc'], ['a', '', 12], { closed: [['☂\uFE0F', true]] }),
  partly('MinLength', cv.MinLength(1.5), ['ab'], ['a'], { told: 'no count' }),
  exactly('MaxLength', cv.MaxLength(2), ['', 'ab', '😀😀'], ['abc', 1], { closed: [['☂\uFE0F☂', false]] }),
  exactly('Length', cv.Length(2, 3), ['ab', 'abc'], ['a', 'abcd']),
  exactly('Length', cv.Length(2), ['ab', 'abcd'], ['a'], { told: 'at least' }),
  exactly('Matches', cv.Matches(/^[a-z]+$/), ['a', 'abc'], ['A', '', 'a1']),
  exactly('Matches', cv.Matches(/a/g), ['a', 'bab'], ['b'], { told: 'every match' }),
  partly('Matches', cv.Matches(/^[a-z]+$/i), ['A', 'abc'], ['1'], { told: 'either case' }),
  partly('Matches', cv.Matches('^a$', 'm'), ['a', 'b\na'], ['b'], { told: 'lines' }),
  exactly('Contains', cv.Contains('a.b'), ['a.b', 'xa.by'], ['axb', 'a', '']),
  exactly('NotContains', cv.NotContains('a.b'), ['axb', ''], ['a.b', 'xa.by', 1]),
  partly('Contains', cv.Contains(''), ['ab'], ['', 'a'], { told: 'nothing' }),

  exactly('IsAlpha', cv.IsAlpha(), ['abc', 'XYZ'], ['a1', '', 'é', 'ſ', '\u212A']),
  exactly('IsAlpha', cv.IsAlpha('en-GB'), ['abc'], ['é'], { told: 'en-GB' }),
  partly('IsAlpha', cv.IsAlpha('de-DE'), ['abcß'], ['é', '1'], { told: 'de-DE' }),
  exactly('IsAlphanumeric', cv.IsAlphanumeric(), ['abc1', '0'], ['a_1', '', '１']),
  partly('IsAlphanumeric', cv.IsAlphanumeric('pl-PL'), ['ą1'], ['é'], { told: 'pl-PL' }),
  exactly('IsDecimal', cv.IsDecimal(), ['1', '-1.5', '.5', '+10.25'], ['', '-', '1.', 'a', '1,5']),
  exactly('IsDecimal', cv.IsDecimal({ decimal_digits: '1', force_decimal: true }), ['1.5', '.5'], ['1', '1.55'], {
    told: 'one digit'
  }),
  partly('IsDecimal', cv.IsDecimal({ locale: 'de-DE' }), ['1,5'], ['1.5'], { told: 'de-DE' }),
  exactly('IsAscii', cv.IsAscii(), ['abc', ' ~\u0000'], ['é', '']),
  exactly(
    'IsBase32',
    cv.IsBase32(),
    ['ZG======', 'JBSWY3DP', 'JBSWY3DPEA======', 'A==============='],
    ['', '12345', 'ZG=====', 'zg======', '========']
  ),
  exactly('IsBase58', cv.IsBase58(), ['3mJr7AoUXx2Wqd', ''], ['0', 'l', 'a-b']),
  exactly('IsBase64', cv.IsBase64(), ['', 'QUJD', 'QUI=', 'QQ=='], ['Q', 'QQ', 'QQ=', '====', 'QU_-']),
  exactly('IsBase64', cv.IsBase64({ urlSafe: true }), ['QU_-', 'Q', ''], ['QU+/', 'QQ=='], { told: 'url safe' }),
  exactly('IsBase64', cv.IsBase64({ urlSafe: true, padding: true }), ['QU_-', 'Q_=='], ['Q', 'QU+/'], {
    told: 'padded'
  }),
  exactly('IsBooleanString', cv.IsBooleanString(), ['true', 'false', '0', '1'], ['yes', 'TRUE', true]),
  partly('IsByteLength', cv.IsByteLength(2, 4), ['ab', 'é', '😀', 'abcd'], ['a', 'abcde', 'ééé', '\uD800']),
  partly('IsByteLength', cv.IsByteLength(5), ['abcde', '😀a'], ['abcd'], { told: 'at least' }),
  partly('IsCreditCard', cv.IsCreditCard(), ['4716461583322103', '4716-4615-8332-2103'], ['4716461583322104', 'foo']),
  partly('IsCurrency', cv.IsCurrency(), ['$10,123.45', '.03'], ['1.234', '$ 32.50', '']),
  partly('IsCurrency', cv.IsCurrency({ symbol: '€', require_symbol: true }), ['€1'], ['1'], { told: 'euro' }),
  partly(
    'IsEmail',
    cv.IsEmail(),
    ['a@example.org', 'a+b@x-y.example.com', 'hans@m端ller.com'],
    ['a', 'a@', '@b.c', 'a b@example.org', '\uD800@example.org']
  ),
  partly('IsEmail', cv.IsEmail({ allow_display_name: true }), ['A B <a@example.org>'], ['A <a>'], {
    told: 'display names'
  }),
  exactly(
    'IsFQDN',
    cv.IsFQDN(),
    ['example.com', 'a.b.example', 'm端ller.com'],
    ['a', '_.com', '*.example.com', 'a.com/'],
    {
      isClosed: hasSurrogates,
      closed: [['a.😀.example', false]]
    }
  ),
  partly('IsFQDN', cv.IsFQDN({ require_tld: false }), ['a', 'a.b-c'], ['a.1', '_', '-a'], {
    told: 'without a domain',
    isClosed: hasSurrogates
  }),
  partly('IsFQDN', cv.IsFQDN({ allow_wildcard: true }), ['*.example.com'], ['*'], { told: 'wildcard' }),
  exactly('IsFullWidth', cv.IsFullWidth(), ['ＡＢ', 'い', 'aＢ', '\u{1F600}'], ['ab', 'ｱ', '']),
  exactly('IsHalfWidth', cv.IsHalfWidth(), ['ab', 'ｱ', 'aＢ'], ['ＡＢ', 'い', '']),
  exactly('IsVariableWidth', cv.IsVariableWidth(), ['aＢ', '１2'], ['ab', 'ＡＢ', ...WIDE_ALPHABET.slice(-1)]),
  exactly('IsMultibyte', cv.IsMultibyte(), ['é', 'aé', '😀'], ['a', '']),
  exactly('IsSurrogatePair', cv.IsSurrogatePair(), ['😀', 'a😀'], ['a', 'é', '\uD83D', '\uDE00'], { needs31: true }),
  exactly('IsHexColor', cv.IsHexColor(), ['#fff', 'fff', '#ff0034', '#CCCCCCCC', '#abcd'], ['#ff', '#xxxx', '#fffff']),
  exactly('IsHexadecimal', cv.IsHexadecimal(), ['deadBEEF', '0xff', '0Hff'], ['', 'abcdefg', '0x']),
  exactly('IsOctal', cv.IsOctal(), ['017', '0o17', '0O7'], ['08', '', '0x7']),
  partly(
    'IsMACAddress',
    cv.IsMACAddress(),
    ['ab:ab:ab:ab:ab:ab', '01-02-03-04-05-06', 'abab.abab.abab', '01:02:03:04:05:06:07:08'],
    ['abc', '01:02:03:04:05', '01-02:03:04:05:06']
  ),
  partly('IsMACAddress', cv.IsMACAddress({ no_separators: true }), ['abababababab'], ['ab:ab:ab:ab:ab:ab'], {
    told: 'bare'
  }),
  exactly(
    'IsIP',
    cv.IsIP('4'),
    ['127.0.0.1', '255.255.255.255', '0.0.0.0'],
    ['256.0.0.0', '1.2.3', '01.2.3.4', '::1'],
    { told: '4' }
  ),
  exactly('IsIP', cv.IsIP(6), ['::1', '::', '2001:db8::1', '::ffff:127.0.0.1'], ['1:', '::1::', '127.0.0.1', ':::'], {
    told: '6',
    closed: [['fe80::1%eth0', false]]
  }),
  partly('IsIP', cv.IsIP(), ['127.0.0.1', '::1', 'fe80::1%eth0'], ['256.0.0.0', 'x', '1:']),
  exactly('IsPort', cv.IsPort(), ['0', '80', '65535', '+80', '-0'], ['65536', '-1', '080', '', '99999']),
  partly('IsISBN', cv.IsISBN(), ['3-8362-2119-5', '978-3-8362-2119-1'], ['3-8362-2119-6', 'foo']),
  partly('IsISBN', cv.IsISBN('13'), ['978-3-8362-2119-1'], ['3-8362-2119-5'], { told: '13' }),
  partly('IsISIN', cv.IsISIN(), ['AU0000XVGZA3'], ['AU0000XVGZA4', 'DE000BAY0018', 'x']),
  partly(
    'IsISO8601',
    cv.IsISO8601(),
    ['2009-12T12:34', '2009', '20090519', '2009-W511', '2009-05-19 14:39:22.500Z'],
    ['200905', '2009-', 'x', '']
  ),
  partly('IsISO8601', cv.IsISO8601({ strict: true }), ['2024-02-29'], ['2023-02-29'], { told: 'strict' }),
  partly(
    'IsDateString',
    cv.IsDateString(),
    ['2017-06-06T17:04:42.081Z', '2024-05-17', '2020-03-26T11:00:01-03'],
    ['text', '2018-01-04T08:15:30Ztext', '2019-18-13T22:14:14Z']
  ),
  exactly(
    'IsRFC3339',
    cv.IsRFC3339(),
    ['2010-02-18t00:23:23.33+06:00', '2010-02-30 00:23:60Z'],
    ['2009-05-31 14:60:55Z', '2009-05-31', '']
  ),
  partly('IsJSON', cv.IsJSON(), ['{}', ' [1]', '{"a":1}'], ['null', '1', '{a:1}', '']),
  exactly('IsJWT', cv.IsJWT(), ['eyJh.eyJz.c2ln', '..'], ['a.b', 'a.b.c.d', 'a.b=.c', '']),
  exactly(
    'IsLatitude',
    cv.IsLatitude(),
    ['46.948', '-90', '+89.5', 46.948, -90, 90, 0],
    ['91', 'x', '', 90.1, -91, '90.1'],
    {
      isClosed: hasComma,
      closed: [
        ['46.9,7', false],
        [1e-7, true]
      ]
    }
  ),
  exactly('IsLongitude', cv.IsLongitude(), ['7.447', '-180', ' 7', 7.447, 180], ['181', 'x', 180.5, '1000'], {
    isClosed: hasComma,
    closed: [
      ['7,x', false],
      [1e-7, true]
    ]
  }),
  exactly(
    'IsLatLong',
    cv.IsLatLong(),
    ['46.948,7.447', '(46.948,7.447)', '90,-180', '1, 2'],
    ['46.948', '(1,2', '1,2)', '91,0'],
    { isClosed: hasTwoCommas, closed: [['1,2,junk', false]] }
  ),
  partly('IsLowercase', cv.IsLowercase(), ['abc', 'é1', ''], ['Abc', 'É']),
  partly('IsUppercase', cv.IsUppercase(), ['ABC', 'É1', ''], ['aBC', 'é', 'ß']),
  exactly(
    'IsMongoId',
    cv.IsMongoId(),
    ['507f1f77bcf86cd799439011', '0xabcdefabcdefabcdefabcd'],
    ['507f1f77bcf86cd79943901z', '', '507f1f77bcf86cd7994390']
  ),
  partly('IsPhoneNumber', cv.IsPhoneNumber(), ['+41446681800'], ['0446681800', '+1', 'x']),
  partly('IsPhoneNumber', cv.IsPhoneNumber('CH'), ['044 668 18 00', '+41446681800'], ['+12025550123'], { told: 'CH' }),
  partly('IsMobilePhone', cv.IsMobilePhone('de-CH'), ['+41791234567'], ['x1', '']),
  partly('IsISO31661Alpha2', cv.IsISO31661Alpha2(), ['CH', 'ch'], ['ZZ', 'CHE', '']),
  partly('IsISO31661Alpha3', cv.IsISO31661Alpha3(), ['CHE', 'che'], ['ZZZ', 'CH']),
  partly('IsISO31661Numeric', cv.IsISO31661Numeric(), ['756', '004'], ['999', '4']),
  partly('IsISO4217CurrencyCode', cv.IsISO4217CurrencyCode(), ['CHF', 'chf'], ['ZZZ', 'CH']),
  partly('IsISO6391', cv.IsISO6391(), ['de', 'rm'], ['DE', 'qq', 'deu']),
  exactly('IsISRC', cv.IsISRC(), ['GBAYE6800011'], ['SRC15705223', 'gbaye6800011']),
  partly('IsISSN', cv.IsISSN(), ['0378-5955', '2434-561x', '01896016'], ['0378-5954', '0378-123', '']),
  partly(
    'IsISSN',
    cv.IsISSN({ case_sensitive: true, require_hyphen: true }),
    ['2434-561X'],
    ['2434-561x', '2434561X'],
    { told: 'strict' }
  ),
  partly('IsStrongPassword', cv.IsStrongPassword(), ['Abcdef1!'], ['Abcde1!', 'abcdef1!', ''], {
    closed: [['Aa1!😀😀', false]]
  }),
  partly('IsStrongPassword', cv.IsStrongPassword({ minLength: 4, minSymbols: 0 }), ['Abc1'], ['Ab1', 'abc1'], {
    told: 'weaker'
  }),
  partly('IsTaxId', cv.IsTaxId(), ['01-1234567'], ['x']),
  partly('IsTimeZone', cv.IsTimeZone(), ['Europe/Zurich'], ['Europe/Nowhere', '']),
  partly(
    'IsUrl',
    cv.IsUrl(),
    ['example.com', 'https://example.com/a?b=c'],
    ['x', 'mailto:a@example.org', 'http://a b']
  ),
  partly('IsUrl', cv.IsUrl({ require_protocol: true }), ['https://example.com'], ['example.com'], {
    told: 'with a protocol'
  }),
  exactly(
    'IsUUID',
    cv.IsUUID(),
    [V3, V4.toUpperCase(), '00000000-0000-0000-0000-000000000000'],
    ['', V4.slice(1), `x${V4}`, V4.replace('-8', '-c')]
  ),
  exactly('IsUUID', cv.IsUUID('4'), [V4], [V3], { told: '4' }),
  exactly('IsUUID', cv.IsUUID(['3', '4'] as never), [V3, V4], [V3.replace('-3', '-5')], { told: '3 or 4' }),
  exactly('IsFirebasePushId', cv.IsFirebasePushId(), ['-JhLeOlGIEjaIOFHR0xd'], ['', '-JhLeOlGIEjaIOFHR0x']),
  exactly('IsHash', cv.IsHash('md5'), [HASH, HASH.toUpperCase()], [HASH.slice(1), `${HASH}0`, '']),
  partly('IsHash', cv.IsHash('md6'), [], [HASH], { told: 'an unknown algorithm' }),
  exactly(
    'IsSemVer',
    cv.IsSemVer(),
    ['1.2.3', '1.0.0-alpha.1', '1.1.2+meta-valid'],
    ['1.2', '01.2.3', '1.0.0-alpha_beta', '']
  ),
  exactly('IsMilitaryTime', cv.IsMilitaryTime(), ['10:22', '0000', '23:59'], ['24:00', '23:61', '1:00']),
  partly(
    'IsIBAN',
    cv.IsIBAN(),
    ['GR96 0810 0010 0000 0123 4567 890', 'CH9300762011623852957'],
    ['CH9300762011623852958', 'x1']
  ),
  partly('IsBIC', cv.IsBIC(), ['SBICKEN1345', 'DEUTDEFF'], ['SBIC23NXXX', 'DEUTZZFF']),
  exactly(
    'IsBtcAddress',
    cv.IsBtcAddress(),
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    ['4BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '']
  ),
  exactly(
    'IsEthereumAddress',
    cv.IsEthereumAddress(),
    ['0x683E07492fBDfDA84457C16546ac3f433BFaa128'],
    ['683E07492fBDfDA84457C16546ac3f433BFaa128', '0x1']
  ),
  partly('IsCreditCard', cv.IsCreditCard({ each: false }), ['5398228707871527'], ['5398228707871528'], {
    told: 'again'
  }),
  partly(
    'IsDataURI',
    cv.IsDataURI(),
    ['data:text/html;charset=US-ASCII,%3Ch1%3E', 'data:,a', ' data:text/plain;base64,QUJD'],
    ['data:HelloWorld', 'x,data:']
  ),
  partly('IsEAN', cv.IsEAN(), ['9771234567003'], ['9771234567004', '079777681629']),
  partly('IsHSL', cv.IsHSL(), ['hsl(-540, 03%, 4%)', 'HSLA(1 1% 1% / 1)'], ['hsl(-0160, 100%, 100a)', 'hs(']),
  exactly(
    'IsRgbColor',
    cv.IsRgbColor(),
    ['rgb(0,0,0)', 'rgba(255,255,255,0.1)', 'rgb(1%,2%,3%)', 'rgba(1%,2%,3%,.5)'],
    ['rgba(0,0,0)', 'rgb(0, 0, 0)', 'rgb(256,0,0)']
  ),
  exactly('IsRgbColor', cv.IsRgbColor(false), ['rgb(0,0,0)'], ['rgb(1%,2%,3%)'], { told: 'no percent' }),
  partly('IsIdentityCard', cv.IsIdentityCard('he-IL'), ['335240479'], ['335240478']),
  partly('IsLocale', cv.IsLocale(), ['en', 'de_CH', 'en_US_POSIX'], ['lo_POP', '', 'x']),
  partly(
    'IsMagnetURI',
    cv.IsMagnetURI(),
    ['magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a'],
    ['magnet:?xt=uarn:x', ':?xt']
  ),
  partly(
    'IsMimeType',
    cv.IsMimeType(),
    ['text/plain', 'TEXT/html; charset=utf-8', 'multipart/form-data; boundary=something'],
    ['font/woff2; charset=utf-8', 'x']
  ),
  partly('IsPassportNumber', cv.IsPassportNumber('DE'), ['C26VMVVC3'], ['x']),
  partly('IsPostalCode', cv.IsPostalCode('CH'), ['8000'], ['800']),
  exactly('IsNumberString', cv.IsNumberString(), ['123', '-1.5', '.5', '+00123'], ['', '.', '1.', '1e3']),
  exactly('IsNumberString', cv.IsNumberString({ no_symbols: true }), ['0123'], ['-1', '1.5'], { told: 'digits' }),
  partly('IsNumberString', cv.IsNumberString({ locale: 'de-DE' }), ['1,5'], ['1.5'], { told: 'de-DE' }),
  {
    ...exactly('IsInstance', cv.IsInstance(Point), [{ x: 1 }], [{ x: 'a' }, 'a', []]),
    decorators: [cv.IsInstance(Point), cv.ValidateNested()]
  }
]

/** The class that the case of IsInstance nests. */
export const NESTED = Point
