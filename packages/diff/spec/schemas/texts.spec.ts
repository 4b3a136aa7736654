import { itSaysOfSchemas, text } from '../comparison.js'

describe('changes of lengths of texts', () => {
  itSaysOfSchemas(
    'a lower maxLength',
    { ...text, maxLength: 2 },
    { ...text, maxLength: 1 },
    'breaking max-length-lowered: has maxLength 1, before maxLength 2, e.g. "aa"',
    'compatible max-length-raised: has maxLength 2, before maxLength 1'
  )
  itSaysOfSchemas(
    'a minLength that is added',
    text,
    { ...text, minLength: 1 },
    'breaking min-length-raised: has minLength 1, before no minLength, e.g. ""',
    'compatible min-length-lowered: has no minLength, before minLength 1'
  )
  itSaysOfSchemas('minLength 0 says nothing', text, { ...text, minLength: 0 })
  itSaysOfSchemas(
    'lengths count characters, not code units',
    { ...text, enum: ['😀'] },
    { ...text, maxLength: 1 },
    'compatible enum-widened: is no longer limited to "😀"',
    'breaking enum-narrowed: can now only be "😀", e.g. "a"'
  )
})

describe('changes of patterns', () => {
  itSaysOfSchemas(
    'a pattern that is added',
    text,
    { ...text, pattern: '^[a-z]+$' },
    'breaking pattern-narrowed: has pattern ^[a-z]+$, before no pattern, e.g. ""',
    'compatible pattern-widened: has no pattern, before pattern ^[a-z]+$'
  )
  itSaysOfSchemas(
    'another pattern, of which a known text tells them apart',
    { ...text, pattern: '^a' },
    { ...text, pattern: '^b' },
    'breaking pattern-changed: has pattern ^b, before pattern ^a, e.g. "a"',
    'may-break pattern-changed: has pattern ^a, before pattern ^b'
  )
  itSaysOfSchemas(
    'another pattern, of which nothing is known',
    { ...text, pattern: '^a+$' },
    { ...text, pattern: '^a*$' },
    'may-break pattern-changed: has pattern ^a*$, before pattern ^a+$',
    'breaking pattern-changed: has pattern ^a+$, before pattern ^a*$, e.g. ""'
  )
  itSaysOfSchemas('a pattern of everything says nothing', text, { ...text, pattern: '.*' })
  itSaysOfSchemas(
    'the values of an enum are tried',
    { ...text, enum: ['a1', 'b1'] },
    { ...text, pattern: '^a' },
    [
      'breaking enum-narrowed: can no longer be "b1", e.g. "b1"',
      'compatible enum-widened: is no longer limited to "a1", "b1"'
    ],
    ['breaking enum-narrowed: can now only be "a1", "b1", e.g. "a"', 'compatible enum-widened: can now be "b1"']
  )
  itSaysOfSchemas(
    'a pattern that could take too long is not tried',
    { ...text, enum: ['aaaa'] },
    { ...text, pattern: '^(a+)+$' },
    ['may-break enum-narrowed: can no longer be "aaaa"', 'compatible enum-widened: is no longer limited to "aaaa"'],
    ['may-break enum-narrowed: can now only be "aaaa"', 'compatible enum-widened: can now be "aaaa"']
  )
  itSaysOfSchemas(
    'a pattern that cannot be read is not tried',
    { ...text, enum: ['a'] },
    { ...text, pattern: '(' },
    ['may-break enum-narrowed: can no longer be "a"', 'compatible enum-widened: is no longer limited to "a"'],
    ['may-break enum-narrowed: can now only be "a"', 'compatible enum-widened: can now be "a"']
  )
})

describe('changes of the formats of texts', () => {
  itSaysOfSchemas(
    'a format that is added',
    text,
    { ...text, format: 'email' },
    'breaking format-narrowed: has format email, before no format, e.g. ""',
    'compatible format-widened: has no format, before format email'
  )
  itSaysOfSchemas(
    'another format',
    { ...text, format: 'date' },
    { ...text, format: 'uuid' },
    'breaking format-changed: has format uuid, before format date, e.g. "2024-02-29"',
    'breaking format-changed: has format date, before format uuid, e.g. "123e4567-e89b-42d3-a456-426614174000"'
  )
  itSaysOfSchemas(
    'an address is one of an international form, too',
    { ...text, format: 'email' },
    { ...text, format: 'idn-email' },
    'compatible format-widened: has format idn-email, before format email',
    'may-break format-narrowed: has format email, before format idn-email'
  )
  itSaysOfSchemas(
    'a URI is a reference, too',
    { ...text, format: 'uri' },
    { ...text, format: 'uri-reference' },
    'compatible format-widened: has format uri-reference, before format uri',
    'breaking format-narrowed: has format uri, before format uri-reference, e.g. "/a"'
  )
  itSaysOfSchemas('a password is any text', text, { ...text, format: 'password' })
  itSaysOfSchemas(
    'bytes are no text',
    text,
    { ...text, format: 'binary' },
    'breaking format-narrowed: has format binary, before no format',
    'compatible format-widened: has no format, before format binary'
  )
  itSaysOfSchemas(
    'a format that nobody knows',
    text,
    { ...text, format: 'our-own' },
    'may-break format-narrowed: has format our-own, before no format',
    'compatible format-widened: has no format, before format our-own'
  )
  itSaysOfSchemas(
    'a format of the name of a method is one that nobody knows',
    { ...text, format: 'constructor' },
    { ...text, format: 'toString' },
    'may-break format-changed: has format toString, before format constructor',
    'may-break format-changed: has format constructor, before format toString'
  )
  itSaysOfSchemas(
    'the values of an enum are tried with a format',
    { ...text, enum: ['a@example.com', 'a'] },
    { ...text, format: 'email' },
    [
      'breaking enum-narrowed: can no longer be "a", e.g. "a"',
      'compatible enum-widened: is no longer limited to "a@example.com", "a"'
    ],
    ['may-break enum-narrowed: can now only be "a@example.com", "a"', 'compatible enum-widened: can now be "a"']
  )
})
