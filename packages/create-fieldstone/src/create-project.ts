import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { projectFiles } from './project-files.js'
import type { DecoratorForm } from './resource-files.js'
import { UsageError } from './usage-error.js'

/** What kind of project is made. */
export interface ProjectOptions {
  /** The form of its decorators. */
  readonly decorators: DecoratorForm
}

/** What may be in the folder already: a repository that was made first. */
const HARMLESS = ['.git', '.DS_Store']

/**
 * Writes a project into a new or empty folder.
 *
 * @param print writes to stdout
 * @throws UsageError for a folder that has files, and for a name that no package can have
 */
export async function createProject(
  folder: string,
  { decorators }: ProjectOptions,
  print: (text: string) => void
): Promise<void> {
  const home = resolve(folder)
  const name = basename(home)
  if (!/^[a-z0-9][a-z0-9._-]{0,213}$/.test(name)) {
    const rule = 'a package has small letters, digits, and - . _ between them'
    throw new UsageError(`'${name}' cannot be the name of a package: ${rule}, as my-api`)
  }
  if (name === 'node_modules' || name === 'fieldstone')
    throw new UsageError(`'${name}' cannot be the name of the package: it is that of another one; give another name`)
  const present = await readdir(home).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    const why = error.code === 'ENOTDIR' ? 'it is a file' : error.message
    throw new UsageError(`${folder} cannot be the folder of a project: ${why}`)
  })
  const others = present.filter((file) => !HARMLESS.includes(file)).sort()
  if (others.length > 0)
    throw new UsageError(
      `${folder} has files already (${others.slice(0, 3).join(', ')}); name a new folder, or empty it`
    )
  try {
    for (const { path, text } of projectFiles(name, decorators)) {
      await mkdir(dirname(join(home, path)), { recursive: true })
      await writeFile(join(home, path), text, { flag: 'wx' })
    }
  } catch (error) {
    throw new UsageError(`The project cannot be written: ${(error as Error).message}`)
  }
  const place = home === process.cwd() ? '' : `cd ${folder} && `
  print(`${name} is made, with a first resource in src/note-controller.ts. Next:

  ${place}npm install
  npm run dev       # http://127.0.0.1:3000/docs/
  npm test
  npm run verify    # does it do what its document says?
`)
}
