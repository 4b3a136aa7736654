// Loaded before the micro-benchmarks, which import internals: to them `fieldstone` is the modules of the build, not the
// bundle made of these, and the libraries of its decorators are those that these import. So there is one copy of every
// declaration, as there is in a project that installs the package.
import { register } from 'node:module'

const modules = JSON.stringify(new URL('../../dist/src/index.js', import.meta.url).href)
const hooks = `
const SHARED = ['class-transformer', 'class-validator', 'reflect-metadata']
export const resolve = (name, context, next) => {
  if (name === 'fieldstone') return next(${modules}, context)
  return next(name, SHARED.includes(name) ? { ...context, parentURL: ${modules} } : context)
}`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)
