// Copies what the docs page is made of into the build, with compressed versions of the texts.
// Usage: node scripts/copy-docs-ui.mjs [build folder, default dist]
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, process.argv[2] ?? 'dist', 'src/openapi/docs-ui')
const cache = join(root, 'node_modules/.cache/fieldstone')
const ours = new URL('../src/openapi/docs-ui/', import.meta.url)
const swagger = new URL('.', import.meta.resolve('swagger-ui-dist/package.json'))

/** Source, name in the build, whether it is served compressed. Apache-2.0 asks for the licence and the notice. */
const files = [
  [ours, 'index.html', 'index.html', false],
  [ours, 'docs-ui.js', 'docs-ui.js', true],
  [ours, 'document-url.js', 'document-url.js', true],
  [ours, 'docs-ui.css', 'docs-ui.css', true],
  [ours, 'favicon.svg', 'favicon.svg', false],
  [swagger, 'swagger-ui-bundle.js', 'swagger-ui-bundle.js', true],
  [swagger, 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui-bundle.js.LICENSE.txt', true],
  [swagger, 'swagger-ui.css', 'swagger-ui.css', true],
  [swagger, 'favicon-16x16.png', 'favicon-16x16.png', false],
  [swagger, 'favicon-32x32.png', 'favicon-32x32.png', false],
  [swagger, 'LICENSE', 'swagger-ui.LICENSE.txt', false],
  [swagger, 'NOTICE', 'swagger-ui.NOTICE.txt', false]
]

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
const codings = {
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gz: (bytes) => deflate(bytes, { level: 9 })
}

/** Compressing the bundle well takes two seconds, so the result is kept from one build to the next. */
async function compress(bytes, coding) {
  const kept = join(cache, `${createHash('sha256').update(bytes).digest('hex')}.${coding}`)
  const before = await readFile(kept).catch(() => undefined)
  if (before) return before
  const compressed = await codings[coding](bytes)
  // By another name first: a build that runs at the same time must not read half a file.
  const part = `${kept}.${process.pid}`
  await writeFile(part, compressed)
  await rename(part, kept)
  return compressed
}

async function copy([folder, source, name, compressed]) {
  const bytes = await readFile(new URL(source, folder))
  await writeFile(join(target, name), bytes)
  if (!compressed) return
  await Promise.all(
    Object.keys(codings).map(async (coding) =>
      writeFile(join(target, `${name}.${coding}`), await compress(bytes, coding))
    )
  )
}

await mkdir(target, { recursive: true })
await mkdir(cache, { recursive: true })
await Promise.all(files.map(copy))
