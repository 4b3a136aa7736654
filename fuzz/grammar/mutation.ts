import type { Random } from '../random.js'

const INTERESTING = [
  '\0',
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  ' ',
  ':',
  '\xff',
  '\x80',
  '0',
  '-',
  'HTTP/1.1',
  '%',
  '"',
  ';',
  ','
]

/** Changes some bytes: replaced, inserted, removed, repeated, or moved. */
export function mutateBytes(random: Random, bytes: string): string {
  let text = bytes
  const rounds = random.between(1, 4)
  for (let round = 0; round < rounds; round++) {
    const at = random.int(text.length + 1)
    const length = random.between(1, 8)
    const [before, span, after] = [text.slice(0, at), text.slice(at, at + length), text.slice(at + length)]
    text = random.weighted<() => string>([
      [3, () => before + String.fromCharCode(random.int(256)) + text.slice(at + 1)],
      [3, () => before + random.pick(INTERESTING) + text.slice(at)],
      [2, () => before + after],
      [1, () => before + span.repeat(random.between(2, 50)) + after],
      [1, () => before + random.bytes(length) + after],
      [1, () => after + before],
      [1, () => before]
    ])()
  }
  return text
}
