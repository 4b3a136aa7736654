import { expect } from 'chai'
import { generateOpenAPISpec, type OpenAPIConfig, Router } from 'fieldstone'
import { CONFIG, describedRoute, documentOf, faultsOf } from '../support/described-route.js'
import { sendRaw, startService } from '../support/docs-service.js'
import { complaintsAbout } from '../support/openapi-validator.js'

const FULL: OpenAPIConfig = {
  title: 'Shop',
  version: '1.0.0',
  description: 'Sells *things*',
  termsOfService: 'https://example.com/terms',
  contact: { name: 'API team', url: 'https://example.com/team', email: 'api@example.com' },
  license: { name: 'Apache 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  externalDocs: { url: 'https://example.com/guide', description: 'The guide' },
  tags: [
    { name: 'orders', description: 'What is bought', externalDocs: { url: 'https://example.com/orders' } },
    { name: 'items' }
  ],
  servers: [
    {
      url: 'https://{region}.example.com:{port}/v1',
      description: 'Production',
      variables: {
        region: { default: 'eu', enum: ['eu', 'us'], description: 'Where the data is' },
        port: { default: '443' }
      }
    }
  ]
}

const routes = [
  describedRoute('GET', '/items', { tags: ['extra', 'items'] }),
  describedRoute('GET', '/orders', { tags: ['orders'] })
]

describe('What the configuration says of the whole API', () => {
  for (const openapi of ['3.0', '3.1'] as const) {
    it(`is in the document as it was given, in OpenAPI ${openapi}`, async () => {
      const document = documentOf(routes, { ...FULL, openapi })
      const { title, version, description, termsOfService, contact, license } = FULL
      expect(document.info).to.deep.equal({ title, version, description, termsOfService, contact, license })
      expect(document.externalDocs).to.deep.equal(FULL.externalDocs)
      expect(document.servers).to.deep.equal(FULL.servers)
      expect(document.tags).to.deep.equal([...(FULL.tags ?? []), { name: 'extra' }])
      expect(await complaintsAbout(document)).to.deep.equal([])
    })
  }

  it('may have a summary and the identifier of a license in OpenAPI 3.1', async () => {
    const license = { name: 'MIT License', identifier: 'MIT' }
    const document = documentOf(routes, { openapi: '3.1', summary: 'A shop', license })
    expect(document.info).to.deep.include({ summary: 'A shop', license })
    expect(await complaintsAbout(document)).to.deep.equal([])
  })

  it('has extensions at every level', async () => {
    const mark = (at: string) => ({ 'x-mark': [at] })
    const document = documentOf(routes, {
      ...FULL,
      ...mark('root'),
      info: mark('info'),
      contact: { ...FULL.contact, ...mark('contact') },
      license: { name: 'MIT', ...mark('license') },
      externalDocs: { url: 'https://example.com/guide', ...mark('docs') },
      tags: [{ name: 'orders', externalDocs: { url: 'https://example.com', ...mark('tag docs') }, ...mark('tag') }],
      servers: [{ url: '{path}', variables: { path: { default: '/', ...mark('variable') } }, ...mark('server') }]
    })
    expect(document['x-mark']).to.deep.equal(['root'])
    expect(document.info['x-mark']).to.deep.equal(['info'])
    expect(document.info.contact?.['x-mark']).to.deep.equal(['contact'])
    expect(document.info.license?.['x-mark']).to.deep.equal(['license'])
    expect(document.externalDocs?.['x-mark']).to.deep.equal(['docs'])
    expect(document.tags?.[0]?.['x-mark']).to.deep.equal(['tag'])
    expect(document.tags?.[0]?.externalDocs?.['x-mark']).to.deep.equal(['tag docs'])
    expect(document.servers?.[0]?.['x-mark']).to.deep.equal(['server'])
    expect(document.servers?.[0]?.variables?.path?.['x-mark']).to.deep.equal(['variable'])
    expect(await complaintsAbout(document)).to.deep.equal([])
  })

  it('has groups of tags', async () => {
    const tagGroups = [
      { name: 'Buying', tags: ['orders', 'extra'] },
      { name: 'Else', tags: ['items'] }
    ]
    const document = documentOf(routes, { ...FULL, tagGroups })
    expect(document['x-tagGroups']).to.deep.equal(tagGroups)
    expect(await complaintsAbout(document)).to.deep.equal([])
  })

  it('leaves a group out of a document whose routes have none of its tags', () => {
    const hidden = describedRoute('GET', '/audit', { tags: ['audit', 'access'], hidden: true })
    const tagGroups = [
      { name: 'Buying', tags: ['orders', 'audit'] },
      { name: 'Inside', tags: ['access'] }
    ]
    const document = documentOf([...routes, hidden], { ...FULL, tagGroups })
    expect(document['x-tagGroups']).to.deep.equal([{ name: 'Buying', tags: ['orders'] }])
  })

  // biome-ignore format: one row a line
  const wrong: [Partial<Record<keyof OpenAPIConfig, unknown>>, string][] = [
    [{ tagGroups: {} }, "tagGroups is not a list, OpenAPIConfig; write tagGroups: [{ name: 'Buying', tags: ['orders', 'invoices'] }]."],
    [{ tagGroups: [{ name: 'A', tags: [] }] }, "tagGroups[0].tags is not a list of names, OpenAPIConfig; write tagGroups: [{ name: 'Buying', tags: ['orders', 'invoices'] }]."],
    [{ tagGroups: [{ tags: ['items'] }] }, 'tagGroups[0].name is missing, OpenAPIConfig; make tagGroups[0].name a non-empty string.'],
    [{ tagGroups: [{ name: 'A', tags: ['items'] }, { name: 'A', tags: ['orders'] }] }, 'tagGroups has "A" twice, OpenAPIConfig; make them one group.'],
    [{ tagGroups: [{ name: 'A', tags: ['items'] }, { name: 'B', tags: ['items'] }] }, 'the tag "items" is in the groups "A" and "B", OpenAPIConfig; keep it in one place.'],
    [{ tagGroups: [{ name: 'A', tags: ['items', 'items'] }] }, 'the tag "items" is in the group "A" twice, OpenAPIConfig; keep it in one place.'],
    [{ tagGroups: [{ name: 'A', tags: ['item'] }] }, 'no operation has the tag "item", OpenAPIConfig, tagGroups, "A"; correct its name, or describe it in tags.'],
    [{ title: undefined }, 'title is missing, OpenAPIConfig; make title a non-empty string.'],
    [{ title: ' ' }, 'title is empty, OpenAPIConfig; make title a non-empty string.'],
    [{ version: 1 }, 'version is not a string, OpenAPIConfig; make version a non-empty string.'],
    [{ description: 5 }, 'description is not a string, OpenAPIConfig; make description a string or remove it.'],
    [{ openapi: '2.0' }, `openapi is "2.0", OpenAPIConfig; make it '3.0', '3.1' or '3.2'.`],
    [{ openapi: 3.1 }, "openapi is 3.1, OpenAPIConfig; make it '3.0', '3.1' or '3.2'."],
    [{ contact: { email: 'a b@c' } }, "contact.email is not an address for mail, OpenAPIConfig; write it like 'api@example.com'."],
    [{ contact: { url: 'a' } }, "contact.url is not an absolute URL, OpenAPIConfig; write it like 'https://example.com/terms'."],
    [{ license: { name: 'MIT', url: 'a' } }, "license.url is not an absolute URL, OpenAPIConfig; write it like 'https://example.com/terms'."],
    [{ externalDocs: { url: 'a' } }, "externalDocs.url is not an absolute URL, OpenAPIConfig; write it like 'https://example.com/terms'."],
    [{ externalDocs: { url: 'https://a.example', description: 5 } }, 'externalDocs.description is not a string, OpenAPIConfig; make externalDocs.description a string or remove it.'],
    [{ tags: [{ name: 'a', description: 5 }] }, 'tags[0].description is not a string, OpenAPIConfig; make tags[0].description a string or remove it.'],
    [{ tags: [{ name: 'a', externalDocs: {} }] }, 'tags[0].externalDocs.url is missing, OpenAPIConfig; make tags[0].externalDocs.url a non-empty string.'],
    [{ tags: [{ name: 'a', summary: 'S' }] }, "OpenAPI 3.0 has no summary of a tag, OpenAPIConfig, tags[0]; write openapi: '3.2', or remove summary."],
    [{ tags: [{ name: 'a', parent: 'b' }] }, "OpenAPI 3.0 has no parent of a tag, OpenAPIConfig, tags[0]; write openapi: '3.2', or group the tags with tagGroups."],
    [{ openapi: '3.2', tags: [{ name: 'a', parent: 'b' }] }, 'tags has no "b", its parent, OpenAPIConfig, tags, "a"; describe the parent in tags.'],
    [{ openapi: '3.2', tags: [{ name: 'a', parent: 'a' }] }, 'it is below itself: a < a, OpenAPIConfig, tags, "a"; correct its parent.'],
    [{ openapi: '3.2', tags: [{ name: 'a', parent: 'b' }, { name: 'b', parent: 'c' }, { name: 'c', parent: 'b' }] }, 'it is below itself: a < b < c < b, OpenAPIConfig, tags, "a"; correct its parent.'],
    [{ openapi: '3.2', tags: [{ name: 'a', parent: 'b' }, { name: 'b', parent: 'c' }, { name: 'c', parent: 'a' }] }, 'it is below itself: a < b < c < a, OpenAPIConfig, tags, "a"; correct its parent.'],
    [{ servers: {} }, "servers is not a list, OpenAPIConfig; write servers: [{ url: 'https://api.example.com' }]."],
    [{ servers: [{}] }, 'servers[0].url is missing, OpenAPIConfig; make servers[0].url a non-empty string.'],
    [{ servers: [null] }, 'servers[0].url is missing, OpenAPIConfig; make servers[0].url a non-empty string.'],
    [{ servers: [{ url: 'a b' }] }, `servers[0].url "a b" is not a valid URL, OpenAPIConfig; write it like 'https://api.example.com/v1' or '/v1', without a query or fragment.`],
    [{ servers: [{ url: '/v1?a=1' }] }, `servers[0].url "/v1?a=1" is not a valid URL, OpenAPIConfig; write it like 'https://api.example.com/v1' or '/v1', without a query or fragment.`],
    [{ servers: [{ url: 'https://[' }] }, `servers[0].url "https://[" is not a valid URL, OpenAPIConfig; write it like 'https://api.example.com/v1' or '/v1', without a query or fragment.`],
    [{ servers: [{ url: '/', description: 5 }] }, 'servers[0].description is not a string, OpenAPIConfig; make servers[0].description a string or remove it.'],
    [{ paths: [] }, "paths is not an object, OpenAPIConfig; write paths: { '/orders/{id}': { summary: 'One order' } }."],
    [{ paths: { '/items': null } }, `paths["/items"] is not an object, OpenAPIConfig; write paths: { '/orders/{id}': { summary: 'One order' } }.`],
    [{ webhooks: {} }, 'webhooks is not a list of webhooks, OpenAPIConfig; write webhooks: [defineWebhook(StockWebhooks)].'],
    [{ operationId: 'text' }, 'operationId is not a function, OpenAPIConfig; write operationId: (route) => …, or declare one text for each route where the route is declared.'],
    [
      { editDocument: 'text' },
      'editDocument is not a function, OpenAPIConfig; write editDocument: (document) => { … }.'
    ],
    [{ info: [] }, "info is not an object, OpenAPIConfig; write info: { 'x-logo': { url: '/logo.svg' } }."],
    [{ summary: 'A shop' }, "OpenAPI 3.0 has no summary, OpenAPIConfig; write openapi: '3.1', or remove summary."],
    [{ license: { name: 'MIT', identifier: 'MIT' } }, "OpenAPI 3.0 has no license.identifier, OpenAPIConfig; write openapi: '3.1', or remove license.identifier."],
    [{ openapi: '3.1', license: { name: 'MIT', identifier: 'MIT', url: 'https://example.com' } }, 'license has url and identifier, OpenAPIConfig; keep one of them.'],
    [{ license: {} }, 'license.name is missing, OpenAPIConfig; make license.name a non-empty string.'],
    [{ license: 'MIT' }, "license is not an object, OpenAPIConfig; write license: { name: 'Apache 2.0' }."],
    [{ contact: [] }, "contact is not an object, OpenAPIConfig; write contact: { name: 'API team', email: 'api@example.com' }."],
    [{ contact: { name: 5 } }, 'contact.name is not a string, OpenAPIConfig; make contact.name a string or remove it.'],
    [{ contact: { email: 'api' } }, "contact.email is not an address for mail, OpenAPIConfig; write it like 'api@example.com'."],
    ...['/terms', 'example.com', 'ftp://example.com', 'https://', 'https://a b', 5].map(
      (termsOfService): [{ termsOfService: unknown }, string] => [
        { termsOfService },
        "termsOfService is not an absolute URL, OpenAPIConfig; write it like 'https://example.com/terms'."
      ]
    ),
    [{ externalDocs: 'https://example.com' }, "externalDocs is not an object, OpenAPIConfig; write externalDocs: { url: 'https://example.com/guide' }."],
    [{ externalDocs: {} }, 'externalDocs.url is missing, OpenAPIConfig; make externalDocs.url a non-empty string.'],
    [{ tags: 'items' }, "tags is not a list, OpenAPIConfig; write tags: [{ name: 'items' }]."],
    [{ tags: ['items'] }, "tags[0] is not an object, OpenAPIConfig; write { name: 'items', description: 'What is sold' }."],
    [{ tags: [{ name: '' }] }, 'tags[0].name is empty, OpenAPIConfig; make tags[0].name a non-empty string.'],
    [{ tags: [{ name: 'a' }, { name: 'a' }] }, 'tags has "a" twice, OpenAPIConfig; remove one of them.'],
    [{ servers: [{ url: 'https://{region}.example.com' }] }, 'servers[0].url has the variable {region}, which is not declared, OpenAPIConfig; ' + 'write variables: { "region": { default: \'…\' } }.'],
    [{ servers: [{ url: '/{a}', variables: { a: { default: '1' }, b: { default: '2' } } }] }, 'servers[0].variables has b, which is not in the url, OpenAPIConfig; remove it, or write {b}.'],
    [{ servers: [{ url: '/{a}', variables: { a: {} } }] }, 'servers[0].variables.a.default is missing, OpenAPIConfig; make servers[0].variables.a.default a string.'],
    [{ servers: [{ url: '/{a}', variables: { a: { default: 1 } } }] }, 'servers[0].variables.a.default is not a string, OpenAPIConfig; make servers[0].variables.a.default a string.'],
    [{ servers: [{ url: '/{a}', variables: { a: { default: '1', enum: [] } } }] }, 'servers[0].variables.a.enum is not a list of texts, OpenAPIConfig; list the values that the variable may have.'],
    [{ servers: [{ url: '/{a}', variables: { a: { default: '1', enum: ['2'] } } }] }, 'servers[0].variables.a.default is not one of enum, OpenAPIConfig; add it to enum, or choose one of those values.'],
    [{ servers: [{ url: '/{a}', variables: { a: { default: '1', enum: ['1', 'x?y'] } } }] }, 'servers[0].url "/x?y" is not a valid URL, OpenAPIConfig; ' + "write it like 'https://api.example.com/v1' or '/v1', without a query or fragment."],
    [{ servers: [{ url: '/a', variables: [] }] }, "servers[0].variables is not an object, OpenAPIConfig; write variables: { region: { default: 'eu' } }."]
  ]
  for (const [config, fault] of wrong) {
    it(`is a setup error: ${JSON.stringify(config)}`, () => {
      expect(faultsOf([], { ...CONFIG, ...config })).to.deep.equal([`DOCUMENT_INVALID: ${fault}`])
    })
  }

  it('is checked for misspelt names at every level', () => {
    const misspelt = {
      contact: { nme: 'a' },
      license: { name: 'MIT', link: 'a' },
      externalDocs: { url: 'https://example.com', titel: '' },
      tags: [{ name: 'a', descripton: '' }],
      servers: [{ url: '/{a}', variables: { a: { default: '1', enumm: [] } } }]
    }
    const faults = faultsOf([], { ...CONFIG, ...misspelt })
    expect(faults).to.have.length(5)
    for (const fault of faults) expect(fault).to.match(/^OPTION_UNKNOWN: there is no option/)
  })

  it('is warned about once where it describes a tag that no operation has', () => {
    const warnings: string[] = []
    const ignore = () => undefined
    const warn = (_: unknown, message: string) => warnings.push(message)
    const router = new Router({ logger: { debug: ignore, info: ignore, warn, error: ignore } as never })
    router.getFunc('/items', () => 1, { tags: ['items'], responses: { 200: { description: 'OK' } } })
    const config = { ...CONFIG, tags: [{ name: 'itmes' }, { name: 'items' }] }
    for (let time = 0; time < 2; time++) generateOpenAPISpec(router, config)
    expect(warnings).to.deep.equal([
      'The document describes tags that no operation has (itmes): correct or remove them'
    ])
  })

  it('is warned about once where groups of tags have not all tags of operations', () => {
    const warnings: string[] = []
    const ignore = () => undefined
    const warn = (_: unknown, message: string) => warnings.push(message)
    const router = new Router({ logger: { debug: ignore, info: ignore, warn, error: ignore } as never })
    for (const tag of ['items', 'orders']) router.getFunc(`/${tag}`, () => 1, { tags: [tag] })
    const tagGroups = [{ name: 'Buying', tags: ['orders'] }]
    for (let time = 0; time < 2; time++) generateOpenAPISpec(router, { ...CONFIG, tagGroups })
    expect(warnings).to.deep.equal([
      'Pages that show groups of tags leave out tags of operations (items): add them to tagGroups'
    ])
  })

  it('lets the documentation page send requests to the servers that variables and routes name', async () => {
    const service = await startService((router) => {
      const files = [{ url: 'https://files.example.com/v1' }]
      router.getFunc('/files', () => 1, { servers: files })
      router.getFunc('/inside', () => 1, { servers: [{ url: 'https://inside.example.com' }], hidden: true })
      return router.serveOpenAPISpec('/openapi.json', FULL).serveDocsUI('/docs')
    })
    try {
      const { headers } = await sendRaw(service.origin, '/docs/')
      expect(headers['content-security-policy']).to.contain(
        "connect-src 'self' https://eu.example.com https://us.example.com https://files.example.com;"
      )
    } finally {
      await service.close()
    }
  })
})
