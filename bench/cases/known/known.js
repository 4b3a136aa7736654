import { CASES } from '../../compare/cases.js'
import { SUBJECTS } from '../../compare/subjects.js'

const NAMES = ['raw', 'fieldstone', 'fastify', 'hono']

/**
 * A case of `npm run compare`, loaded by bare sockets here, whose cost is below that of autocannon: on each version of Node
 * that is supported, at most 1.05 of node:http by hand, and never behind Fastify.
 */
export function knownCase(
  name,
  goals = [
    { to: 'raw', atMost: 1.05 },
    { to: 'fastify', atMost: 1 }
  ]
) {
  const { title, refused, ...exchange } = CASES.find((entry) => entry.name === name)
  return {
    title,
    subjects: SUBJECTS.filter((subject) => NAMES.includes(subject.name)).map((subject) => ({
      ready: '/users/1',
      ...subject
    })),
    exchanges: [exchange],
    checks: refused.map((request) => ({ request, status: 400 })),
    goals
  }
}
