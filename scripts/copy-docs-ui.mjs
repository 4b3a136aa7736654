// Writes what the docs page is made of into one module of the build, src/openapi/page/docs-ui-files.js: as text, so that bundlers
// take it along, and compressed, so that it is small there. Each file is decoded when it is first requested.
// Usage: node scripts/copy-docs-ui.mjs [build folder, default dist]
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, process.argv[2] ?? 'dist', 'src/openapi/page')
const ours = new URL('../src/openapi/page/browser/', import.meta.url)
const swagger = new URL('.', import.meta.resolve('swagger-ui-dist/package.json'))

const FILES = [
  ...(await readdir(ours)).sort().map((name) => [ours, name]),
  [swagger, 'swagger-ui-bundle.js'],
  [swagger, 'swagger-ui-bundle.js.LICENSE.txt'],
  [swagger, 'swagger-ui.css'],
  [swagger, 'favicon-16x16.png'],
  [swagger, 'favicon-32x32.png']
]

/** The highest quality takes 20 times as long, and makes the files a tenth smaller. */
const BROTLI_QUALITY = 9

async function lineOf([folder, name]) {
  const bytes = await readFile(new URL(name, folder))
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const compressed = await promisify(brotliCompress)(bytes, { params })
  return `  ${JSON.stringify(name)}: '${compressed.toString('base64')}'`
}

await mkdir(target, { recursive: true })
// Apache-2.0 requires the notice; minifiers keep such a comment.
const notice = await readFile(new URL('NOTICE', swagger), 'utf8')
const lines = await Promise.all(FILES.map(lineOf))
await writeFile(
  join(target, 'docs-ui-files.js'),
  `/*! @license ${notice.trim().replace(/\s+/g, ' ')}, Apache-2.0: https://www.apache.org/licenses/LICENSE-2.0 */
export const FILES = {
${lines.join(',\n')}
}
`
)
