import { subjectsIn } from '../subjects.js'

/** Servers of small values: unions, maps, classes of class-validator alone, and what is refused of them. */
const all = subjectsIn('values', ['raw', 'fieldstone', 'fastify', 'hono'])
export const subjects = all
/** With Express and class-validator itself. */
export const withValidator = [
  ...all,
  {
    name: 'express',
    title: 'Express + class-validator',
    program: new URL('../../dist/cases/values/express.js', import.meta.url).pathname
  }
]

export const post = (path, body) => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body)
})
