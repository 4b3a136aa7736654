import { expectListed } from '../../../../spec/support/listed.js'
import { quickPlays } from './play-sequences.js'
import { TEAMS, type TeamReply, type Thing, teams } from './teams.js'

/** The sequences that the other lists of odd replies do not have. */
const LABELS: Readonly<Record<string, RegExp>> = {
  'what belongs to a team': /^(?:PUT|PATCH) a team, then read what/,
  references: /refer/,
  files: /[lL]ogo$/,
  'two teams': /under another/,
  changes: /^(?:PATCH (?:a team with|size)|PUT a (?:member|setting))/,
  members: /^(?:create a member|create the same member|(?:PUT|DELETE) one of two members)/,
  deletions: /^delete a (?:member|team), then (?!read)/
}

/** Of a long sequence so many replies are changed. */
const MOST = 13

type Change = (reply: TeamReply, last: TeamReply | undefined) => TeamReply

/** What one reply is in place of what it should be; `last` is the reply before to the same request. */
const CHANGES: Readonly<Record<string, Change>> = {
  'is a 400': () => ({ status: 400 }),
  'is a 403': () => ({ status: 403 }),
  'is a 404': () => ({ status: 404 }),
  'is a 409': () => ({ status: 409 }),
  'is a 410': () => ({ status: 410 }),
  'is a 500': () => ({ status: 500 }),
  'is a 202': (reply) => ({ ...reply, status: 202 }),
  'is an empty object': (reply) => ({ ...reply, status: 200, body: {} }),
  'is an empty list': (reply) => ({ ...reply, status: 200, body: [] }),
  'is the one before': (reply, last) => last ?? reply,
  'has other values': (reply) =>
    mapped(reply, (value, name) => (name === 'id' ? value : typeof value === 'string' ? 'x' : 3)),
  'has another id': (reply) => mapped(reply, (value, name) => (name === 'id' ? 999 : value)),
  'has no name': (reply) => mapped(reply, (value, name) => (/^(?:name|nick)$/.test(name) ? undefined : value))
}

function mapped(reply: TeamReply, change: (value: unknown, name: string) => unknown): TeamReply {
  const { body } = reply
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return reply
  const one = (thing: Thing) =>
    Object.fromEntries(Object.entries(thing).map(([name, value]) => [name, change(value, name)]))
  return { ...reply, body: Array.isArray(body) ? body.map((thing) => one(thing as Thing)) : one(body as Thing) }
}

/** A service whose reply to one of the requests is another one. */
function oddly(at: number, change: Change) {
  const last = new Map<string, TeamReply>()
  return teams({
    respond: (request, world, respond) => {
      const own = respond()
      const key = `${request.method} ${request.path}`
      const reply = world.requests === at ? change(own, last.get(key)) : own
      last.set(key, reply)
      return reply
    }
  })
}

describe('A service of teams with one odd reply', () => {
  for (const [title, labels] of Object.entries(LABELS)) {
    it(`is found wrong, or not, as odd-team-list.txt says: ${title}`, async () => {
      const play = await quickPlays(TEAMS, labels)
      const lines: string[] = []
      for (const [label, honest] of await play(teams())) {
        const only = new RegExp(`^${label.replace(/[{}]/g, '\\$&')}$`)
        lines.push(`\n# ${label}: ${honest}`)
        const count = Math.min(MOST, Number(/^\d+/.exec(honest)?.[0]))
        for (const [what, change] of Object.entries(CHANGES)) {
          for (let at = 1; at <= count; at++) {
            const found = await play(oddly(at, change), only)
            for (const line of found.values()) if (line !== honest) lines.push(`${at} ${what}: ${line}`)
          }
        }
      }
      expectListed('verify/sequences/odd-team-list.txt', title, lines)
    }).timeout(60_000)
  }
})
