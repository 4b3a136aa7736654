import { expect } from 'chai'
import {
  Body,
  bearerScheme,
  type Context,
  Controller,
  Ctx,
  Delete,
  Field,
  Get,
  Integer,
  NotFound,
  Param,
  Post,
  Returns
} from 'fieldstone'
import { formatReport } from 'fieldstone-verify'
import { serviceOf } from '../../../../spec/support/applications.js'
import { verified } from '../support/verified.js'

class NewNote {
  @Field({ minLength: 3, maxLength: 30 }) text!: string
}

class Note extends NewNote {
  @Field(() => Integer) id!: number
}

type Owned = Note & { readonly owner: string }

/** What the service does wrong. */
const mistakes = new Set<'reads' | 'deletes' | 'shares' | 'remembers' | 'redirects' | 'caches'>()
const notes = new Map<number, Owned>()
let greeted: string | undefined
let latest = 1
/** What the last one who listed the notes got. */
let kept: Owned[] | undefined

function reset() {
  notes.clear()
  notes.set(1, { id: 1, text: 'milk', owner: 'ada' })
  greeted = undefined
  kept = undefined
  latest = 1
}

const USERS = new Map([
  ['token-1', { name: 'ada' }],
  ['token-2', { name: 'bob' }]
])

const userOf = (ctx: Context) => (ctx.state as { principal?: { name: string } }).principal?.name

const NOT_ALL = { security: ['bearer'] }
const ID = { example: 1, minimum: 1 } as const

@Controller('/notes')
class NoteController {
  @Post(NOT_ALL)
  @Returns(201, Note)
  add(@Body() { text }: NewNote, @Ctx() ctx: Context): Owned {
    const id = Math.max(0, ...notes.keys()) + 1
    const note = { id, text, owner: userOf(ctx) ?? '' }
    notes.set(id, note)
    latest = id
    return note
  }

  @Get(NOT_ALL)
  @Returns(200, [Note])
  list(@Ctx() ctx: Context): Owned[] {
    return [...notes.values()].filter(({ owner }) => owner === userOf(ctx) || mistakes.has('shares'))
  }

  @Get('/{id}', NOT_ALL)
  @Returns(200, Note)
  @Returns(404)
  show(@Param('id', Integer, ID) id: number, @Ctx() ctx: Context): Owned {
    return find(id, ctx, mistakes.has('reads') || mistakes.has('shares'))
  }

  @Delete('/{id}', NOT_ALL)
  @Returns(204)
  @Returns(404)
  remove(@Param('id', Integer, ID) id: number, @Ctx() ctx: Context): void {
    find(id, ctx, mistakes.has('deletes'))
    notes.delete(id)
    if (!mistakes.has('redirects')) latest = Math.max(0, ...notes.keys())
  }
}

function find(id: number, ctx: Context, isOpen: boolean): Owned {
  const note = notes.get(id)
  return note !== undefined && (isOpen || note.owner === userOf(ctx)) ? note : NotFound.throw()
}

@Controller()
class OtherController {
  @Get('/greeting', { security: ['bearer', {}] })
  @Returns(200, Note)
  greet(@Ctx() ctx: Context): Note {
    const name = userOf(ctx) ?? (mistakes.has('remembers') ? greeted : undefined)
    greeted = name
    return { id: 0, text: `hello ${name ?? 'stranger'}` }
  }

  @Get('/export', NOT_ALL)
  @Returns(200, [Note])
  export(@Ctx() ctx: Context): Owned[] {
    kept = [...notes.values()].filter(({ owner }) => owner === userOf(ctx))
    return kept
  }

  @Get('/latest', NOT_ALL)
  @Returns(302)
  @Returns(404)
  latest(@Ctx() ctx: Context): void {
    if (latest === 0) NotFound.throw()
    ctx.redirect(`/notes/${latest}`)
  }
}

const service = () =>
  serviceOf([NoteController, OtherController], {
    // A cache before the guard, which lasts until something else is read.
    middleware: [
      (ctx, next) => {
        if (ctx.path !== '/export') kept = undefined
        return mistakes.has('caches') && kept !== undefined ? ctx.json(200, kept) : next()
      }
    ],
    securitySchemes: {
      bearer: bearerScheme({ authenticate: (token) => USERS.get(token) })
    }
  })

const options = { seed: 1, reset, credentials: { bearer: 'token-1' }, principals: { bob: { bearer: 'token-2' } } }

describe('Verification with several principals', () => {
  const findings = async (...made: Parameters<typeof mistakes.add>[0][]) => {
    mistakes.clear()
    for (const mistake of made) mistakes.add(mistake)
    reset()
    const report = await verified(await service(), options)
    const all = [...report.disagreements, ...report.suspicions]
    return { report, found: all.map(({ kind, operation }) => `${kind} ${operation}`) }
  }

  it('finds nothing where each one reaches only what is its own, or what the lists of both have', async () => {
    for (const made of [[], ['shares']] as const) {
      const { report, found } = await findings(...made)
      expect(found, formatReport(report)).to.deep.equal([])
    }
  })

  it('finds that one reads by the id what only the list of another has', async () => {
    const { report, found } = await findings('reads')
    expect(found, formatReport(report)).to.deep.equal(['foreign-principal getNotesById'])
    expect(report.suspicions[0]?.curl.split('\n').filter((line) => line.startsWith('#'))).to.deep.equal([
      '# create a note: 201',
      '# list the notes: 200',
      '# list the notes as bob: 200',
      '# getNotesById as bob: 200'
    ])
  })

  it('finds that one deletes what belongs to another', async () => {
    const { report, found } = await findings('deletes')
    expect(found, formatReport(report)).to.deep.equal(['foreign-principal deleteNotesById'])
  })

  it('finds that a request without credentials is taken for one of who came before', async () => {
    const { report, found } = await findings('remembers')
    expect(found, formatReport(report)).to.include('unrepeatable-response getGreeting')
  })

  it('finds that a request without credentials gets what was kept for one with them', async () => {
    const { report, found } = await findings('caches')
    expect(found, formatReport(report)).to.include('accepted-stranger getExport')
    const stranger = report.disagreements.find(({ kind }) => kind === 'accepted-stranger')
    expect(stranger?.curl.split('\n').filter((line) => line.startsWith('#'))).to.deep.equal([
      '# getExport with credentials: 200',
      '# getExport without credentials: 200'
    ])
  })

  it('finds a redirect to what was deleted', async () => {
    const { report, found } = await findings('redirects')
    expect(found, formatReport(report)).to.deep.equal(['broken-location getLatest'])
  })
})
