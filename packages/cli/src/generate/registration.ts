/**
 * Adds a controller to the source of an application: to its only list of controllers, if that has names alone.
 *
 * @param specifier how the file imports the controller
 * @returns undefined where it is not certain how to add it; the source as it is where it has the controller
 */
export function withController(source: string, name: string, specifier: string): string | undefined {
  if (new RegExp(`\\b${name}\\b`).test(source)) return source
  const lists = [...source.matchAll(/\bcontrollers: *\[([\w\s,]*)\]/g)]
  const [list] = lists
  if (list === undefined || lists.length > 1) return undefined
  const [whole, names = ''] = list
  const before = names.trimEnd().replace(/,$/, '')
  const isTall = names.includes('\n')
  const indent = /\n( *)\S/.exec(names)?.[1] ?? ''
  const separator = before.trim() === '' ? '' : isTall ? `,\n${indent}` : ', '
  const end = isTall ? names.slice(names.trimEnd().length) : ''
  const added = whole.replace(`[${names}]`, () => `[${before}${separator}${name}${end}]`)
  const listed = source.slice(0, list.index) + added + source.slice(list.index + whole.length)
  return withImport(listed, `import { ${name} } from '${specifier}'`)
}

/** Whether a list of controllers in the source has the name. */
export function isListed(source: string, name: string): boolean {
  return [...source.matchAll(/\bcontrollers: *\[([^\]]*)\]/g)].some(([, names = '']) =>
    new RegExp(`\\b${name}\\b`).test(names)
  )
}

/** After the last import of the file, which has a semicolon if the others have. */
function withImport(source: string, line: string): string {
  const imports = [...source.matchAll(/^import [^;]*?from ['"][^'"\n]+['"](;?)[^\S\n]*\n/gm)]
  const last = imports.at(-1)
  if (last === undefined) return `${line}\n${source}`
  const at = last.index + last[0].length
  return `${source.slice(0, at)}${line}${last[1]}\n${source.slice(at)}`
}
