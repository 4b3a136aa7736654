import { subjectsIn } from '../subjects.js'
import { accepted, formOf, rejected, VALUE_LIMIT } from './forms.js'

const valuesOf = (count, content) =>
  formOf(Array.from({ length: count }, (_, index) => ({ name: 'values', content: content ?? `value ${index}` })))
const size = Array.from({ length: VALUE_LIMIT }, (_, index) => `value ${index}`.length).reduce((a, b) => a + b, 0)

export default {
  title: 'POST a form of 1,000 small texts',
  subjects: subjectsIn('forms'),
  exchanges: [accepted('/values', valuesOf(VALUE_LIMIT), { count: VALUE_LIMIT, size })],
  checks: [rejected('/values', valuesOf(2, 'x'.repeat(81)), 400)],
  connections: 4,
  goals: [
    { to: 'raw', atMost: 1 },
    { to: 'best', atMost: 1 }
  ]
}
