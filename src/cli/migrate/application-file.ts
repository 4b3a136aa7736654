import { dirname, join, relative } from 'node:path'
import { securityOf } from './controller-rewrite.js'
import type { ProjectFacts } from './project-facts.js'
import {
  argumentsOf,
  classesOf,
  decoratorsOf,
  entriesOf,
  literal,
  type Node,
  nameOf,
  nameOfClass,
  quoted,
  type Rest,
  type SourceFile,
  walk
} from './source-file.js'

/** A controller that was rewritten, and its file. */
export interface FoundController {
  readonly name: string
  readonly file: string
}

/** What replaces the modules and the program that starts Nest. */
export interface ApplicationFiles {
  readonly written: ReadonlyMap<string, string>
  /** Files of modules, whose contents are in the application now. */
  readonly removed: readonly string[]
  readonly rest: readonly Rest[]
}

interface Program {
  readonly source: SourceFile
  title?: string
  version?: string
  description?: string
  prefix?: string
  docs?: string
  port?: string
}

/** Makes `application.ts` of all modules, and a new program beside it. */
export function applicationFiles(
  folder: string,
  sources: readonly SourceFile[],
  controllers: readonly FoundController[],
  facts: ProjectFacts
): ApplicationFiles {
  const left = sources.find((source) => source.body.some(startsNest) && classesOf(source).length > 0)
  if (left !== undefined) {
    const remedy = 'move its classes to files of their own, then run the command again'
    const what = 'the program that starts Nest has classes: it is left, and no application is written'
    const others = controllers.map(unlisted)
    return { written: new Map(), removed: [], rest: [{ file: left.path, line: 1, what, remedy }, ...others] }
  }
  const rest: Rest[] = []
  const removed: string[] = []
  const listed = new Set<string>()
  const modules = new Set<string>()
  for (const source of sources)
    for (const { node } of classesOf(source)) if (isModule(source, node)) modules.add(node.identifier?.value)
  for (const source of sources) {
    const isWhole = source.body.every(
      (statement) =>
        statement.type === 'ImportDeclaration' ||
        classesOf(source).some((each) => each.statement === statement && isModule(source, each.node))
    )
    const found = classesOf(source).filter(({ node }) => isModule(source, node))
    if (found.length === 0) continue
    for (const { node } of found)
      readModule(source, node, modules, listed, (at, what, remedy) =>
        rest.push({ file: source.path, line: source.line(at), what, remedy })
      )
    if (isWhole) removed.push(source.path)
    else
      rest.push({
        file: source.path,
        line: 1,
        what: 'a module with other code',
        remedy: 'its controllers are in the application: delete the module'
      })
  }
  const program = programOf(sources, rest)
  const home = program === undefined ? folder : dirname(program.source.path)
  const withEnding = sources.some(({ body }) =>
    body.some((node) => node.type === 'ImportDeclaration' && /^\.{1,2}\/.*\.js$/.test(node.source.value))
  )
  const served = controllers
    .filter(({ name }) => listed.has(name))
    .map(({ name, file }, at, all) => {
      const earlier = all.slice(0, at).filter((each) => each.name === name).length
      return { name, file, local: earlier === 0 ? name : `${name}${earlier + 1}` }
    })
  for (const { name, file } of controllers.filter((each) => !listed.has(each.name)))
    rest.push({ file, line: 1, what: `${name} is in no module`, remedy: 'add it to controllers of the application' })
  for (const name of [...listed].filter((each) => !controllers.some((one) => one.name === each)))
    rest.push({
      file: folder,
      line: 1,
      what: `${name} of a module was not rewritten`,
      remedy: 'add it to controllers of the application when it is'
    })
  if (facts.everywhere.size > 0)
    rest.push({
      file: join(home, 'application.ts'),
      line: 1,
      what: `every route requires ${[...facts.everywhere].join(', ')}`,
      remedy:
        'declare a security scheme for each that checks credentials; delete others, and give public routes security: []'
    })
  const specifier = (file: string) => {
    const path = relative(home, file)
      .replaceAll('\\', '/')
      .replace(/\.tsx?$/, withEnding ? '.js' : '')
    return quoted(path.startsWith('.') ? path : `./${path}`)
  }
  const written = new Map<string, string>()
  const security = facts.everywhere.size === 0 ? [] : [securityOf([...facts.everywhere])]
  const options = [
    `title: ${program?.title ?? "'API'"}`,
    `version: ${program?.version ?? "'1.0.0'"}`,
    ...(program?.description === undefined ? [] : [`description: ${program.description}`]),
    `controllers: [${served.map(({ local }) => local).join(', ')}]`,
    ...(program?.prefix === undefined ? [] : [`prefix: ${quoted(program.prefix)}`]),
    "spec: '/openapi.json'",
    ...(program?.docs === undefined ? [] : [`docs: ${quoted(program.docs)}`]),
    ...security
  ]
  written.set(
    join(home, 'application.ts'),
    `import { Application } from 'fieldstone'
${served.map(({ name, file, local }) => `import { ${name === local ? name : `${name} as ${local}`} } from ${specifier(file)}\n`).join('')}
export const application = new Application({
${options.map((each) => `  ${each}`).join(',\n')}
})
`
  )
  if (program !== undefined)
    written.set(
      program.source.path,
      `${effectsOf(program.source)}import { bootstrap } from 'fieldstone'
import { application } from ${specifier(join(home, 'application.ts'))}

const service = await bootstrap(application)
await service.listen({ port: ${program.port ?? '3000'} })
`
    )
  return { written, removed: removed.filter((path) => path !== program?.source.path), rest }
}

