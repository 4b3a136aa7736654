import { subjectsIn } from '../subjects.js'
import { accepted, rejected, uploadOf, VIDEO_LIMIT } from './forms.js'

const SIZE = 5_242_880

export default {
  title: 'POST a form with a file of 5 MB, to a temporary file (Hono: in memory)',
  subjects: subjectsIn('forms'),
  exchanges: [accepted('/videos', uploadOf(SIZE), { title: 'A file', size: SIZE })],
  checks: [
    rejected('/videos', uploadOf(VIDEO_LIMIT + 1), 413),
    rejected('/videos', uploadOf(10, { title: 'x'.repeat(81) }), 400)
  ],
  connections: 2,
  seconds: 0.6,
  goals: [{ to: 'express', atMost: 0.8 }]
}
