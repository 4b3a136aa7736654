// Loaded before the micro-benchmarks, which import internals: to them `fieldstone` is the modules of the build, not the
// bundle made of these, so that there is one copy of every declaration.
import { register } from 'node:module'

const modules = JSON.stringify(new URL('../../dist/src/index.js', import.meta.url).href)
const hooks = `export const resolve = (name, context, next) => next(name === 'fieldstone' ? ${modules} : name, context)`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)
