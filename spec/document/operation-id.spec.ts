import { expect } from 'chai'
import fc from 'fast-check'
import { type OpenAPIConfig } from 'fieldstone'
import { CONFIG, type DescribedRoute, describedRoute, documentOf, faultsOf } from '../support/described-route.js'

describe('The operationId', () => {
  function idsOf(...routes: readonly DescribedRoute[]): string[] {
    const { paths } = documentOf(routes)
    return Object.values(paths).flatMap((path) => Object.values(path).map((operation) => operation.operationId))
  }

  const cases: [Parameters<typeof describedRoute>, string][] = [
    [['GET', '/'], 'getRoot'],
    [['GET', '/items'], 'getItems'],
    [['GET', '/items/{id}'], 'getItemsById'],
    [['DELETE', '/shops/{shop}/items/{id:[0-9]+}'], 'deleteShopsByShopItemsById'],
    [['POST', '/user-accounts/{user_id}/re-send'], 'postUser_accountsByUser_idRe_send'],
    [['GET', '/users/{userId}'], 'getUsersByUser_id'],
    [['GET', '/users/{user}/id'], 'getUsersByUserId'],
    [['GET', '/users/{_}'], 'getUsersByValue'],
    [['GET', '/files/{path:*}'], 'getFilesByPath'],
    [['GET', '/gr%C3%B6%C3%9Fe'], 'getGröße'],
    [['GET', '/v1/2fa'], 'getV1_Z2fa'],
    [['GET', '/user_accounts'], 'getUser__accounts'],
    [['GET', '/userAccounts'], 'getUser_Accounts'],
    [['GET', '/items.json'], 'getItems_X2E_json'],
    [['GET', '/items/'], 'getItems_Z'],
    [['GET', '/by/id'], 'get_ZbyId'],
    [['GET', '/root'], 'get_Zroot']
  ]
  for (const [route, id] of cases) {
    it(`of ${route[0]} ${route[1]} is ${id} unless declared`, () => {
      expect(idsOf(describedRoute(...route))).to.deep.equal([id])
    })
  }

  it('differs between any two paths that OpenAPI can tell apart', () => {
    const text = fc.stringMatching(/^[abXZ19_B-]{1,4}$/)
    const literal = fc.oneof(
      { arbitrary: fc.constantFrom('by', 'root', 'a.b', 'a%C3%9Fb', '%C3%9F', '%C7%86a', 'a~', 'By'), weight: 1 },
      { arbitrary: text, weight: 3 }
    )
    const parameter = fc.stringMatching(/^[abXZ_B][abXZ19_B.-]{0,3}$/).map((name) => `{${name}}`)
    const path = fc
      .uniqueArray(fc.oneof(literal, parameter), { minLength: 0, maxLength: 4 })
      .map((segments) => `/${segments.join('/')}`)
    const paths = fc.sample(path, { numRuns: 10_000, seed: 1 })
    const byShape = new Map(paths.map((each) => [each.replace(/\{[^}]*\}/g, '{}'), each]))
    const ids = idsOf(...[...byShape.values()].map((each) => describedRoute('GET', each)))
    expect(ids.length).to.be.greaterThan(3_000)
    expect(new Set(ids).size).to.equal(ids.length)
  })

  const pairs = [
    ['/a-b', '/a/b'],
    ['/a-B', '/a_/b'],
    ['/aB', '/a/b'],
    ['/%C5%BFa', '/sa'],
    ['/{aB}', '/{a}/b'],
    ['/a.b', '/a/X2E_b'],
    ['/a', '/a/']
  ] as const
  for (const [one, other] of pairs) {
    it(`of GET ${one} is not that of GET ${other}`, () => {
      expect(idsOf(describedRoute('GET', one))).to.not.deep.equal(idsOf(describedRoute('GET', other)))
    })
  }

  it('is the same whatever other routes there are, in whatever order', () => {
    const routes = ['/a-b', '/a/b', '/a_b', '/aB', '/{a}/b', '/by/a/b'].map((path) => describedRoute('GET', path))
    const alone = routes.map((route) => idsOf(route)[0])
    expect(idsOf(...routes)).to.deep.equal(alone)
    expect(idsOf(...routes.toReversed())).to.deep.equal(alone.toReversed())
  })

  it('that a route declares and another one gets by default is a setup error that says what to do', () => {
    expect(
      faultsOf([
        describedRoute('GET', '/a', {}, 'A.find'),
        describedRoute('GET', '/b', { operationId: 'getA' }, 'B.find')
      ])
    ).to.deep.equal([
      'DOCUMENT_CONFLICT: two routes have the operationId "getA", GET /a (A.find) and GET /b (B.find); ' +
        'change one of them, or declare another one for GET /a (A.find).'
    ])
  })

  describe("by the application's own function", () => {
    const routes = [
      describedRoute('GET', '/items', { tags: ['items'] }, 'ItemController.list'),
      describedRoute('POST', '/items', { operationId: 'create' }, 'ItemController.create'),
      describedRoute('GET', '/items/{id:[0-9]+}', {}, 'ItemController.show')
    ]
    const idsBy = (operationId: NonNullable<OpenAPIConfig['operationId']>) => {
      const { paths } = documentOf(routes, { operationId })
      return Object.values(paths).flatMap((path) => Object.values(path).map((operation) => operation.operationId))
    }

    it('is what the function returns, unless the route declares one', () => {
      expect(idsBy(({ source }) => source.replace('.', '_'))).to.deep.equal([
        'ItemController_list',
        'create',
        'ItemController_show'
      ])
    })

    it('is the default where the function returns undefined', () => {
      expect(idsBy(({ tags }) => (tags.length > 0 ? 'tagged' : undefined))).to.deep.equal([
        'tagged',
        'create',
        'getItemsById'
      ])
    })

    it('can be made from the method, the path, and the default', () => {
      expect(idsBy(({ method, path, defaultId }) => `${method} ${path} ${defaultId}`)).to.deep.equal([
        'GET /items getItems',
        'create',
        'GET /items/{id:[0-9]+} getItemsById'
      ])
    })

    const wrong: [string, unknown, string][] = [
      ['an empty text', '', 'it returns an empty text'],
      ['null', null, 'it returns null'],
      ['a number', 5, 'it returns a value of type number']
    ]
    for (const [name, value, fault] of wrong) {
      it(`is a setup error where it returns ${name}`, () => {
        expect(faultsOf(routes, { ...CONFIG, operationId: () => value as string })).to.deep.equal(
          ['list', 'show'].map(
            (method) =>
              `DOCUMENT_INVALID: ${fault}, ItemController.${method}, the operationId function of OpenAPIConfig; ` +
              'return a text, or undefined for the default.'
          )
        )
      })
    }

    it('is a setup error where it returns the same for two routes, and the error says that it is the function', () => {
      expect(faultsOf(routes, { ...CONFIG, operationId: () => 'same' })).to.deep.equal([
        'DOCUMENT_CONFLICT: two routes have the operationId "same", GET /items (ItemController.list) and ' +
          'GET /items/{id:[0-9]+} (ItemController.show); change one of them, or let the operationId function of the ' +
          'application return another one for GET /items (ItemController.list).'
      ])
    })

    it('is a setup error for each route where it throws', () => {
      const operationId = () => {
        throw new TypeError('no')
      }
      expect(faultsOf(routes, { ...CONFIG, operationId })).to.have.length(2)
      expect(faultsOf(routes, { ...CONFIG, operationId })[0]).to.contain('it throws TypeError: no, ItemController.list')
    })

    it('is a setup error where it is no function', () => {
      expect(faultsOf(routes, { ...CONFIG, operationId: 'list' as never })).to.deep.equal([
        'DOCUMENT_INVALID: operationId is not a function, OpenAPIConfig; write operationId: (route) => …, or declare ' +
          'one text for each route where the route is declared.'
      ])
    })
  })

  it('that two routes declare is a setup error that names both', () => {
    expect(
      faultsOf([
        describedRoute('GET', '/a', { operationId: 'find' }, 'A.find'),
        describedRoute('GET', '/b', { operationId: 'find' }, 'B.find')
      ])
    ).to.deep.equal([
      'DOCUMENT_CONFLICT: two routes have the operationId "find", GET /a (A.find) and GET /b (B.find); change one of them.'
    ])
  })
})