/** What is left to do for a controller where no application is written. */
export function unlisted({ name, file }: FoundController): Rest {
  return { file, line: 1, what: `${name} is in no new application`, remedy: 'add it to controllers of the application' }
}

function isModule(source: SourceFile, node: Node): boolean {
  return decoratorsOf(source, node).some(({ name }) => name === 'Module')
}

type Report = (node: Node, what: string, remedy: string) => void

function readModule(
  source: SourceFile,
  node: Node,
  modules: ReadonlySet<string>,
  listed: Set<string>,
  report: Report
): void {
  for (const { name, args, node: decorator } of decoratorsOf(source, node)) {
    if (name !== 'Module') {
      report(decorator, source.text(decorator), 'modules do not exist: write what it does in the application')
      continue
    }
    const entries = entriesOf(args[0])
    if (entries === undefined && args.length > 0)
      report(decorator, source.text(decorator), 'list its controllers in the application')
    for (const [key, value] of entries ?? []) {
      if (value.type !== 'ArrayExpression') {
        report(value, `${key}: ${source.text(value)}`, 'it is not a literal list: write what it has in the application')
        continue
      }
      for (const element of value.elements as readonly ({
        readonly expression: Node
        readonly spread: unknown
      } | null)[]) {
        if (element === null) continue
        const each = element.expression
        if (element.spread) report(each, `${key}: ...${source.text(each)}`, remedyOf(key))
        else if (key === 'controllers' && each.type === 'Identifier') listed.add(importedName(source, each.value))
        else if (!isNotNeeded(key, each, modules)) report(each, `${key}: ${source.text(each)}`, remedyOf(key))
      }
    }
  }
  for (const member of node.body as readonly Node[]) {
    const isEmpty = (member.function?.body ?? member.body)?.stmts?.length === 0 && !(member.params?.length > 0)
    if (!isEmpty)
      report(
        member,
        `${member.key?.value ?? 'a member'} of the module ${nameOfClass(node)}`,
        'was removed with the module: middleware of routes, onStart and onClose of the application do such work'
      )
  }
}

/** What the application has without it: classes that it constructs, and other modules. */
function isNotNeeded(key: string, each: Node, modules: ReadonlySet<string>): boolean {
  if (key === 'imports') return modules.has(nameOf(each)) || nameOf(each) === 'forwardRef'
  return key === 'exports' || (key === 'providers' && each.type === 'Identifier')
}

/** The name of a class in its own file: a module may import it under another one. */
function importedName({ body }: SourceFile, local: string): string {
  for (const node of body)
    for (const { local: as, imported } of (node.type === 'ImportDeclaration' ? node.specifiers : []) as readonly Node[])
      if (as.value === local && imported) return imported.value
  return local
}

function remedyOf(key: string): string {
  if (key === 'imports')
    return 'construct what this module gave (a connection, settings) and pass it in provide of the application'
  if (key === 'providers') return 'write it in provide of the application, as [Class, value or function]'
  return 'write it in the application'
}

