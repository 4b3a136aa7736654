/** By format, long texts that it accepts, or rejects only at their end. */
export const FORMAT_TEXTS = {
  alphanumeric: [(n) => 'a1'.repeat(n / 2)],
  alpha: [(n) => 'a'.repeat(n)],
  numeric: [(n) => '1'.repeat(n)],
  email: [(n) => `${'a.'.repeat(n / 2)}a@${'b.'.repeat(n / 2)}c`, (n) => `a@${'b-'.repeat(n / 2)}`],
  password: [(n) => 'aA1!'.repeat(n / 4)],
  uri: [
    (n) => `https://example.com/${'a/%20'.repeat(n / 5)}?${'a=b&'.repeat(n / 4)}`,
    (n) => `a:${'b:'.repeat(n / 2)}%`,
    (n) => `https://${'a@'.repeat(n / 2)} `
  ],
  uuid: [(n) => '0'.repeat(n)],
  'date-time': [(n) => `2024-05-17T08:30:00.${'0'.repeat(n)}Z`],
  date: [(n) => `2024-05-${'1'.repeat(n)}`],
  time: [(n) => `08:30:00.${'0'.repeat(n)}`],
  phone: [(n) => `+${'1'.repeat(n)}`, (n) => `+41 ${'(4) '.repeat(n / 4)}`],
  ipv4: [(n) => `${'1.'.repeat(n / 2)}1`],
  ipv6: [(n) => `${'1:'.repeat(n / 2)}1`],
  byte: [(n) => 'QUJD'.repeat(n / 4), (n) => `${'QUJD'.repeat(n / 4)}!`],
  binary: [(n) => 'a'.repeat(n)],
  hostname: [(n) => `${'a-b.'.repeat(n / 4)}c`, (n) => `${'a-'.repeat(n / 2)}`],
  base64url: [(n) => 'QUJD'.repeat(n / 4), (n) => `${'QUJD'.repeat(n / 4)}!`],
  char: [(n) => '👍'.repeat(n / 2)],
  commonmark: [(n) => '*a '.repeat(n / 3)],
  'date-time-local': [(n) => `2024-05-17T08:30:00.${'0'.repeat(n)}!`],
  decimal: [(n) => `${'1'.repeat(n)}.${'1'.repeat(n)}`, (n) => `${'1'.repeat(n)}!`],
  decimal128: [(n) => `${'1'.repeat(n)}.${'0'.repeat(n)}`, (n) => `${'0'.repeat(n)}e`],
  duration: [(n) => `P${'1'.repeat(n)}D`, (n) => `PT${'1'.repeat(n)}!`],
  html: [(n) => '<a>'.repeat(n / 3)],
  'http-date': [(n) => `Fri, 17 May ${'2'.repeat(n)} 08:30:00 GMT`],
  'idn-email': [(n) => `${'ä.'.repeat(n / 2)}ä@${'ü.'.repeat(n / 2)}c`, (n) => `ä@${'ü-'.repeat(n / 2)}`],
  'idn-hostname': [(n) => `${'ä-b.'.repeat(n / 4)}c`, (n) => 'ä'.repeat(n), (n) => 'xn--'.repeat(n / 4)],
  int64: [(n) => `-${'1'.repeat(n)}`, (n) => '0'.repeat(n)],
  'ipv4-cidr': [(n) => `${'1.'.repeat(n / 2)}1/24`, (n) => `1.1.1.1/${'1'.repeat(n)}`],
  'ipv6-cidr': [(n) => `${'1:'.repeat(n / 2)}1/24`, (n) => `::/${'1'.repeat(n)}`],
  iri: [
    (n) => `https://example.com/${'ä/%20'.repeat(n / 5)}?${'ä=b&'.repeat(n / 4)}`,
    (n) => `a:${'ä:'.repeat(n / 2)}%`
  ],
  'iri-reference': [(n) => `${'ä/%20'.repeat(n / 5)}?${'ä=b&'.repeat(n / 4)}`, (n) => `${'ä/'.repeat(n / 2)}%`],
  'json-pointer': [(n) => '/~0~1'.repeat(n / 5), (n) => `${'/a'.repeat(n / 2)}~`],
  language: [(n) => `de${'-abcd'.repeat(n / 5)}`, (n) => `de${'-a'.repeat(n / 2)}!`],
  'media-range': [
    (n) => `text/plain${';a=b'.repeat(n / 4)}`,
    (n) => `text/plain;a="${'\\\\"'.repeat(n / 3)}`,
    (n) => `text/plain${' ;'.repeat(n / 2)}`,
    (n) => `text/plain;a=b${' '.repeat(n)}!`
  ],
  // Wrong at their end, since the engine keeps right ones; and without groups that capture, of which it has a limit.
  regex: [
    (n) => `${'(?:a|b)*'.repeat(n / 8)}(`,
    (n) => `${'(?:'.repeat(n / 4)}${')'.repeat(n / 4)}(`,
    (n) => '['.repeat(n),
    (n) => `${'\\p{L}'.repeat(n / 5)}(`,
    (n) =>
      `[${Array.from({ length: n / 2 }, (_, at) => String.fromCodePoint(0x20000 + ((at * 7_919) % 100_000) * 2)).join('')}](`
  ],
  'relative-json-pointer': [(n) => `${'1'.repeat(n)}/a`, (n) => `1${'/a'.repeat(n / 2)}~`],
  'sf-binary': [(n) => `:${'QUJD'.repeat(n / 4)}:`, (n) => `:${'QUJD'.repeat(n / 4)}`],
  'sf-boolean': [(n) => `?${'1'.repeat(n)}`],
  'sf-string': [(n) => `"${'a\\"'.repeat(n / 3)}"`, (n) => `"${'\\\\'.repeat(n / 2)}`],
  'sf-token': [(n) => 'a:/'.repeat(n / 3), (n) => `${'a'.repeat(n)} `],
  'time-local': [(n) => `08:30:00.${'0'.repeat(n)}!`],
  uint64: [(n) => '1'.repeat(n), (n) => '0'.repeat(n)],
  unixtime: [(n) => `${'1'.repeat(n)}.${'1'.repeat(n)}`, (n) => `${'1'.repeat(n)}!`],
  'uri-reference': [
    (n) => `${'a/%20'.repeat(n / 5)}?${'a=b&'.repeat(n / 4)}`,
    (n) => `//${'a@'.repeat(n / 2)} `,
    (n) => `${'../'.repeat(n / 3)}%`
  ],
  'uri-template': [(n) => '/{a}{?b*,c:3}'.repeat(n / 13), (n) => '{'.repeat(n), (n) => `${'{a,'.repeat(n / 3)}`]
}
