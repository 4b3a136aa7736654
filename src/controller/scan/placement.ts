import { SetupError, type SetupErrors } from '../../errors.js'
import { type Class, lineage } from '../../metadata.js'
import {
  decoratorOf,
  misplacedIn,
  nameOf,
  operationDeclarations,
  parameterDeclarations,
  requestFieldDeclarations,
  responseDeclarations
} from '../declarations.js'

/** Reports decorators in a controller that have no effect. */
export function checkPlacement(target: Class, errors: SetupErrors): void {
  const report = (property: string, what: string, remedy: string) =>
    errors.add(new SetupError('DECORATOR_MISPLACED', what, `${nameOf(target)}.${property}`, remedy))
  const classes = lineage(target)
  for (const error of misplacedIn(target)) errors.add(error)
  for (const { property, ...declared } of classes.flatMap((at) => requestFieldDeclarations.own(at))) {
    const remedy = 'put it on a parameter of a method, or on a field of a class that a route names as its `request`'
    report(property, `${decoratorOf(declared)} is on a property of a controller`, remedy)
  }
  const routed = new Set(classes.flatMap((at) => operationDeclarations.own(at).map(({ property }) => property)))
  const unused = new Map<string, string>()
  for (const at of classes) {
    for (const { property } of responseDeclarations.own(at)) unused.set(property, '@Returns')
    for (const declared of parameterDeclarations.own(at)) unused.set(declared.property, decoratorOf(declared))
  }
  for (const [property, decorator] of unused) {
    if (routed.has(property)) continue
    const remedy = 'add @Get(), @Post() or another route decorator, or remove it'
    report(property, `${decorator} is on a method that is not a route`, remedy)
  }
}
