import { subjectsIn } from '../subjects.js'
import { accepted, PICTURE_LIMIT, rejected, uploadOf } from './forms.js'

export default {
  title: 'POST a form with a picture of 10 KB, which the handler needs in memory',
  subjects: subjectsIn('forms'),
  exchanges: [accepted('/pictures', uploadOf(10_240), { title: 'A file', size: 10_240, first: 198 })],
  checks: [
    rejected('/pictures', uploadOf(PICTURE_LIMIT + 1), 413),
    rejected('/pictures', uploadOf(10, { title: 'x'.repeat(81) }), 400),
    rejected('/pictures', uploadOf(10, { type: 'text/html' }), 400)
  ],
  goals: [{ to: 'best', atMost: 1.1 }]
}
