import { SetupError } from '../errors.js'

/** What the parts of a bundle have provided: by part, its functions and tables by name. */
const provided = new Map<string, Readonly<Record<string, unknown>>>()

/** Gives a bundle the functions of a part, which `scripts/parts-of-bundle.mjs` takes out of the rest. */
export function provideFunctions(part: string, functions: Readonly<Record<string, unknown>>): void {
  provided.set(part, functions)
}

/** The function or table of a part. @throws SetupError APPLICATION_INVALID if the application does not import the part */
export function given(part: string, name: string): unknown {
  const functions = provided.get(part)
  if (functions !== undefined) return functions[name]
  throw missingPart('what the application uses', part)
}

/** @param what what the bundle lacks: `what sends files` */
export function missingPart(what: string, part: string): SetupError {
  return new SetupError(
    'APPLICATION_INVALID',
    `the bundle does not contain ${what}`,
    `the part ${part} of Fieldstone`,
    `write import 'fieldstone/parts/${part}' as the first import of the application`
  )
}
