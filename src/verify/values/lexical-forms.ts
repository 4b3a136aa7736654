/** Texts that some readers take for a number, a boolean or a list, and others do not. */
export const LEXICAL_FORMS = [
  ...['12abc', '0x10', '1e3', ' 5', '5 ', '+5', '05', '-0', '1.0', '1.', '.5', '--5', '1_000', '1,5', '٣', '５', '5n'],
  ...['NaN', 'Infinity', '-Infinity', 'null', 'undefined', '', ' ', '-', '0', '1', '-1', '0.5', '1E2', '0b1', '0o7'],
  ...['true', 'false', 'TRUE', 'True', ' true', 'yes', 'no', 'on', 'off', 't', '[]', '{}', '"5"', '[object Object]'],
  ...['9007199254740991', '9007199254740992', '-9007199254740992', '1e400', '2147483648', '-2147483649', '1e-400']
]
