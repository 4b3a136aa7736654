// Writes the files of a bundle without comments, and in ASCII: the sources are published beside them, with maps to them.
//
// V8 keeps the text of a file for as long as the process runs: a byte for each character, but two for each as soon as one is
// beyond Latin-1. A dash in a comment of the largest file took 500 KB of every process.
import MagicString from 'magic-string'
import { parseAst } from 'rollup/parseAst'

const MOST_OF_ASCII = 0x7f

/** What says something to bundlers, and what a license wants to be kept. */
const KEPT = /__PURE__|__NO_SIDE_EFFECTS__|@license|@preserve|^\/\*!|^\/\/#/

/** A plugin of Rollup's for the output. */
export function leanText() {
  return {
    name: 'lean-text',
    renderChunk(code) {
      const literals = literalsOf(parseAst(code))
      const text = new MagicString(code)
      removeComments(code, literals, text)
      for (const [start, end] of literals) escapeText(code, start, end, text)
      return { code: text.toString(), map: text.generateMap({ hires: 'boundary' }) }
    }
  }
}

/** Two slashes, or a slash and an asterisk, begin a comment everywhere but in a literal. */
function removeComments(code, literals, text) {
  let from = 0
  for (const [start, end] of [...literals, [code.length, code.length]]) {
    // A template begins within the one around it.
    if (start > from) removeBetween(code, from, start, text)
    from = Math.max(from, end)
  }
}

function removeBetween(code, from, to, text) {
  let at = from
  for (;;) {
    at = code.indexOf('/', at)
    if (at === -1 || at >= to) return
    const isLine = code[at + 1] === '/'
    if (!isLine && code[at + 1] !== '*') {
      at += 1
      continue
    }
    const end = isLine ? endOfLine(code, at) : code.indexOf('*/', at) + 2
    if (!KEPT.test(code.slice(at, end))) removeOne(code, at, end, text)
    at = end
  }
}

/** With its line, where nothing else is on it. */
function removeOne(code, start, end, text) {
  const line = code.lastIndexOf('\n', start - 1) + 1
  const next = endOfLine(code, end)
  const isAlone = code.slice(line, start).trim() === '' && code.slice(end, next).trim() === ''
  if (isAlone) text.remove(line, Math.min(next + 1, code.length))
  else text.remove(start, end)
}

function endOfLine(code, from) {
  const end = code.indexOf('\n', from)
  return end === -1 ? code.length : end
}

function escapeText(code, start, end, text) {
  for (let at = start; at < end; at++) {
    const unit = code.charCodeAt(at)
    if (unit > MOST_OF_ASCII) text.overwrite(at, at + 1, `\\u${unit.toString(16).padStart(4, '0')}`)
  }
}

/** Where the texts of literals are, in the order of the file. */
function literalsOf(ast) {
  const found = []
  const visit = (node) => {
    if (node.type === 'Literal' || node.type === 'TemplateElement') found.push([node.start, node.end])
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (typeof child?.type === 'string') visit(child)
      }
    }
  }
  visit(ast)
  return found.sort(([a], [b]) => a - b)
}
