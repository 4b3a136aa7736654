import { NEST } from './nest-names.js'
import { argumentsOf, literal, type Node, type Rest, type SourceFile, walk } from './source-file.js'

/** What a file takes of Nest, and gives away of it, in ways that are not rewritten: by exports, `require`, other packages. */
export function otherUsesOfNest(source: SourceFile): Rest[] {
  const found: Rest[] = []
  const report = (node: Node, remedy: string) => {
    found.push({ file: source.path, line: source.line(node), what: source.text(node), remedy })
  }
  for (const node of source.body) {
    const from: unknown = node.source?.value ?? node.moduleRef?.expression?.value
    if (typeof from !== 'string' || !from.startsWith('@nestjs/')) continue
    if (node.type === 'ImportDeclaration') {
      if (!NEST.test(from)) report(node, 'is not rewritten: write what it does without Nest')
    } else if (node.type.startsWith('Export')) {
      report(
        node,
        'files that import names of Nest from here are left as they are: import them from Nest itself, then run the command again'
      )
    } else report(node, 'is not rewritten: write import { … } from, then run the command again')
  }
  walk(source.body, (node) => {
    if (node.type !== 'CallExpression' || node.callee.value !== 'require') return
    if (literal(argumentsOf(node)[0])?.startsWith('@nestjs/') === true)
      report(node, 'does not exist in ES modules: write an import')
  })
  return found
}
