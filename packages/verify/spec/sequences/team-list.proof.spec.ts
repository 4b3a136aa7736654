import { expectListed } from '../../../../spec/support/listed.js'
import { quickPlays } from './play-sequences.js'
import { type Mistake, TEAMS, type TeamReply, type TeamRequest, type Thing, teams, type World } from './teams.js'

const LIST = 'verify/sequences/team-list.txt'

type Respond = NonNullable<Mistake['respond']>

const isUpdate = ({ method, route }: TeamRequest) => route === 'teams/#' && (method === 'PUT' || method === 'PATCH')
const isRead = ({ method, route }: TeamRequest) => route === 'teams/#' && method === 'GET'
const isAdded = ({ method, route }: TeamRequest) => route === 'teams' && method === 'POST'
const isList = ({ method, route }: TeamRequest) => route === 'teams' && method === 'GET'

/** What is kept of a team, wrongly. */
const kept = (
  change: (team: Thing, before: Thing | undefined, request: TeamRequest) => Thing | undefined
): Mistake => ({
  respond: (request, world, honest) => {
    const { things } = world
    const before = things.get(request.path)
    const reply = honest()
    if (reply.status > 201 || !(isUpdate(request) || isAdded(request))) return reply
    const path = isAdded(request) ? `/teams/${(reply.body as Thing).id}` : request.path
    const changed = change(things.get(path) as Thing, before, request)
    if (changed === undefined) things.delete(path)
    else things.set(path, changed)
    return reply
  }
})

/** What becomes of each property of a team. */
const values = (change: (value: unknown, name: string) => unknown): Mistake =>
  kept((team) =>
    Object.fromEntries(
      Object.entries(team).flatMap(([name, value]) => {
        const changed = /^id$|At$|Id$/.test(name) ? value : change(value, name)
        return changed === undefined ? [] : [[name, changed]]
      })
    )
  )

const texts = (change: (text: string) => unknown): Mistake =>
  values((value) => (typeof value === 'string' ? change(value) : value))

const replies = (
  is: (request: TeamRequest) => boolean,
  change: (reply: TeamReply, world: World, request: TeamRequest) => TeamReply
): Mistake => ({
  respond: (request, world, honest) => (is(request) ? change(honest(), world, request) : honest())
})

const instead = (is: (request: TeamRequest) => boolean, respond: Respond): Mistake => ({
  respond: (request, world, honest) => (is(request) ? respond(request, world, honest) : honest())
})

const removedWith = (is: (request: TeamRequest) => boolean, pattern: RegExp): Mistake =>
  replies(is, (reply, { things }, { path }) => {
    for (const key of things.keys())
      if (reply.status < 300 && key.startsWith(`${path}/`) && pattern.test(key)) things.delete(key)
    return reply
  })

const without = (thing: Thing | undefined, ...names: string[]) =>
  Object.fromEntries(Object.entries(thing ?? {}).filter(([name]) => !names.includes(name)))

