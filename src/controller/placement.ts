import { SetupError, type SetupErrors } from '../errors.js'
import { type Class, lineage } from '../metadata.js'
import {
  misplacedDeclarations,
  nameOf,
  operationDeclarations,
  parameterDeclarations,
  responseDeclarations
} from './declarations.js'

const PARAMETER_DECORATORS = {
  path: 'Param',
  query: 'Query',
  header: 'Header',
  cookie: 'Cookie',
  body: 'Body',
  context: 'Ctx',
  request: 'Req',
  response: 'Res'
} as const

/** Tells of decorators in a class that nothing would ever read. */
export function checkPlacement(target: Class, errors: SetupErrors): void {
  const classes = lineage(target)
  for (const error of classes.flatMap((at) => misplacedDeclarations.own(at))) {
    errors.attempt(() => {
      throw error
    })
  }
  const routed = new Set(classes.flatMap((at) => operationDeclarations.own(at).map(({ property }) => property)))
  const idle = new Map<string, string>()
  for (const at of classes) {
    for (const { property } of responseDeclarations.own(at)) idle.set(property, 'Returns')
    for (const { property, source } of parameterDeclarations.own(at)) idle.set(property, PARAMETER_DECORATORS[source])
  }
  for (const [property, decorator] of idle) {
    if (routed.has(property)) continue
    errors.attempt(() => {
      throw new SetupError(
        'DECORATOR_MISPLACED',
        `@${decorator} stands in a method that is no route`,
        `${nameOf(target)}.${property}`,
        'add @Get(), @Post() and so on, or remove it'
      )
    })
  }
}
