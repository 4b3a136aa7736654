/** One import of a module, read from TypeScript source without compiling it. */
export interface Import {
  readonly specifier: string
  /** Whether it vanishes when compiled: `import type`, or only `type` names in the braces. */
  readonly typeOnly: boolean
}

/** The specifier of an `import()` whose module is known only at run time. */
const COMPUTED = '(computed)'

type Token = { readonly kind: 'word' | 'string' | 'sign'; readonly text: string }

/** Every import, re-export, dynamic import, import type and `require` of a TypeScript source. */
export function parseImports(source: string): Import[] {
  const tokens = tokenize(source)
  const imports: Import[] = []
  for (let at = 0; at < tokens.length; at++) {
    const word = wordAt(tokens, at)
    if (word === 'require' && textAt(tokens, at - 1) !== '.' && wordAt(tokens, at - 3) !== 'import') {
      const found = callAt(tokens, at)
      if (found) imports.push(found)
      continue
    }
    if ((word !== 'import' && word !== 'export') || textAt(tokens, at - 1) === '.') continue
    const found = word === 'import' ? (callAt(tokens, at) ?? declarationAt(tokens, at)) : declarationAt(tokens, at)
    if (found) imports.push(found)
  }
  return imports
}

/** `require('…')`; `import('…')`, as an expression or as a type: nothing tells them apart here, so both count as values. */
function callAt(tokens: readonly Token[], at: number): Import | undefined {
  if (textAt(tokens, at + 1) !== '(') return undefined
  const argument = tokens[at + 2]
  return { specifier: argument?.kind === 'string' ? argument.text : COMPUTED, typeOnly: false }
}

/** `import '…'`, `import … from '…'`, `import x = require('…')`, `export … from '…'`. */
function declarationAt(tokens: readonly Token[], start: number): Import | undefined {
  const first = tokens[start + 1]
  if (first?.kind === 'string') return { specifier: first.text, typeOnly: false }
  let at = start + 1
  let typeOnly = false
  if (wordAt(tokens, at) === 'type' && textAt(tokens, at + 1) !== 'from' && textAt(tokens, at + 1) !== ',') {
    typeOnly = true
    at += 1
  }
  let outsideBraces = false
  const names: boolean[] = []
  for (; at < tokens.length; at++) {
    const text = textAt(tokens, at)
    if (text === '{') {
      at = readNames(tokens, at + 1, names)
    } else if (text === 'from' && tokens[at + 1]?.kind === 'string') {
      const onlyTypeNames = !outsideBraces && names.length > 0 && names.every(Boolean)
      return { specifier: tokens[at + 1]?.text ?? '', typeOnly: typeOnly || onlyTypeNames }
    } else if (text === '=' && wordAt(tokens, at + 1) === 'require') {
      return { specifier: tokens[at + 3]?.text ?? '', typeOnly }
    } else if (tokens[at]?.kind === 'word' || text === '*' || text === ',') {
      if (DECLARES.has(text)) return undefined
      outsideBraces ||= text !== ','
    } else {
      return undefined
    }
  }
  return undefined
}

const DECLARES = new Set(
  'class function const let var interface enum default abstract async namespace declare'.split(' ')
)

/** Reads the names up to the closing brace, each as whether it carries `type`; answers the brace's place. */
function readNames(tokens: readonly Token[], start: number, names: boolean[]): number {
  let at = start
  for (; at < tokens.length && textAt(tokens, at) !== '}'; at++) {
    const next = textAt(tokens, at + 1)
    names.push(wordAt(tokens, at) === 'type' && next !== ',' && next !== '}' && next !== 'as')
    while (at < tokens.length && textAt(tokens, at + 1) !== ',' && textAt(tokens, at + 1) !== '}') at++
    if (textAt(tokens, at + 1) === ',') at++
  }
  return at
}

function textAt(tokens: readonly Token[], at: number): string {
  const token = tokens[at]
  return token === undefined || token.kind === 'string' ? '' : token.text
}

function wordAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.kind === 'word' ? textAt(tokens, at) : ''
}

const SKIP = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y
const WORD = /[\p{ID_Start}$_#@][\p{ID_Continue}$\u200c\u200d]*|[0-9][\w.]*/uy
const STRING = /'((?:[^'\\\n]|\\[\s\S])*)'|"((?:[^"\\\n]|\\[\s\S])*)"/y
const REGEX = /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
const TEMPLATE_TEXT = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y
/** After these words a slash begins a regular expression; after any other word it divides. */
const BEFORE_REGEX = new Set('return typeof case in of delete void throw new else do await yield instanceof'.split(' '))

function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  /** For each open `${`, how many braces are open inside it. */
  const substitutions: number[] = []
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (match) at = pattern.lastIndex
    return match
  }
  const readTemplate = (): void => {
    take(TEMPLATE_TEXT)
    if (source[at] === '`') {
      at += 1
      tokens.push({ kind: 'sign', text: '`' })
    } else if (source.startsWith('${', at)) {
      at += 2
      substitutions.push(0)
      tokens.push({ kind: 'sign', text: '(' })
    } else {
      throw new Error('A template literal has no end')
    }
  }
  for (take(SKIP); at < source.length; take(SKIP)) {
    const sign = source[at] ?? ''
    const depth = substitutions.at(-1)
    const string = take(STRING)
    if (string) {
      tokens.push({ kind: 'string', text: string[1] ?? string[2] ?? '' })
      continue
    }
    const word = take(WORD)
    if (word) {
      tokens.push({ kind: 'word', text: word[0] })
      continue
    }
    if (sign === '/' && regexMayStand(tokens.at(-1)) && take(REGEX)) {
      tokens.push({ kind: 'sign', text: '`' })
      continue
    }
    at += 1
    if (sign === '`') {
      readTemplate()
    } else if (sign === '}' && depth === 0) {
      substitutions.pop()
      readTemplate()
    } else {
      if (depth !== undefined && (sign === '{' || sign === '}')) {
        substitutions[substitutions.length - 1] = depth + (sign === '{' ? 1 : -1)
      }
      tokens.push({ kind: 'sign', text: sign })
    }
  }
  return tokens
}

function regexMayStand(before: Token | undefined): boolean {
  if (before === undefined) return true
  if (before.kind === 'string') return false
  return before.kind === 'word' ? BEFORE_REGEX.has(before.text) : !')]}`'.includes(before.text)
}
