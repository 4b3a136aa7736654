/** Frames of HTTP/2 as bytes (RFC 9113 section 4.1), one character a byte. */

export const TYPE = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goaway: 7,
  window: 8,
  continuation: 9
} as const

export const FLAG = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 32 } as const

export const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'

/** A frame; `length` in place of the payload's own makes it a lie. */
export function frame(type: number, flags: number, stream: number, payload = '', length = payload.length): string {
  return number(length, 3) + number(type, 1) + number(flags, 1) + number(stream, 4) + payload
}

/** A whole number in network order. */
export function number(value: number, bytes: number): string {
  let text = ''
  for (let shift = bytes - 1; shift >= 0; shift--) text += String.fromCharCode(Math.floor(value / 256 ** shift) % 256)
  return text
}

/** A frame that came. */
export interface Frame {
  readonly type: number
  readonly flags: number
  readonly stream: number
  readonly payload: Buffer
}

/** Splits bytes into frames; `rest` is how many bytes of an unfinished one are left. */
export function readFrames(bytes: Buffer): { readonly frames: readonly Frame[]; readonly rest: number } {
  const frames: Frame[] = []
  let at = 0
  while (at + 9 <= bytes.length) {
    const length = bytes.readUIntBE(at, 3)
    if (at + 9 + length > bytes.length) break
    frames.push({
      type: bytes[at + 3] as number,
      flags: bytes[at + 4] as number,
      stream: bytes.readUInt32BE(at + 5) & 0x7fff_ffff,
      payload: bytes.subarray(at + 9, at + 9 + length)
    })
    at += 9 + length
  }
  return { frames, rest: bytes.length - at }
}