/** Mistakes, by the sequences that may find them. */
const MISTAKES: readonly (readonly [labels: RegExp, mistakes: Readonly<Record<string, Mistake>>])[] = [
  [
    /^(?:PUT|PATCH) (?:a team,|a team of|(?:size|note) of|one of)/,
    {
      'an update is not kept': kept((team, before) => before ?? team),
      'an update keeps the name alone': kept((team, before) => (before ? { ...before, name: team.name } : team)),
      'a change replaces the whole': kept((team, before, { sent, method }) => {
        return before && method === 'PATCH' ? { ...sent, id: team.id, leaderId: team.leaderId } : team
      }),
      'a change of one property changes another': kept((team, before) => (before ? { ...team, size: 77 } : team)),
      'a change loses another property': kept((team, before) => (before ? without(team, 'size', 'tags') : team)),
      'a replacement keeps what is not sent': kept((team, before) => ({ ...before, ...team })),
      'an update sets another id': kept((team, before) => (before ? { ...team, id: 999 } : team)),
      'an update sets createdAt': kept((team, before) => (before ? { ...team, createdAt: team.updatedAt } : team)),
      'an update sets no updatedAt': kept((team) => ({ ...team, updatedAt: null })),
      'an update removes the team': kept((team, before) => (before ? undefined : team))
    }
  ],
  [
    /^(?:create a team(?:, then read| of)|PUT a team(?:,| of)|PATCH (?:name|tags|place) of)/,
    {
      'texts are trimmed': texts((text) => text.trim()),
      'texts are in lower case': texts((text) => text.toLowerCase()),
      'texts are cut': texts((text) => text.slice(0, 12)),
      'texts are ASCII': texts((text) => text.replace(/[^ -~]/g, '?')),
      'texts are escaped': texts((text) => text.replace(/[<&]/g, (one) => `&#${one.charCodeAt(0)};`)),
      'empty texts are null': texts((text) => (text === '' ? null : text)),
      'numbers are whole': values((value) => (typeof value === 'number' ? Math.trunc(value) : value)),
      'numbers are texts': values((value) => (typeof value === 'number' ? String(value) : value)),
      'zero is absent': values((value) => (value === 0 ? undefined : value)),
      'false is true': values((value) => (value === false ? true : value)),
      'null is absent': values((value) => (value === null ? undefined : value)),
      'null is an empty text': values((value) => (value === null ? '' : value)),
      'lists are sorted': values((value) => (Array.isArray(value) ? [...value].sort() : value)),
      'lists have each item once': values((value) => (Array.isArray(value) ? [...new Set(value)] : value)),
      'lists have one item': values((value) => (Array.isArray(value) ? value.slice(0, 1) : value)),
      'empty lists are absent': values((value) => (Array.isArray(value) && value.length === 0 ? undefined : value)),
      'objects lose a property': values((value, name) => (name === 'place' ? without(value as Thing, 'y') : value)),
      'days are moments': values((value, name) => (name === 'born' ? `${value}T00:00:00Z` : value)),
      'defaults are others': kept((team, before, { sent }) => ({
        ...team,
        ...(sent.size === undefined && { size: 6 }),
        ...(before && { isOpen: true })
      }))
    }
  ],
  [
    /^(?:create (?:a|the same|two) teams?|list teams|delete a team, then list all|PATCH size)/,
    {
      'what is created is not kept': kept((team, before) => before && team),
      'what is created has another name': replies(isAdded, (reply) => ({
        ...reply,
        body: { ...(reply.body as Thing), name: 'x' }
      })),
      'what is created has no id': replies(isAdded, (reply) => ({
        ...reply,
        body: without(reply.body as Thing, 'id')
      })),
      'what is created is elsewhere': replies(isAdded, (reply) => ({ ...reply, headers: { location: '/teams/999' } })),
      'what is created is nowhere': replies(isAdded, ({ headers, ...reply }) => reply),
      'creation is later': replies(isAdded, (reply) => ({ ...reply, status: 202 })),
      'all have the same id': instead(isAdded, ({ sent }, { things }, honest) => {
        const reply = honest()
        if (reply.status !== 201) return reply
        things.set('/teams/1', { ...sent, id: 1 })
        return { status: 201, body: { ...sent, id: 1 } }
      }),
      'a second creation fails': instead(isAdded, (_, { things }, honest) =>
        [...things.keys()].some((key) => /^\/teams\/\d+$/.test(key)) ? { status: 409 } : honest()
      ),
      'creation adds two': instead(isAdded, (_, __, honest) => {
        honest()
        return honest()
      }),
      'creation changes the first': replies(isAdded, (reply, { things }) => {
        const first = [...things.keys()].find((key) => /^\/teams\/\d+$/.test(key))
        if (first !== undefined) things.set(first, { ...things.get(first), name: 'changed' })
        return reply
      })
    }
  ],
  [
    /list all|^list teams/,
    {
      'the list has not what is new': replies(isList, (reply) => ({
        ...reply,
        body: (reply.body as Thing[]).slice(0, -1)
      })),
      'the list has other values': replies(isList, (reply) => ({
        ...reply,
        body: (reply.body as Thing[]).map((team) => ({ ...team, name: 'x', size: 1 }))
      })),
      'the list is empty': replies(isList, (reply) => ({ ...reply, body: [] })),
      'the list fails': instead(isList, () => ({ status: 500 }))
    }
  ],
  [
    /delete|DELETE/,
    {
      'deletion does nothing': instead(
        ({ method }) => method === 'DELETE',
        () => ({ status: 204 })
      ),
      'deletion is later': replies(
        ({ method }) => method === 'DELETE',
        (reply) => ({ ...reply, status: 202 })
      ),
      'deletion removes another': replies(
        ({ method, route }) => method === 'DELETE' && route === 'teams/#',
        (reply, { things }) => {
          const other = [...things.keys()].find((key) => /^\/teams\/\d+$/.test(key))
          if (other !== undefined) things.delete(other)
          return reply
        }
      ),
      'deletion marks': instead(
        ({ method, route }) => method === 'DELETE' && route === 'teams/#',
        ({ path }, { things }) => {
          if (!things.has(path)) return { status: 404 }
          things.set(path, { ...things.get(path), deletedAt: '2026-01-01T00:00:00Z', status: 'archived' })
          return { status: 204 }
        }
      ),
      'what is gone is a 500': replies(isRead, (reply) => (reply.status === 404 ? { status: 500 } : reply)),
      'what is gone is a 403': replies(isRead, (reply) => (reply.status === 404 ? { status: 403 } : reply)),
      'what is gone is empty': replies(isRead, (reply) => (reply.status === 404 ? { status: 200, body: {} } : reply)),
      'a second deletion is a 500': replies(
        ({ method }) => method === 'DELETE',
        (reply) => (reply.status === 404 ? { status: 500 } : reply)
      ),
      'a second deletion is a 204': replies(
        ({ method }) => method === 'DELETE',
        (reply) => (reply.status === 404 ? { status: 204 } : reply)
      )
    }
  ],
  [
    /team.*(?:wrong|PUT|PATCH|which|at once)|^PUT a team,/,
    {
      'a replacement creates': instead(
        ({ method, route }) => method === 'PUT' && route === 'teams/#',
        ({ path, sent }, { things }, honest) => {
          if (!things.has(path)) things.set(path, { ...sent, id: Number(path.slice(7)) })
          return honest()
        }
      ),
      'a rejected update is kept in part': {
        before: (request, { things }) => {
          const { sent, path } = request
          if (isUpdate(request) && things.has(path) && typeof sent.name === 'string')
            things.set(path, { ...things.get(path), name: sent.name })
        }
      }
    }
  ],
  [
    /^(?:create a team,|PATCH (?:a team,|name)|PUT a team|delete a team|[A-Z]+ one|.*spell|.*twice)|again|readTeam/,
    {
      'reading counts': replies(isRead, (reply, world) => ({
        ...reply,
        body: { ...(reply.body as Thing), size: world.requests % 99 }
      })),
      'reading changes': replies(isRead, (reply, { things }, { path }) => {
        if (things.has(path)) things.set(path, { ...things.get(path), isOpen: false, size: 1 })
        return reply
      }),
      'each third read fails': replies(isRead, (reply, { requests }) => (requests % 3 === 0 ? { status: 503 } : reply)),
      'the entity tag is the same': replies(isRead, (reply) => ({ ...reply, headers: { etag: '"a"' } })),
      'the entity tag is another each time': replies(isRead, (reply, { requests }) => ({
        ...reply,
        headers: { etag: `"${requests}"` }
      }))
    }
  ],
  [
    /belongs to it|one of|with nothing/,
    {
      'an update removes the notes': removedWith(isUpdate, /notes/),
      'an update removes the members': removedWith(isUpdate, /members/),
      'an update removes the settings': removedWith(isUpdate, /settings/),
      'an update removes the logo': removedWith(isUpdate, /logo/),
      'an update changes the members': replies(isUpdate, (reply, { things }) => {
        for (const [key, thing] of things) if (/members/.test(key)) things.set(key, { ...thing, nick: 'changed' })
        return reply
      })
    }
  ],
  [
    /delete a team|member/,
    {
      'deletion leaves the members': instead(
        ({ method, route }) => method === 'DELETE' && route === 'teams/#',
        ({ path }, { things }) => ({ status: things.delete(path) ? 204 : 404 })
      ),
      'members are found below other teams': instead(
        ({ route, method }) => route === 'teams/#/members/#' && method !== 'POST',
        ({ path, method }, { things }, honest) => {
          const own = [...things.keys()].find((key) => key.endsWith(path.slice(path.lastIndexOf('/members'))))
          if (own === undefined || own === path) return honest()
          if (method === 'DELETE') things.delete(own)
          return method === 'DELETE' ? { status: 204 } : { status: 200, body: things.get(own) }
        }
      ),
      'members are listed below other teams': replies(
        ({ route, method }) => route === 'teams/#/members' && method === 'GET',
        (_, { things }) => ({
          status: 200,
          body: [...things].filter(([key]) => /members/.test(key)).map(([, one]) => one)
        })
      ),
      'members of no team are created': instead(
        ({ route, method }) => route === 'teams/#/members' && method === 'POST',
        ({ sent }, world) => ({ status: 201, body: { ...sent, id: ++world.number } })
      )
    }
  ],
  [
    /refer|leader/,
    {
      'a leader who leads is deleted with the teams': replies(
        ({ method, route }) => method === 'DELETE' && route === 'leaders/#',
        (reply, { things }) => {
          for (const key of things.keys()) if (key.startsWith('/teams')) things.delete(key)
          return reply
        }
      ),
      'a leader who leads is not deleted': instead(
        ({ method, route }) => method === 'DELETE' && route === 'leaders/#',
        ({ path }, { things }, honest) =>
          [...things.values()].some(({ leaderId }) => path === `/leaders/${leaderId}`) ? { status: 409 } : honest()
      ),
      'a leader need not exist': {
        before: ({ sent }, { things }) => {
          if (sent.leaderId !== undefined) things.set(`/leaders/${sent.leaderId}`, { id: sent.leaderId, name: 'a' })
        }
      },
      'a missing leader is a 500': replies(
        (request) => isAdded(request) || isUpdate(request),
        (reply) => (reply.status === 409 ? { status: 500 } : reply)
      )
    }
  ],
  [
    /logo|Logo/,
    {
      'a logo has other bytes': replies(
        ({ route, method }) => /logo$/.test(route) && method === 'GET',
        (reply) => (reply.status === 200 ? { ...reply, body: Buffer.from('others') } : reply)
      ),
      'a logo has another type': replies(
        ({ route, method }) => /logo$/.test(route) && method === 'GET',
        (reply) => (reply.status === 200 ? { ...reply, headers: { 'content-type': 'image/gif' } } : reply)
      ),
      'a logo is JSON': replies(
        ({ route, method }) => /logo$/.test(route) && method === 'GET',
        () => ({ status: 200, body: {} })
      ),
      'a logo is not found': instead(
        ({ route, method }) => /logo$/.test(route) && method === 'GET',
        () => ({ status: 404 })
      ),
      'a logo is not kept': instead(
        ({ route, method }) => /logo$/.test(route) && method === 'PUT',
        () => ({ status: 500 })
      )
    }
  ]
]

describe('A service of teams with a mistake', () => {
  it('is found wrong, or not, as team-list.txt says', async () => {
    const play = await quickPlays(TEAMS, /^(?!.*(?:many|12 times))/)
    const honest = await play(teams())
    const lines = [...honest].map(([label, line]) => `${label}: ${line}`)
    for (const [labels, mistakes] of MISTAKES) {
      for (const [title, mistake] of Object.entries(mistakes)) {
        const found = [...(await play(teams(mistake), labels))]
        const changed = found.filter(([label, line]) => line !== honest.get(label))
        lines.push(`\n# ${title}${changed.length === 0 ? `: ${found.length} sequences as before` : ''}`)
        lines.push(...changed.map(([label, line]) => `${label}: ${line}`))
      }
    }
    expectListed(LIST, 'teams', lines)
  }).timeout(60_000)
})
