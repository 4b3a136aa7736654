import { pathToFileURL } from 'node:url'
import { captureSource } from '../../../src/http/routing/source.js'
import { calls, expectWholeList } from '../../support/whole-list.js'

const here = process.cwd()
const named = () => undefined

/** The stacks that an engine, or an application that has replaced their format, may give. */
const STACKS: readonly unknown[] = [
  undefined,
  5,
  ['at /a.ts:1:2'],
  '',
  'Error',
  `Error\n    at add (${here}/routes/items.ts:12:5)`,
  `Error\n    at ${here}/routes/items.ts:12:5`,
  `Error\n    at ${here}/routes/items.ts:12`,
  `Error\n    at async Object.add [as get] (${pathToFileURL(`${here}/routes/my items.ts`)}:12:5)`,
  `Error\n    at add (${here}/..items.ts:3:4)`,
  'Error\n    at add (/elsewhere/app/items.ts:12:5)',
  'Error\n    at add (node:internal/process:95:5)',
  'Error\n    at add (<anonymous>)',
  'Error\n    at new Promise (native)',
  `at add (${here}/items.ts:12:5)`
]

function sourceOf(stack: unknown, handler: unknown): string {
  const before = Error.prepareStackTrace
  Error.prepareStackTrace = () => stack
  try {
    const source = captureSource(handler, sourceOf)
    const text = source()
    Error.prepareStackTrace = () => 'Error\n    at other (/other.ts:1:1)'
    return text === source() ? text : `${text}, then ${source()}`
  } finally {
    if (before === undefined) delete (Error as { prepareStackTrace?: unknown }).prepareStackTrace
    else Error.prepareStackTrace = before
  }
}

describe('The place of a registration', () => {
  it('is the handler and the line of the caller, as source-list.txt says', () => {
    const limit = Error.stackTraceLimit
    const lines = calls(
      'captureSource',
      ((stack: unknown, handler: unknown) => sourceOf(stack, handler)) as never,
      STACKS.flatMap((stack) => [named, () => 1, undefined].map((handler) => [stack, handler]))
    ).map((line) => line.replaceAll(here, '(here)'))
    lines.push(`the limit of stacks is ${limit === Error.stackTraceLimit ? 'kept' : 'changed'}`)
    expectWholeList('http/routing/source-list.txt', lines)
  })
})
