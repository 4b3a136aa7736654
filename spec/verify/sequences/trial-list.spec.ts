import { expectListed } from '../../support/listed.js'
import { configured, type Shape } from '../resources/configured-service.js'
import { sequencesOf } from './play-sequences.js'
import { TEAMS } from './teams.js'

const SHAPES: Readonly<Record<string, Shape>> = {
  'a plain list': {},
  pages: { size: { name: 'limit', maximum: 10, declared: 5 }, page: { name: 'page', from: 1 }, items: 'data' },
  'a cursor, an order, filters and bounds': {
    ...{ cursor: 'cursor', sort: { name: 'sort', members: ['price', 'other'] }, filters: ['name', 'price', 'tags'] },
    ...{ more: { tags: { type: 'array', items: { type: 'string' } } }, bounds: { priceMin: '' } }
  },
  'nothing is created': { hasCreate: false, filters: ['name', 'price'] },
  'nothing is listed': { hasList: false }
}

describe('The sequences of a document', () => {
  it('are those of trial-list.txt, with their costs', async () => {
    expectListed('verify/sequences/trial-list.txt', 'teams', await sequencesOf(TEAMS))
    for (const [name, shape] of Object.entries(SHAPES)) {
      expectListed('verify/sequences/trial-list.txt', name, await sequencesOf(configured(shape).document))
    }
  })
})
