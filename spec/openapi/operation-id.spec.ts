import { expect } from 'chai'
import type { RouteDefinition } from '../../src/http/route.js'
import { generateOpenAPISpec } from '../../src/openapi/generate.js'
import { CONFIG, describedRoute, faultsOf } from '../support/described-route.js'

describe('The operationId', () => {
  function idsOf(...routes: readonly RouteDefinition[]): string[] {
    const { paths } = generateOpenAPISpec({ routes }, CONFIG)
    return Object.values(paths).flatMap((path) => Object.values(path).map((operation) => operation.operationId))
  }

  const cases: [Parameters<typeof describedRoute>, string][] = [
    [['GET', '/'], 'getRoot'],
    [['GET', '/items'], 'getItems'],
    [['GET', '/items/{id}'], 'getItemsById'],
    [['DELETE', '/shops/{shop}/items/{id:[0-9]+}'], 'deleteShopsByShopItemsById'],
    [['POST', '/user-accounts/{user_id}/re.send'], 'postUserAccountsByUser_idReSend'],
    [['GET', '/files/{path:*}'], 'getFilesByPath'],
    [['GET', '/gr%C3%B6%C3%9Fe'], 'getGröße']
  ]
  for (const [route, id] of cases) {
    it(`of ${route[0]} ${route[1]} is ${id} unless declared`, () => {
      expect(idsOf(describedRoute(...route))).to.deep.equal([id])
    })
  }

  it('is numbered where the generated name is taken, and never displaces a declared one', () => {
    expect(
      idsOf(
        describedRoute('GET', '/a/{b}'),
        describedRoute('GET', '/a/by/b'),
        describedRoute('GET', '/c', { operationId: 'getAByB' })
      )
    ).to.deep.equal(['getAByB2', 'getAByB3', 'getAByB'])
  })

  it('that two routes declare is a setup error that names both', () => {
    expect(
      faultsOf([
        describedRoute('GET', '/a', { operationId: 'find' }, 'A.find'),
        describedRoute('GET', '/b', { operationId: 'find' }, 'B.find')
      ])
    ).to.deep.equal([
      'DOCUMENT_CONFLICT: operationId "find" is declared twice, by A.find and by B.find; change one of them.'
    ])
  })
})
