// npm run micro -- [--only router,binder,serializer] [--out file.json]
import { parseArgs } from 'node:util'
import { describeMachine, machine } from '../process/machine.js'
import { save } from '../process/save.js'
import { contestBinders } from './binder.js'
import { contestTable } from './contest.js'
import { contestRouters } from './router.js'
import { contestSerializers } from './serializer.js'

const CONTESTS = {
  router: ['look-up', contestRouters],
  binder: ['binding', contestBinders],
  serializer: ['writing', contestSerializers]
}

const { values } = parseArgs({ options: { only: { type: 'string' }, out: { type: 'string' } } })
const result = { machine: machine(), contests: {} }
console.log(describeMachine(result.machine))
for (const name of values.only?.split(',') ?? Object.keys(CONTESTS)) {
  const contest = CONTESTS[name]
  if (contest === undefined) throw new Error(`no contest ${name}; there are ${Object.keys(CONTESTS).join(', ')}`)
  const [title, run] = contest
  result.contests[name] = await run()
  console.log(`\n${contestTable(title, result.contests[name])}`)
}
console.log(`\n${save(`micro-${result.machine.date.replace(/[:.]/g, '-')}`, result, values.out)}`)
