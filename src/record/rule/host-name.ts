/**
 * Whether a text is a host name to validator.js's `isFQDN` without options, or with `require_tld: false`: the same
 * verdict in one pass. That splits the text, and holds four expressions against each part.
 */
export function isHostName(text: string, needsDomain: boolean): boolean {
  const dot = text.lastIndexOf('.')
  const last = text.slice(dot + 1)
  if (needsDomain && (dot === -1 || !TOP_LEVEL.test(last) || /\s/.test(last))) return false
  return !isNumber(last) && areLabels(text)
}

/** At most 63 characters are asked: no label may be longer. */
const TOP_LEVEL = /^(?:[a-z\u00A1-\u00A8\u00AA-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]{2,63}|xn[a-z0-9-]{2,61})$/i

function isNumber(label: string): boolean {
  for (let at = 0; at < label.length; at++) if (!isDigit(label.charCodeAt(at))) return false
  return label !== ''
}

/** Whether dots part it into labels of 1 to 63 units that neither begin nor end with a hyphen. */
function areLabels(text: string): boolean {
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    const unit = at === text.length ? DOT : text.charCodeAt(at)
    if (unit === DOT) {
      const length = at - start
      if (length === 0 || length > 63) return false
      if (text.charCodeAt(start) === HYPHEN || text.charCodeAt(at - 1) === HYPHEN) return false
      start = at + 1
    } else if (!isOfLabel(unit)) return false
  }
  return true
}

const DOT = 0x2e
const HYPHEN = 0x2d

function isOfLabel(unit: number): boolean {
  if (unit < 0x80) return isDigit(unit) || isLetter(unit) || unit === HYPHEN
  // Characters of full width look like others.
  return unit >= 0xa1 && !(unit >= 0xff01 && unit <= 0xff5e)
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}

function isLetter(unit: number): boolean {
  return (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a)
}
