// From a place in a source to the place in its compiled module, by the source map that lies beside it.
import { readFileSync } from 'node:fs'

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * @param {string} module the path of a compiled module
 * @param {string} source the text of its source
 * @returns {(offset: number) => number} from an offset in the source to one in the module
 */
export function compiledPosition(module, source) {
  const code = readFileSync(module, 'utf8')
  const { mappings } = JSON.parse(readFileSync(`${module}.map`, 'utf8'))
  const [codeLines, sourceLines] = [lineStarts(code), lineStarts(source)]
  const places = []
  let [line, column] = [0, 0]
  for (const [index, segments] of mappings.split(';').entries()) {
    let codeColumn = 0
    for (const segment of segments.split(',').filter(Boolean)) {
      const [codeStep, , lineStep = 0, columnStep = 0] = numbersOf(segment)
      codeColumn += codeStep
      line += lineStep
      column += columnStep
      places.push({ from: sourceLines[line] + column, to: codeLines[index] + codeColumn })
    }
  }
  places.sort((a, b) => a.from - b.from)
  // The nearest place that is not behind it; where the text has no code before it, the module's beginning.
  return (offset) => places.findLast(({ from }) => from <= offset)?.to ?? 0
}

function lineStarts(text) {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
}

/** The numbers of a segment (ECMA-426, section 6.2: Base64 VLQ). */
function numbersOf(segment) {
  const numbers = []
  let [value, shift] = [0, 0]
  for (const character of segment) {
    const digit = DIGITS.indexOf(character)
    value += (digit & 31) << shift
    shift += 5
    if (digit & 32) continue
    numbers.push(value & 1 ? -(value >> 1) : value >> 1)
    value = 0
    shift = 0
  }
  return numbers
}
