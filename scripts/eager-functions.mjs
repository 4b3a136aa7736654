// Lets V8 compile at once what every start calls.
//
// V8 only checks the syntax of a function when it reads a file, and compiles it, reading it once more, when it is first
// called. A function expression in parentheses is compiled with its file (https://v8.dev/blog/preparser#pife); minifiers keep
// the parentheses. So the functions of the files that a usual start calls are written as such: a start takes a thirtieth less
// time. Which these are, V8 says itself, by its coverage of a start.
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import MagicString from 'magic-string'
import { parseAst } from 'rollup/parseAst'

const USUAL_START = fileURLToPath(new URL('usual-start.mjs', import.meta.url))

/** Fewer would mean that the coverage does not fit the files. */
const LEAST = 100

/**
 * The functions that a usual start of the build calls: by the names of the files of its `lib`, where each begins.
 *
 * @param build the folder of the build
 */
export async function calledFunctions(build) {
  const folder = await mkdtemp(join(tmpdir(), 'fieldstone-coverage-'))
  try {
    await promisify(execFile)(process.execPath, [USUAL_START, build], {
      env: { ...process.env, NODE_V8_COVERAGE: folder }
    })
    const [file] = await readdir(folder)
    const { result } = JSON.parse(await readFile(join(folder, file), 'utf8'))
    const lib = `${pathToFileURL(join(build, 'lib'))}/`
    return new Map(
      result.filter(({ url }) => url.startsWith(lib)).map((each) => [each.url.slice(lib.length), starts(each)])
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function starts({ functions }) {
  const called = functions.filter(({ ranges: [whole] }) => whole.count > 0)
  return new Set(called.map(({ ranges: [whole] }) => whole.startOffset))
}

/**
 * A plugin of Rollup's for the output. The functions are moved to the beginning of their file, because a declaration can be
 * used before it, and a constant cannot.
 *
 * @param called what {@link calledFunctions} has found in the output of the same bundle without this plugin
 */
export function eagerFunctions(called) {
  let count = 0
  return {
    name: 'eager-functions',
    renderChunk(code, { fileName }) {
      const found = called.get(fileName)
      if (found === undefined) return null
      const { body } = parseAst(code)
      const first = body.find(({ type }) => type !== 'ImportDeclaration')
      const text = new MagicString(code)
      for (const each of body) {
        if (each.type !== 'FunctionDeclaration' || !found.has(each.start)) continue
        write(text, code, each)
        if (each.start > first.start) text.move(each.start, each.end, first.start)
        count++
      }
      return { code: text.toString(), map: text.generateMap({ hires: 'boundary' }) }
    },
    generateBundle() {
      if (count < LEAST) throw new Error(`A start calls ${count} functions of the files, which is less than ${LEAST}`)
    }
  }
}

/**
 * `function name(…) {…}` becomes `const name = (function (…) {…});`, whose name is the same. A `var` is assigned, so that V8
 * could not take all calls of it for calls of one function.
 */
function write(text, code, { start, end, id, async, generator }) {
  const keywords = `${async ? 'async ' : ''}function${generator ? '*' : ''}`
  text.overwrite(start, id.end, `const ${code.slice(id.start, id.end)} = (${keywords} `)
  text.appendLeft(end, ');\n')
}
