import { expectWholeList } from '../../../../spec/support/whole-list.js'
import { helpText } from '../../src/command/command-line.js'
import { COMMAND_OPTIONS } from '../../src/command/command-options.js'
import { configSchema } from '../../src/command/config-file.js'

/** Texts that options may get on the command line; one option after the other takes or rejects them. */
const TEXTS = [
  ...['5', '0', '-1', '1.5', '100', '101', 'x', '', '60s', '2m', '1.5h', '500', '0s', '5/s', '0.5/s', '0/s'],
  ...[
    'a,b',
    'a, b,',
    'a=b',
    'a=',
    '=b',
    'a:b',
    'A: b: c',
    ':b',
    'a=env:NO_SUCH_NAME',
    'a=file:x',
    'a=value:y',
    'a@b=value:y'
  ],
  ...['a=value:', 'a=other:y', 'a=b,c', '9007199254740992']
]

function outcome(work: () => unknown): string {
  try {
    return JSON.stringify(work())
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`
  }
}

describe('The options of verify', () => {
  it('are those of option-list.txt, with their help and what they make of texts, and the same in a file', () => {
    const options = COMMAND_OPTIONS.flatMap(({ name, value, isMany, help, read }) => [
      `\n--${name}${value === undefined ? '' : ` ${value}`}${isMany ? ', several times' : ''}: ${help}`,
      ...(value === undefined
        ? [`  ${outcome(() => read(['true']))}`]
        : isFree(read)
          ? [`  any text: ${outcome(() => read(['x']))}`]
          : readings(read)),
      ...(isMany ? [`  two: ${outcome(() => read(['a=b', 'c=d']))}`] : [])
    ])
    const help = [true, false].flatMap((hasModules) => ['\nhelp', helpText('verify', hasModules)])
    expectWholeList('verify/command/option-list.txt', [
      ...options,
      ...help,
      '\nin a file',
      JSON.stringify(configSchema(), null, 1)
    ])
  })
})

/** What the texts mean that are taken, and the others with what is said of the first of them. */
function readings(read: (typeof COMMAND_OPTIONS)[number]['read']): string[] {
  const all = TEXTS.map((text) => [JSON.stringify(text), outcome(() => read([text]))] as const)
  const rejected = all.filter(([, read]) => read.startsWith('UsageError'))
  return [
    ...all.filter((each) => !rejected.includes(each)).map(([text, read]) => `  ${text}: ${read}`),
    ...(rejected[0] === undefined ? [] : [`  not ${rejected.map(([text]) => text).join(' ')}: ${rejected[0][1]}`])
  ]
}

/** Whether every text is taken as it is. */
function isFree(read: (typeof COMMAND_OPTIONS)[number]['read']): boolean {
  return TEXTS.every((text) => outcome(() => Object.values(read([text]))) === JSON.stringify([text]))
}
