import { type OpenAPIDocument } from 'fieldstone'

/** Texts that readers of YAML take for something else when they are plain, or that YAML has no plain form for. */
const TEXTS: readonly string[] = [
  // Values of YAML 1.1 or of 1.2.
  ...[
    'no',
    'No',
    'NO',
    'on',
    'ON',
    'off',
    'yes',
    'Yes',
    'y',
    'n',
    'true',
    'TRUE',
    'false',
    'null',
    'NULL',
    '~',
    'None'
  ],
  ...[
    '1e3',
    '1E3',
    '1.e3',
    '1.5e+3',
    '1e+21',
    '+1',
    '-1',
    '1_000',
    '0x1F',
    '0o17',
    '012',
    '0b11',
    '08',
    '+012',
    '-0x1F'
  ],
  ...[
    '1:30',
    '190:20:30',
    '190:20:30.15',
    '.5',
    '5.',
    '.',
    '.inf',
    '-.INF',
    '+.Inf',
    '.nan',
    '0',
    '-0',
    '1.0',
    '1e400'
  ],
  ...['2001-01-01', '2001-1-1', '2001-12-14t21:59:43.10-05:00', '2001-12-14 21:59:43.10 -5', '12:00:00', '1.2.3'],
  // Marks.
  ...[
    '=',
    '<<',
    '<',
    '*a',
    '&a',
    '!a',
    '!!str',
    '@a',
    '`a',
    '%a',
    '|',
    '>',
    '|-',
    '#a',
    'a #b',
    '!',
    '&',
    '*',
    '\\',
    '\\n'
  ],
  ...['a: b', 'a:b', ':a', ':', 'a:', '- a', '-', '--', '---', '--- a', '...', '... a', '?', '? a', 'http://a/b#c'],
  ...[
    '[',
    ']',
    '{',
    '}',
    '[]',
    '{a: b}',
    ',',
    'a, b',
    'a]',
    '"',
    "'",
    '"a"',
    "'a'",
    "it's",
    'a"b\'c',
    '^[a-z]+$',
    '{a}'
  ],
  // White space, lines, and what is no character to some readers.
  ...['', ' ', ' a', 'a ', '\ta', 'a\t', 'a\tb', 'a\t#b', 'key:\tv', '\u3000a', 'a\u3000', 'a\u2003b'],
  ...[
    '\n',
    '\n\n',
    ' \n',
    'a\nb',
    'a\n',
    '\na',
    '\n a\n',
    'a\n\n',
    'a\n\n  b\n',
    ' a\nb',
    'a \nb',
    'a\t\nb',
    'x\n\ty',
    'x\n '
  ],
  ...[
    'a\n#b',
    'a\n---\nb',
    'a\n...\nb',
    '- a\n- b',
    'a: b\nc: d',
    '  x\n  y\n',
    'a\r\nb',
    'a\rb',
    'a\u0085b',
    'a\u2028b'
  ],
  ...['\u0000', '\u0007', '\u001b', '\u007f', '\u0080', '\u00a0', '\u00ad', '\u200b', '\u200d', '\ufeff', 'a\ufeffb'],
  ...[
    '\ufffd',
    '\ufffe',
    '\uffff',
    '\ue000',
    '\ufdd0',
    '\u{10ffff}',
    '😀',
    '👨‍👩‍👧',
    '\u{1f600}: x',
    'é',
    '日本',
    'é: '
  ],
  ...['x'.repeat(300), `${'long words '.repeat(40)}end`, 'word '.repeat(100), `${'word '.repeat(30)}\n`.repeat(3)],
  // Names of what languages have themselves.
  ...['constructor', 'merge', '$ref', '#/components/schemas/A', 'application/json', '/v1/{id}']
]

const NUMBERS = [0, -1, 1.5, 1e21, 1e-7, -1e-300, 5e-324, 1.7976931348623157e308, 123456789012345680000, 2 ** 53]

/**
 * A document in which each text is a value, an item and a key, on its own and below more than a hundred paths, which are
 * written in parts.
 */
export const YAML_CASES = {
  values: {
    texts: TEXTS,
    items: TEXTS.map((text) => ({ description: text, list: [text, [text], { [text]: text }] })),
    numbers: NUMBERS,
    none: [null, true, false, [], {}, [[]], [{}]]
  },
  keys: Object.fromEntries([...TEXTS, 'k'.repeat(2000), 'k: '.repeat(50)].map((text, index) => [text, index])),
  paths: Object.fromEntries(
    Array.from({ length: 120 }, (_, index) => [
      `/p${index}`,
      { 200: { description: `${TEXTS[index % TEXTS.length]}\n\n b\n` }, [`${TEXTS[index % TEXTS.length]}`]: index }
    ])
  )
} as unknown as OpenAPIDocument
