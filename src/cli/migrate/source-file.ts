/** The part of `@swc/core` that reads TypeScript. */
export interface Parser {
  parseSync(source: string, options: object): { readonly body: readonly Node[] }
}

/** A node of the syntax tree, as swc has it. */
export interface Node {
  readonly type: string
  readonly span: { readonly start: number; readonly end: number }
  // biome-ignore lint/suspicious/noExplicitAny: the members differ by the type of the node
  readonly [member: string]: any
}

/** A decorator that is called: `@Get(':id')`. */
export interface DecoratorCall {
  readonly name: string
  readonly args: readonly Node[]
  readonly node: Node
}

/** What cannot be rewritten, where, and what to do about it. */
export interface Rest {
  readonly file: string
  readonly line: number
  readonly what: string
  readonly remedy: string
}

/** A file whose meaning would change: it is left as it is, and reported. */
export class LeftAsItIs extends Error {
  readonly node: Node
  readonly remedy: string

  constructor(node: Node, what: string, remedy: string) {
    super(what)
    this.node = node
    this.remedy = remedy
  }
}

/** One file of TypeScript: its tree, and the edits of its text, which keep everything else as it is. */
export class SourceFile {
  readonly path: string
  readonly body: readonly Node[]
  readonly rest: Rest[] = []
  readonly #bytes: Buffer
  readonly #base: number
  readonly #edits: { readonly start: number; readonly end: number; readonly text: string }[] = []

  /** @throws the error of the parser */
  constructor(path: string, text: string, parser: Parser) {
    this.path = path
    this.#bytes = Buffer.from(text)
    // The spans count bytes, from a number that the parser chooses: the first one is that of the semicolon, behind which the
    // line that names a program is none.
    const { body } = parser.parseSync(`;${text.replace(/^#!/, '//')}`, {
      syntax: 'typescript',
      decorators: true,
      tsx: path.endsWith('x'),
      target: 'es2022'
    })
    this.#base = (body[0]?.span.start ?? 0) + 1
    this.body = body.slice(1)
  }

  start(node: Node): number {
    return node.span.start - this.#base
  }

  end(node: Node): number {
    return node.span.end - this.#base
  }

  text(node: Node): string {
    return this.slice(this.start(node), this.end(node))
  }

  slice(start: number, end: number): string {
    return this.#bytes.subarray(start, end).toString()
  }

  line(node: Node): number {
    return this.slice(0, this.start(node)).split('\n').length
  }

  report(node: Node, what: string, remedy: string): void {
    this.rest.push({ file: this.path, line: this.line(node), what, remedy })
  }

  replace(node: Node, text: string): void {
    this.#reportComments(node, text)
    this.edit(this.start(node), this.end(node), text)
  }

  edit(start: number, end: number, text: string): void {
    this.#edits.push({ start, end, text })
  }

  /** What is rewritten has no comments; those of strings are none. */
  #reportComments(node: Node, text: string): void {
    for (const [found, , comment] of this.text(node).matchAll(COMMENT_OR_STRING))
      if (comment !== undefined && !text.includes(found))
        this.report(node, found, 'is gone: write it again if it matters')
  }

  /** Removes a node with the white space behind it, and with its line where it is alone there. */
  remove(node: Node): void {
    this.#reportComments(node, '')
    let [start, end] = [this.start(node), this.end(node)]
    const [space = ''] = /^[ \t]*(\r?\n)?/.exec(this.slice(end, this.#bytes.length)) ?? []
    end += Buffer.byteLength(space)
    const indent = this.indent(node)
    if (space.endsWith('\n') && indent !== undefined) start -= Buffer.byteLength(indent)
    else if (space.endsWith('\n')) end = this.end(node)
    this.edit(start, end, '')
  }

  /** The white space before a node that is the first of its line. */
  indent(node: Node): string | undefined {
    return /(?:^|\n)([ \t]*)$/.exec(this.slice(0, this.start(node)))?.[1]
  }

  /** The text with all edits; of two that overlap the outer one counts. */
  result(): string {
    const hasReturns = this.#bytes.includes('\r\n')
    const edits = this.#edits.sort(
      (a, b) => a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start) || b.end - a.end
    )
    let text = ''
    let at = 0
    for (const edit of edits) {
      if (edit.start < at) continue
      text += this.slice(at, edit.start) + (hasReturns ? edit.text.replace(/\r?\n/g, '\r\n') : edit.text)
      at = edit.end
    }
    return text + this.slice(at, this.#bytes.length)
  }
}

const COMMENT_OR_STRING = /(["'`])(?:\\[\s\S]|(?!\1)[^\\])*\1|(\/\/.*|\/\*[\s\S]*?\*\/)/g

/** Calls `visit` with a node and all below it, in the order of the text, however deep the text is nested. */
export function walk(value: unknown, visit: (node: Node) => void): void {
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next !== 'object' || next === null) continue
    if (!Array.isArray(next) && typeof (next as Node).type === 'string') visit(next as Node)
    const below = Array.isArray(next)
      ? next
      : Object.entries(next).flatMap(([name, each]) => (name === 'span' ? [] : [each]))
    for (let at = below.length - 1; at >= 0; at--) pending.push(below[at])
  }
}

export function decoratorsOf(source: SourceFile, node: Node): readonly DecoratorCall[] {
  return ((node.decorators ?? []) as readonly Node[]).map((decorator) => {
    const call: Node = decorator.expression
    const callee: Node = call.type === 'CallExpression' ? call.callee : call
    return {
      name: callee.type === 'Identifier' ? (callee.value as string) : source.text(callee),
      args: call.type === 'CallExpression' ? argumentsOf(call) : [],
      node: decorator
    }
  })
}

export function argumentsOf(call: Node): readonly Node[] {
  return ((call.arguments ?? []) as readonly { readonly expression: Node; readonly spread: unknown }[]).map(
    ({ expression, spread }) => (spread ? { ...expression, type: 'Spread' } : expression)
  )
}

/** The classes that are statements of a file, each with that statement. */
export function classesOf({ body }: SourceFile): readonly { readonly statement: Node; readonly node: Node }[] {
  return body.flatMap((statement) => {
    const node: Node = statement.declaration ?? statement.decl ?? statement
    const isClass = node.type === 'ClassDeclaration' || node.type === 'ClassExpression'
    return isClass ? [{ statement, node }] : []
  })
}

/** The name of a class, for reports. */
export function nameOfClass({ identifier }: Node): string {
  return identifier?.value ?? 'without a name'
}

/** The text of a literal; undefined for another expression. */
export function literal(node: Node | undefined): string | undefined {
  if (node?.type === 'StringLiteral') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].cooked ?? undefined
  return undefined
}

/** The entries of an object literal by their names; undefined where it has others. */
export function entriesOf(node: Node | undefined): ReadonlyMap<string, Node> | undefined {
  if (node?.type !== 'ObjectExpression') return undefined
  const entries = new Map<string, Node>()
  for (const property of node.properties as readonly Node[]) {
    if (property.type !== 'KeyValueProperty' || !/^(Identifier|StringLiteral)$/.test(property.key.type))
      return undefined
    entries.set(property.key.value, property.value)
  }
  return entries
}

/** The name of what an expression refers to: `Guard` of `Guard`, `Guard('x')`, `new Guard()`; empty where it has none. */
export function nameOf(node: Node | undefined): string {
  if (node?.type === 'Identifier') return node.value
  if (node?.type === 'CallExpression' || node?.type === 'NewExpression') return nameOf(node.callee)
  return node?.type === 'MemberExpression' ? (node.property.value ?? '') : ''
}

export function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n')}'`
}
