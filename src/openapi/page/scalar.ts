import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
// Not by the name of its function: bundles begin with an import of that name, where libraries in CommonJS need it.
import nodeModule from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { SetupError } from '../../errors.js'

const PACKAGE = '@scalar/api-reference'

/** Of the package, beside the folder of its entry: all of it in one script, which needs no other package. */
const SCRIPT = 'browser/standalone.js'

/**
 * The path of Scalar's script in the package that the application has installed: found from the folder that the process was
 * started in, else from where the file is that was started.
 *
 * @throws SetupError APPLICATION_INVALID if it is not there
 */
export function scalarScript(place: string, folder = process.cwd()): string {
  for (const from of [join(folder, 'package.json'), process.argv[1]]) {
    const entry = from === undefined ? undefined : resolved(from)
    if (entry === undefined) continue
    const script = join(dirname(entry), SCRIPT)
    if (existsSync(script)) return script
    const what = `${PACKAGE} is installed, and has no file dist/${SCRIPT}`
    throw new SetupError('APPLICATION_INVALID', what, place, `run: npm install ${PACKAGE}@1`)
  }
  throw new SetupError(
    'APPLICATION_INVALID',
    `ui: 'scalar' needs ${PACKAGE}, which is not installed`,
    place,
    `run: npm install ${PACKAGE}, in a folder that the service finds it in (a bundle does not contain it), or remove ui`
  )
}

function resolved(from: string): string | undefined {
  try {
    return nodeModule.createRequire(from).resolve(PACKAGE)
  } catch {
    return undefined
  }
}

const compress = promisify(gzip)
const compressBetter = promisify(brotliCompress)

/** The script and its compressed forms. In 0.1 s: quality 11 would take seconds, in a process that serves requests. */
export async function scalarFile(script: string): Promise<{ bytes: Buffer; encoded: { br: Buffer; gzip: Buffer } }> {
  const bytes = await readFile(script)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, zipped] = await Promise.all([compressBetter(bytes, { params }), compress(bytes)])
  return { bytes, encoded: { br, gzip: zipped } }
}
