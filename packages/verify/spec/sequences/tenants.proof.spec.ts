import { expect } from 'chai'
import { Body, Controller, Field, Get, Header, Integer, NotFound, Param, Patch, Post, Returns } from 'fieldstone'
import { serviceOf } from '../../../../spec/support/applications.js'
import { findingsOf, planned, stepsOf } from '../support/verified.js'

class NewNote {
  @Field({ minLength: 1, maxLength: 40, pattern: '^\\S+$' }) text!: string
}
class Note extends NewNote {
  @Field(() => Integer, { minimum: 1 }) id!: number
}

const TENANTS = ['acme', 'globex']

type TenantRules = {
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly enum?: readonly string[]
  readonly example?: string
}

/** Notes of tenants; each sees its own. */
async function notes(tenantOptions: TenantRules, isLossy = false) {
  const kept: { tenant: string; note: Note }[] = []
  const Tenant = () => Header('X-Tenant', String, tenantOptions)
  const existing = (tenant: string) => (TENANTS.includes(tenant) ? tenant : NotFound.throw())

  @Controller('/notes')
  class NoteController {
    @Post()
    @Returns(201, Note)
    @Returns(404)
    create(@Tenant() tenant: string, @Body() body: NewNote): Note {
      const note = { ...body, id: kept.length + 1 }
      kept.push({ tenant: existing(tenant), note })
      return note
    }

    @Get()
    @Returns(200, [Note])
    @Returns(404)
    list(@Tenant() tenant: string): Note[] {
      return kept.filter((one) => one.tenant === existing(tenant)).map(({ note }) => note)
    }

    @Get('/{id}')
    @Returns(200, Note)
    @Returns(404)
    read(@Tenant() tenant: string, @Param('id', Integer, { minimum: 1 }) id: number): Note {
      const found = kept.find((one) => one.tenant === tenant && one.note.id === id)
      return isLossy || found === undefined ? NotFound.throw() : found.note
    }

    @Patch('/{id}')
    @Returns(200, Note)
    @Returns(404)
    change(@Tenant() tenant: string, @Param('id', Integer, { minimum: 1 }) id: number, @Body() body: NewNote): Note {
      const found = kept.find((one) => one.tenant === tenant && one.note.id === id)
      return found === undefined ? NotFound.throw() : Object.assign(found.note, body)
    }
  }

  const reset = () => {
    kept.length = 0
  }
  return { service: await serviceOf([NoteController]), reset }
}

const WORD = { minLength: 1, maxLength: 40, pattern: '^[a-z]+$' }

describe('verify plays sequences of data that belongs to a tenant', () => {
  it('as the tenant of the example', async () => {
    const { service, reset } = await notes({ ...WORD, example: 'acme' })
    const report = await planned(service, { reset })
    expect([findingsOf(report), report.untriedSequences]).to.deep.equal([[], []])
  })

  it('as the same tenant to the end, where there are several', async () => {
    const { service, reset } = await notes({ enum: TENANTS })
    const report = await planned(service, { reset, seed: 2 })
    expect([findingsOf(report), report.untriedSequences]).to.deep.equal([[], []])
  })

  it('as the tenant that every request was given', async () => {
    const { service, reset } = await notes(WORD)
    const report = await planned(service, { reset, headers: { 'X-Tenant': 'acme' } })
    expect([findingsOf(report), report.untriedSequences]).to.deep.equal([[], []])
  }).timeout(60_000)

  it('and shows a lost creation by a read that finds nothing, not by one that is rejected', async () => {
    const { service, reset } = await notes({ ...WORD, example: 'acme' }, true)
    const [lost, ...more] = findingsOf(await planned(service, { reset, include: ['postNotes', 'getNotesById'] }))
    expect([lost?.kind, ...more]).to.deep.equal(['lost-creation'])
    expect(lost === undefined ? [] : stepsOf(lost)).to.deep.equal(['create a note: 201', 'read the note: 404'])
    expect(lost?.curl.match(/x-tenant: acme/g)).to.have.length(2)
  })
})
