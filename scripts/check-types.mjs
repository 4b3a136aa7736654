// Compiles spec/types with the declarations in dist, as a project does, and compares what the compiler says with what the
// files expect: `// error: a part of the message` before a line that it must reject, `// strict error:` where only strict
// settings see it. With a compiler's name or names as arguments these are installed and do the same:
// `node scripts/check-types.mjs 5.4 5.9 6`; `--compiler=<path>` names one that is there. Without, it is this repository's.
// `--strict` leaves out the settings that are not.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const repository = resolve(import.meta.dirname, '..')
const folder = join(repository, 'spec/types')
const isStrictOnly = process.argv.includes('--strict')
/** A compiler that is installed already, with the types of Node in the current folder. */
const [compiler] = process.argv.flatMap((argument) => /^--compiler=(.*)$/.exec(argument)?.slice(1) ?? [])
const versions = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
/** Only the older form has decorators of parameters. */
const OLDER_FORM = new Set(['parameters.ts'])
/** What the compiler can reject only where there are none. */
const STANDARD_FORM = new Set(['standard-form.ts'])
/** TypeScript 5.4 compares no type parameters in the standard form. */
const isReadable = (file, version, isOlderForm) =>
  isOlderForm
    ? !STANDARD_FORM.has(file)
    : !(OLDER_FORM.has(file) || (version === '5.4' && file === 'generic-routes.ts'))

/** The settings under which the files are compiled. */
const SETTINGS = [
  { name: 'experimentalDecorators', options: { experimentalDecorators: true, emitDecoratorMetadata: true } },
  { name: 'standard decorators', options: {} }
].flatMap(({ name, options }) => [
  { name, options: { ...options, strict: true } },
  { name: `${name}, not strict`, options: { ...options, strict: false } }
])

/** What the files expect: the line that is rejected, and a part of the message. */
function expectations(isStrict) {
  return readdirSync(folder).flatMap((file) => {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n')
    return lines.flatMap((line, index) => {
      const [, strict, message] = /^\s*\/\/ (strict )?error: (.*)$/.exec(line) ?? []
      return message === undefined || (strict && !isStrict) ? [] : [{ file, line: index + 2, message }]
    })
  })
}

/**
 * What differs between the files' expectations and what a compiler says.
 *
 * @param version of the compiler, as it was given
 * @param compiler the command, with its first arguments
 * @param root where the types of Node are
 */
function compare(version, [command, ...first], root, { name, options }) {
  const isOlderForm = options.experimentalDecorators === true
  const files = readdirSync(folder).filter((file) => isReadable(file, version, isOlderForm))
  const project = mkdtempSync(join(repository, '.build/types-'))
  try {
    const compilerOptions = {
      target: 'ES2022',
      module: 'NodeNext',
      moduleResolution: 'NodeNext',
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      skipLibCheck: true,
      noEmit: true,
      paths: { fieldstone: [join(repository, 'dist/src/index.d.ts')] },
      ...options
    }
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: files.map((file) => join(folder, file)) })
    )
    const { stdout, error } = spawnSync(command, [...first, '-p', project, '--pretty', 'false'], { encoding: 'utf8' })
    if (error !== undefined) throw error
    const said = parseOutput(stdout)
    const expected = expectations(options.strict).filter(({ file }) => files.includes(file))
    if (expected.length === 0) throw new Error('The files expect nothing')
    return differences(expected, said).map((difference) => `${name}: ${difference}`)
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}

/** The errors by file and line; what belongs to no file of ours is an error of its own. */
function parseOutput(output) {
  const errors = []
  for (const line of output.split('\n')) {
    const [, path, at, text] = /^(.+)\((\d+),\d+\): (error .*)$/.exec(line) ?? []
    if (path !== undefined) errors.push({ file: path.split(/[\\/]/).at(-1), line: Number(at), message: text })
    else if (/^error /.test(line)) errors.push({ file: 'tsconfig.json', line: 0, message: line })
    else if (errors.length > 0) errors.at(-1).message += `\n${line}`
  }
  return errors
}

function differences(expected, said) {
  const at = ({ file, line }) => `${file}:${line}`
  const rest = new Set(said)
  const missing = expected.flatMap((one) => {
    const found = said.filter((error) => at(error) === at(one))
    for (const error of found) rest.delete(error)
    const isSaid = found.some(({ message }) => message.includes(one.message))
    return isSaid ? [] : [`${at(one)} must be rejected with ${one.message}; it is ${found[0]?.message ?? 'accepted'}`]
  })
  return [...missing, ...[...rest].map((error) => `${at(error)} is rejected: ${error.message.trimEnd()}`)]
}

/** Compares under all settings. */
function check(name, command, root) {
  const settings = isStrictOnly ? SETTINGS.filter(({ options }) => options.strict) : SETTINGS
  const found = settings.flatMap((one) => compare(name, command, root, one))
  for (const difference of found) console.error(`TypeScript ${name}, ${difference}`)
  console.log(`TypeScript ${name}: ${found.length === 0 ? 'as expected' : `${found.length} differences`}.`)
  return found.length
}

function installed(version) {
  const root = mkdtempSync(join(tmpdir(), 'fieldstone-types-'))
  writeFileSync(join(root, 'package.json'), '{ "private": true }')
  const packages = [`typescript@${version}`, '@types/node@20']
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...packages], { cwd: root })
  return root
}

function checkInstalled(version) {
  const root = installed(version)
  try {
    return check(version, tsc(root), root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

mkdirSync(join(repository, '.build'), { recursive: true })
const tsc = (root, name = 'typescript') => [process.execPath, join(root, 'node_modules', name, 'bin/tsc')]
let count = 0
if (compiler !== undefined) count = check(versions[0], [process.execPath, resolve(compiler)], process.cwd())
else if (versions.length === 0) count = check('of this repository', tsc(repository, '@typescript/native'), repository)
else for (const version of versions) count += checkInstalled(version)
process.exitCode = count === 0 ? 0 : 1