/** What the program that calls `NestFactory.create` sets; everything else in it is reported. */
function programOf(sources: readonly SourceFile[], rest: Rest[]): Program | undefined {
  let program: Program | undefined
  for (const source of sources) {
    if (!source.body.some(startsNest)) continue
    if (program !== undefined) {
      rest.push({ file: source.path, line: 1, what: 'another program that starts Nest', remedy: 'rewrite it by hand' })
      continue
    }
    program = { source }
    readProgram(source, program, rest)
  }
  return program
}

/** What needs no counterpart. */
const OF_DOCUMENT = /^(createDocument|build|addBearerAuth|setBasePath)$/
const KNOWN = /^(listen|setGlobalPrefix|setTitle|setVersion|setDescription|setup|create)$/

function readProgram(source: SourceFile, program: Program, rest: Rest[]): void {
  const report: Report = (node, what, remedy) => rest.push({ file: source.path, line: source.line(node), what, remedy })
  const local = new Set<string>()
  /** What stays in the program. */
  const kept = new Set<Node>()
  walk(source.body, (node) => {
    if (node.type === 'FunctionDeclaration') local.add(node.identifier.value)
  })
  for (const statement of source.body) {
    if (statement.type === 'ImportDeclaration' || statement.type === 'ExpressionStatement' || startsNest(statement))
      continue
    report(statement, shortened(source.text(statement)), 'was removed from the program: write it in a file of its own')
  }
  // What is part of a call that is reported is reported with it.
  const told = new Set<Node>()
  walk(source.body, (node) => {
    if (node.type === 'AssignmentExpression')
      report(node, shortened(source.text(node)), 'was removed from the program: write it where it is needed')
    if (node.type !== 'CallExpression' || kept.has(node)) return
    const name = nameOf(node.callee)
    const args = argumentsOf(node)
    const text = args[0] && source.text(args[0])
    const isText = literal(args[0]) !== undefined
    if (name === 'setTitle' && isText) program.title = text as string
    else if (name === 'setVersion' && isText) program.version = text as string
    else if (name === 'setDescription' && isText) program.description = text as string
    else if (name === 'setGlobalPrefix' && isText && args.length === 1)
      program.prefix = rooted(literal(args[0]) as string)
    else if (name === 'setup' && isText) program.docs = rooted(literal(args[0]) as string)
    else if (name === 'listen' && args[0] !== undefined && isPort(text as string)) {
      program.port = /^process\.env/.test(text as string) ? `Number(${text})` : (text as string)
      walk(args[0], (each) => kept.add(each))
      for (const each of args.slice(1)) report(each, source.text(each), 'write it in the options of listen')
    } else if (name === 'useGlobalPipes' && args.every((each) => nameOf(each) === 'ValidationPipe')) {
      const options = args.flatMap((each) => argumentsOf(each)).map((each) => source.text(each))
      report(
        node,
        source.text(node),
        `is not needed: every input is checked${options.length > 0 ? "; for forbidNonWhitelisted write unknownFields: 'reject'" : ''}`
      )
    } else if (
      !(OF_DOCUMENT.test(name) || local.has(name) || told.has(node) || (name === 'create' && args.length === 1))
    ) {
      walk(args, (each) => told.add(each))
      report(
        node,
        shortened(source.text(node)),
        KNOWN.test(name)
          ? 'write it in the options of the application or of listen'
          : 'was removed from the program: write what it does in the application'
      )
    }
  })
}

function shortened(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 120)
}

function startsNest(statement: Node): boolean {
  let found = false
  walk(statement, (node) => {
    if (nameOf(node.callee) === 'create' && nameOf(node.callee.object) === 'NestFactory') found = true
  })
  return found
}

/** Imports of a program that only run a file, such as one that reads the environment: they run before the application. */
function effectsOf(source: SourceFile): string {
  const imports = source.body.filter((node) => node.type === 'ImportDeclaration' && node.specifiers.length === 0)
  return imports.map((node) => `import ${source.text(node.source)}\n`).join('')
}

/** A number, or what the environment says: other names are not in the new program. */
function isPort(text: string): boolean {
  if (/^\d+$/.test(text)) return true
  const rest = text.replaceAll(/process\.env(?:\.\w+|\[(['"])\w+\1\])/g, '').replaceAll(/\bNumber\(|'\w*'|"\w*"/g, '')
  return /^(?:Number\()?process\.env/.test(text) && /^[\d\s?:|()]*$/.test(rest)
}

function rooted(path: string): string {
  return `/${path.replace(/^\/+|\/+$/g, '')}`
}
