/** Texts at the edges of a format: some that it accepts, and some that only look like it. */
export interface FormatSamples {
  readonly good: readonly string[]
  readonly bad: readonly string[]
}

/** By format, also of those that are annotations: a service may check more of them than the schema says. */
export const FORMAT_SAMPLES: Readonly<Record<string, FormatSamples>> = {
  'date-time': {
    good: [
      ...['2024-05-17T08:30:15Z', '2024-05-17T08:30:15.250Z', '2024-02-29T23:59:59.999999999+14:00'],
      ...['2000-02-29T00:00:00Z', '2024-05-17t08:30:15z', '2024-05-17T08:30:15-00:00', '0001-01-01T00:00:00Z'],
      ...['9999-12-31T23:59:59Z', '2016-12-31T23:59:60Z', '2017-01-01T00:59:60+01:00', '2024-05-17T08:30:15+23:59']
    ],
    bad: [
      ...['2024-05-17 08:30:15Z', '2024-05-17T08:30:15', '2024-05-17T08:30Z', '2024-05-17', '2023-02-29T00:00:00Z'],
      ...['1900-02-29T00:00:00Z', '2024-04-31T00:00:00Z', '2024-13-01T00:00:00Z', '2024-00-01T00:00:00Z'],
      ...['2024-01-00T00:00:00Z', '2024-01-01T24:00:00Z', '2024-01-01T00:60:00Z', '2024-01-01T00:00:61Z'],
      ...['2016-12-31T23:58:60Z', '2016-12-31T23:59:60+01:00', '2024-01-01T00:00:00+24:00'],
      ...['2024-01-01T00:00:00+00:60', '2024-01-01T00:00:00+0100', '2024-01-01T00:00:00+01', '2024-01-01T00:00:00.Z'],
      ...['2024-01-01T00:00:00,5Z', '2024-1-1T00:00:00Z', '24-01-01T00:00:00Z', '+002024-01-01T00:00:00Z'],
      ...['2024-01-01T00:00:00Z ', ' 2024-01-01T00:00:00Z', '1715934615000', 'Fri, 17 May 2024 08:30:15 GMT'],
      ...['2024-W20-5T00:00:00Z', '٢٠٢٤-01-01T00:00:00Z', '2024-01-01T00:00:00Z\n']
    ]
  },
  date: {
    good: ['2024-05-17', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31', '2023-12-31'],
    bad: [
      ...['2023-02-29', '1900-02-29', '2024-02-30', '2024-04-31', '2024-00-10', '2024-13-10', '2024-01-00'],
      ...['2024-01-32', '2024-1-1', '24-01-01', '20240517', '2024/05/17', '2024-05-17T00:00:00Z', '2024-05-17 '],
      ...[' 2024-05-17', '2024-05-17\n']
    ]
  },
  time: {
    good: ['08:30:15Z', '08:30:15.25Z', '23:59:59+14:00', '00:00:00-00:00', '23:59:60Z', '00:59:60+01:00', '08:30:15z'],
    bad: [
      ...['08:30:15', '08:30Z', '24:00:00Z', '08:60:00Z', '08:30:61Z', '22:59:60Z', '08:30:15+0100', '08:30:15.Z'],
      ...['8:30:15Z', '08:30:15Z ']
    ]
  },
  uuid: {
    good: [
      ...['9b2d5a3e-7c41-4f0a-8f3e-2a6b1c9d4e5f', '9B2D5A3E-7C41-4F0A-8F3E-2A6B1C9D4E5F'],
      ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
    ],
    bad: [
      ...['9b2d5a3e7c414f0a8f3e2a6b1c9d4e5f', '{9b2d5a3e-7c41-4f0a-8f3e-2a6b1c9d4e5f}'],
      ...['9b2d5a3e-7c41-4f0a-8f3e-2a6b1c9d4e5', 'urn:uuid:9b2d5a3e-7c41-4f0a-8f3e-2a6b1c9d4e5f'],
      ...['9b2d5a3e-7c41-4f0a-8f3e-2a6b1c9d4e5g', '9b2d5a3e-7c41-4f0a-8f3e-2a6b1c9d4e5f ']
    ]
  },
  ipv4: {
    good: ['192.0.2.1', '0.0.0.0', '255.255.255.255'],
    bad: ['256.0.0.1', '192.0.2', '192.0.2.1.5', '01.2.3.4', '1.2.3.4 ', '0x7f.0.0.1', '::1', '1.2.3.-4']
  },
  byte: {
    good: ['', 'QUJD', 'QUI=', 'QQ==', '+/+/', 'AAAA'],
    bad: ['Q', 'QQ', 'QQ=', 'QQ===', '====', 'QU_-', 'QU JD', 'QUJD\n', 'Q=Q=']
  },
  email: {
    good: ['alice@example.com', 'b.o-b+tag@mail.example.org'],
    bad: ['alice', 'alice@', '@example.com', 'a b@example.com', 'alice@example']
  },
  uri: {
    good: ['https://example.com/a?b=c#d', 'http://example.org'],
    bad: ['example.com', '/path', 'http://', 'javascript:alert(1)', 'http://a b']
  },
  hostname: { good: ['example.com', 'api.example.org'], bad: ['-a.example', 'a..b', 'exa_mple.com', 'a b'] },
  ipv6: { good: ['2001:db8::1', '::1'], bad: ['2001:db8::g', '192.0.2.1', 'fe80::1%eth0', '::1::'] },
  'idn-email': { good: ['alice@example.com'], bad: ['alice', ''] },
  'idn-hostname': { good: ['example.com'], bad: ['a b', ''] },
  iri: { good: ['https://example.com/a'], bad: ['/path', ''] },
  'uri-reference': { good: ['/a/b'], bad: ['a b'] },
  'json-pointer': { good: ['/a/b'], bad: ['a/b'] },
  'iri-reference': { good: ['/ä/b', 'https://example.com/a'], bad: ['a b'] },
  'uri-template': { good: ['/items/{id}', '/a'], bad: ['/items/{id', '/{a b}'] },
  regex: { good: ['^a+$', '[a-z]'], bad: ['(', 'a**'] },
  'http-date': {
    good: ['Fri, 17 May 2024 08:30:15 GMT'],
    bad: ['2024-05-17T08:30:15Z', 'Fri, 32 May 2024 08:30:15 GMT']
  },
  'date-time-local': {
    good: ['2024-05-17T08:30:15', '2024-02-29T23:59:59.5'],
    bad: ['2024-05-17T08:30:15Z', '2023-02-29T00:00:00']
  },
  decimal128: { good: ['0', '-1.5', '1.5E+10'], bad: ['1e', 'NaN', '1,5'] },
  int64: { good: ['0', '9223372036854775807', '-9223372036854775808'], bad: ['9223372036854775808', '1.0', '01'] },
  uint64: { good: ['0', '18446744073709551615'], bad: ['-1', '18446744073709551616', '01'] },
  duration: { good: ['P1D', 'P3D'], bad: ['1 day', 'P', ''] },
  phone: { good: ['+41446681800', '+12025550123'], bad: ['12345', '+1', 'abc', '+41 abc'] },
  password: { good: ['correct horse battery', 'p4ssw0rd!x'], bad: [] },
  alpha: { good: ['abc', 'XYZ'], bad: ['a1', 'a b', 'ä'] },
  alphanumeric: { good: ['abc123', 'XYZ'], bad: ['a_1', 'a b', 'ä1'] },
  numeric: { good: ['0123', '42'], bad: ['-1', '1.5', '١'] }
}

/** Texts that rules of class-validator accept which a schema cannot describe; by the rule's name. */
export const RULE_SAMPLES: Readonly<Record<string, readonly string[]>> = {
  isEmail: FORMAT_SAMPLES.email?.good ?? [],
  isUrl: FORMAT_SAMPLES.uri?.good ?? [],
  isFqdn: FORMAT_SAMPLES.hostname?.good ?? [],
  isIp: ['192.0.2.1'],
  isPhoneNumber: FORMAT_SAMPLES.phone?.good ?? [],
  isMobilePhone: ['+41791234567'],
  isCreditCard: ['4111111111111111'],
  isIBAN: ['CH9300762011623852957'],
  isBIC: ['DEUTDEFF500'],
  isIsbn: ['9783161484100'],
  isIsin: ['US0378331005'],
  isISSN: ['2049-3630'],
  isEAN: ['4006381333931'],
  isCurrency: ['12.50'],
  isHexColor: ['#ff8800'],
  isHSL: ['hsl(120,50%,50%)'],
  isRgbColor: ['rgb(1,2,3)'],
  isJson: ['{"a":1}'],
  isJwt: ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'],
  isLatLong: ['46.948,7.447'],
  isLatitude: ['46.948'],
  isLongitude: ['7.447'],
  isLocale: ['de_CH'],
  isMagnetURI: ['magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a'],
  isMimeType: ['text/plain'],
  isMongoId: ['507f1f77bcf86cd799439011'],
  isMilitaryTime: ['13:45'],
  isDateString: ['2024-05-17T08:30:15Z'],
  isIso8601: ['2024-05-17T08:30:15Z'],
  isRFC3339: ['2024-05-17T08:30:15Z'],
  isSemVer: ['1.2.3'],
  isStrongPassword: ['Str0ng!Passw0rd'],
  isPassportNumber: ['A1234567'],
  isPostalCode: ['8000'],
  isTimeZone: ['Europe/Zurich'],
  isISO31661Alpha2: ['CH'],
  isISO31661Alpha3: ['CHE'],
  isISO4217CurrencyCode: ['CHF'],
  isMacAddress: ['01:23:45:67:89:ab'],
  isPort: ['8080'],
  isHash: ['d41d8cd98f00b204e9800998ecf8427e'],
  isEthereumAddress: ['0x52908400098527886E0F7030069857D2E4169EE7'],
  isBtcAddress: ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  isDataURI: ['data:text/plain;base64,QUJD'],
  isBase32: ['MFRGG==='],
  isBase58: ['3mJr7AoUXx2Wqd'],
  isDecimal: ['1.5'],
  isHexadecimal: ['0aF'],
  isOctal: ['017'],
  isTaxId: ['12-3456789'],
  IsFirebasePushId: ['-JhLeOlGIEjaIOFHR0xd'],
  isSurrogatePair: ['😀'],
  isMultibyte: ['ä'],
  isFullWidth: ['ＡＢ'],
  isHalfWidth: ['ab'],
  isVariableWidth: ['aＢ']
}

/** Texts that some services read as a number, a boolean or a list, and others do not. */
export const LEXICAL_FORMS = [
  ...['12abc', '0x10', '1e3', ' 5', '5 ', '+5', '05', '-0', '1.0', '1.', '.5', '--5', '1_000', '1,5', '٣', '５', '5n'],
  ...['NaN', 'Infinity', '-Infinity', 'null', 'undefined', '', ' ', '-', '0', '1', '-1', '0.5', '1E2', '0b1', '0o7'],
  ...['true', 'false', 'TRUE', 'True', ' true', 'yes', 'no', 'on', 'off', 't', '[]', '{}', '"5"', '[object Object]'],
  ...['9007199254740991', '9007199254740992', '-9007199254740992', '1e400', '2147483648', '-2147483649', '1e-400']
]
