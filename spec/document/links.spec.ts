import { expect } from 'chai'
import {
  type ApplicationOptions,
  Body,
  Controller,
  defineLink,
  Field,
  Get,
  Integer,
  type LinkOption,
  NotFound,
  Param,
  Post,
  Query,
  Returns,
  type RouteOptions,
  type SharedLink
} from 'fieldstone'
import { verify } from 'fieldstone-verify'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { complaintsAbout } from '../support/openapi-validator.js'

class Owner {
  @Field({ minLength: 1, maxLength: 20 }) name!: string
}

class Pet {
  @Field(() => Integer) id!: number
  @Field() owner!: Owner
  @Field(() => [Owner]) friends!: Owner[]
  @Field(() => Pet, { optional: true }) mother?: Pet
}

const pet = { id: 1, owner: { name: 'Ann' }, friends: [] }

@Controller('/owners')
class Owners {
  @Get('/{name}', { operationId: 'getOwner' })
  @Returns(200, Owner)
  show(@Param('name', { maxLength: 20 }) name: string): Owner {
    return { name }
  }

  @Post('/{name}/greetings', { operationId: 'greet' })
  @Returns(204)
  greet(@Param('name') _name: string, @Query('times', Integer) _times: number, @Body() _owner: Owner): void {}

  @Get('/{name}/same')
  @Returns(204)
  same(@Param('name') _name: string, @Query('name') _other: string): void {}

  @Get('/{name}/hidden', { hidden: true, operationId: 'unseen' })
  @Get('/{name}/shown')
  @Returns(204)
  hidden(@Param('name') _name: string): void {}

  @Get('/{name}/one')
  @Get('/{name}/two')
  @Returns(204)
  both(@Param('name') _name: string): void {}
}

/** The document of an application with a route whose 200 has links. */
async function linked(links: unknown, options: Partial<ApplicationOptions> = {}, route: RouteOptions = {}) {
  return (await serviceOf([petsWith(links, route), Owners], options)).document
}

function petsWith(links: unknown, route: RouteOptions = {}) {
  @Controller('/pets')
  class Pets {
    @Get('/{id}', { ...route, operationId: 'getPet' })
    @Returns(200, Pet, {
      links: links as Record<string, LinkOption | SharedLink>,
      headers: { 'x-owner': { optional: true } }
    })
    show(@Param('id', Integer) _id: number, @Query('page', Integer, { optional: true }) _page?: number): Pet {
      return pet as Pet
    }
  }
  return Pets
}

describe('Links of a response', () => {
  for (const openapi of ['3.0', '3.1'] as const) {
    it(`are in the document, in OpenAPI ${openapi}`, async () => {
      const document = await linked(
        {
          owner: {
            operation: 'getOwner',
            parameters: { name: '$response.body#/owner/name' },
            description: 'Whose *pet* it is',
            server: { url: '/v2' },
            'x-link': 1
          },
          greeting: {
            operation: [Owners, 'greet'],
            parameters: { 'path.name': '{$response.header.X-Owner}-{$request.path.id}', times: 2 },
            requestBody: { name: 'Bob' }
          },
          late: { operation: () => [Owners, 'show'], parameters: { name: '$response.body#/friends/0/name' } },
          deep: { operation: 'getOwner', parameters: { name: '$response.body#/mother/mother/owner/name' } },
          elsewhere: { operationRef: 'https://example.com/openapi.json#/paths/~1a/get', parameters: { q: '$url' } }
        },
        { openapi }
      )
      expect(document.paths['/pets/{id}']?.get?.responses[200])
        .to.have.property('links')
        .deep.equal({
          owner: {
            operationId: 'getOwner',
            parameters: { name: '$response.body#/owner/name' },
            description: 'Whose *pet* it is',
            server: { url: '/v2' },
            'x-link': 1
          },
          greeting: {
            operationId: 'greet',
            parameters: { 'path.name': '{$response.header.X-Owner}-{$request.path.id}', times: 2 },
            requestBody: { name: 'Bob' }
          },
          late: { operationId: 'getOwner', parameters: { name: '$response.body#/friends/0/name' } },
          deep: { operationId: 'getOwner', parameters: { name: '$response.body#/mother/mother/owner/name' } },
          elsewhere: { operationRef: 'https://example.com/openapi.json#/paths/~1a/get', parameters: { q: '$url' } }
        })
      // OpenAPI 3.1 allows any value (section 4.8.20.1); its schema has texts alone, and `body` in place of `server`.
      if (openapi === '3.0') expect(await complaintsAbout(document)).to.deep.equal([])
    })
  }

  it('are components where they are defined with a name of their own', async () => {
    const owner = defineLink('PetOwner', { operation: 'getOwner', parameters: { name: '$response.body#/owner/name' } })
    const document = await linked({ owner, again: owner })
    expect(document.components?.links).to.deep.equal({
      PetOwner: { operationId: 'getOwner', parameters: { name: '$response.body#/owner/name' } }
    })
    const reference = { $ref: '#/components/links/PetOwner' }
    expect(document.paths['/pets/{id}']?.get?.responses[200]).to.have.property('links').deep.equal({
      owner: reference,
      again: reference
    })
    expect(await complaintsAbout(document)).to.deep.equal([])
  })

  it('are followed by verify, which reports one that leads nowhere', async function () {
    this.timeout(60_000)
    const owner = { operation: 'getOwner', parameters: { name: '$response.body#/owner/name' } }
    @Controller('/owners')
    class Nobody {
      @Get('/{name}', { operationId: 'getOwner' })
      @Returns(200, Owner)
      @Returns(404)
      show(@Param('name') _name: string): Owner {
        return NotFound.throw()
      }
    }
    const right = await verify(await serviceOf([petsWith({ owner }), Owners]), { seed: 1, runs: 600 })
    expect(right.disagreements).to.deep.equal([])
    const wrong = await verify(await serviceOf([petsWith({ owner }), Nobody]), { seed: 1, runs: 600 })
    expect(wrong.disagreements.map(({ kind }) => kind)).to.deep.equal(['broken-link'])
  })

  const place = (name = 'a') => `Pets.show, response 200, link ${name}`
  const LIKE = "write { operation: 'getItem', parameters: { id: '$response.body#/id' } }"
  const POINT = 'point at what the request or the response has'
  const to = (name: unknown, operation: unknown = 'getOwner') => ({ a: { operation, parameters: { name } } })
  // biome-ignore format: one row a line
  const wrong: [links: unknown, message: string][] = [
    [[], `its links are not an object, Pets.show, response 200; write links: { next: ${LIKE.slice(6)} }`],
    [{ a: 'getOwner' }, `the link is not an object, ${place()}; ${LIKE}`],
    [{ a: {} }, `the link leads nowhere, ${place()}; ${LIKE}`],
    [{ a: { operation: 'getOwner', operationRef: '/x#/y' } }, `the link has operation and operationRef, ${place()}; keep one of them`],
    [{ a: { operationRef: '#/paths/a' } }, `operationRef is not a reference to an operation of another document, ${place()}; write 'https://example.com/openapi.json#/paths/~1items/get', or name an operation of this document`],
    [{ a: { operation: 'getOwners' } }, `there is no operation "getOwners" (did you mean 'getOwner'?), ${place()}; write the operationId of a documented route`],
    [{ a: { operation: 'unseen' } }, `there is no operation "unseen", ${place()}; write the operationId of a documented route`],
    [{ a: { operationRef: 'http://[#/paths/a' } }, `operationRef is not a reference to an operation of another document, ${place()}; write 'https://example.com/openapi.json#/paths/~1items/get', or name an operation of this document`],
    [{ a: { operation: [Owners, 'shwo'] } }, `Owners has no route shwo (did you mean 'show'?), ${place()}; its routes are show, greet, same, hidden, both`],
    [{ a: { operation: [Owners, 'both'] } }, `its target has several routes in the document, ${place()}; write the operationId of one of them: operation: …`],
    [{ a: { operation: [Pet, 'show'] } }, `Pet has no route show, ${place()}; add the class to the controllers`],
    [{ a: { operation: 5 } }, `its operation is neither an operationId nor a method of a controller, ${place()}; write an operationId, or [ItemController, 'show']`],
    [{ a: { operation: 'getOwner', parameters: { nmae: 'x' } } }, `getOwner has no parameter "nmae" (did you mean 'name'?), ${place()}, parameter nmae; its parameters are name`],
    [{ a: { operation: 'getOwner', parameters: [] } }, `its parameters are not an object, ${place()}; write parameters: { id: '$response.body#/id' }`],
    [to('x', [Owners, 'same']), `getOwnersByNameSame has several parameters name, ${place()}, parameter name; write path.name or query.name`],
    [to('x'.repeat(21)), `the parameter rejects the value: must be at most 20 characters long, ${place()}, parameter name; write a value of its type, as JSON`],
    [{ a: { operation: 'getOwner', requestBody: {} } }, `getOwner has no body, ${place()}, requestBody; remove it`],
    [{ a: { operation: 'greet', requestBody: { name: '' } } }, `the body breaks its type: 'name' must be at least 1 character long, ${place()}, requestBody; write a value that the type accepts, as JSON`],
    ...[
      ['$response.body#/ower', '$response.body#/ower points at nothing in the body of the response'],
      ['$response.body#/friends/name', '$response.body#/friends/name points at nothing in the body of the response'],
      ['$response.body#/id/x', '$response.body#/id/x points at nothing in the body of the response'],
      ['$response.header.location', '$response.header.location points at nothing: the only response header is x-owner'],
      ['$response.query.page', '$response.query.page points at nothing: a response has no query'],
      ['$request.body#/a', '$request.body#/a points at nothing: the request has no body'],
      ['$request.query.pgae', '$request.query.pgae points at nothing: the only query parameter is page'],
      ['{$request.path.id}-{$request.query.pgae}', '$request.query.pgae points at nothing: the only query parameter is page'],
      ['a{$request.header.x-a}', '$request.header.x-a points at nothing: there is no header parameter']
    ].map(([value, what]): [unknown, string] => [to(value), `${what}, ${place()}, parameter name; ${POINT}`]),
    ...['$response.body/id', '$response.boby', '$', 'a{$x', '{$request.query.}'].map((value): [unknown, string] => {
      const inner = value.replace(/^.*\{/, '').replace('}', '')
      return [
        to(value),
        `${JSON.stringify(inner)} is not a runtime expression, ${place()}, parameter name; write $url, $method, $statusCode, $request.query.name, $response.body#/id or $response.header.name`
      ]
    })
  ]
  for (const [links, message] of wrong) {
    it(`are a setup error: ${message}`, async () => {
      const errors = await setupErrorsOf([petsWith(links), Owners])
      expect(errors.map((error) => error.message)).to.deep.equal([`RESPONSE_INVALID: ${message}.`])
    })
  }

  describe('to a route that has a parameter of one name in each place', () => {
    const listed = (parameters: Record<string, unknown>) =>
      serviceOf([], {
        routes: (router) => {
          const everywhere = (['path', 'query', 'header', 'cookie'] as const).map((at) => ({ name: 'id', in: at }))
          router.getFunc('/things/{id}', () => undefined, { operationId: 'getThing', parameters: everywhere })
          const links = { thing: { operation: 'getThing', parameters } }
          router.getFunc('/', () => pet, { responses: { 200: { body: Pet, links } } })
        }
      })

    for (const at of ['path', 'query', 'header', 'cookie']) {
      it(`name it with its place: ${at}.id`, async () => {
        const { document } = await listed({ [`${at}.id`]: 'a' })
        const { 200: response } = document.paths['/']?.get?.responses ?? {}
        expect(response)
          .to.have.nested.property('links.thing')
          .that.deep.equals({
            operationId: 'getThing',
            parameters: { [`${at}.id`]: 'a' }
          })
      })
    }

    it('cannot name it alone', async () => {
      const error = await listed({ id: 'a' }).catch((thrown: Error) => thrown)
      expect(String(error)).to.contain('write path.id or query.id or header.id or cookie.id.')
    })
  })

  it('lead to the one route of a method that is not hidden', async () => {
    const document = await linked({ a: { operation: [Owners, 'hidden'] } })
    expect(document.paths['/pets/{id}']?.get?.responses[200])
      .to.have.nested.property('links.a')
      .that.deep.equals({ operationId: 'getOwnersByNameShown' })
  })

  it('that are components are checked in each response that has them', async () => {
    const owner = defineLink('ById', { operation: 'getOwner', parameters: { name: '$response.body#/owner/name' } })
    @Controller('/plain')
    class Plain {
      @Get()
      @Returns(200, Owner, { links: { owner } })
      show(): Owner {
        return pet.owner
      }
    }
    const errors = await setupErrorsOf([petsWith({ owner }), Owners, Plain])
    expect(errors.map(({ message }) => message)).to.deep.equal([
      `RESPONSE_INVALID: $response.body#/owner/name points at nothing in the body of the response, Plain.show, response 200, link owner, parameter name; ${POINT}.`
    ])
  })

  it('that are different cannot have one name', async () => {
    const one = defineLink('Same', { operation: 'getOwner' })
    const other = defineLink('Same', { operation: 'getPet' })
    const [error] = await setupErrorsOf([petsWith({ one, other }), Owners])
    expect(error?.message).to.equal(
      `DOCUMENT_CONFLICT: two links are called Same, ${place('other')}; give one of them another name, or define it once and import it.`
    )
    expect(() => defineLink('a b', {})).to.throw('RESPONSE_INVALID: no link can have the name "a b", defineLink()')
  })

  it('are left out of a document that does not have their target', async () => {
    const links = { owner: { operation: 'getOwner' }, self: { operation: 'getPet' } }
    const documents = [{ path: '/pets.json', include: ({ path }: { path: string }) => path.startsWith('/pets') }]
    const service = await serviceOf([petsWith(links), Owners], { documents })
    const [document] = service.documents.values()
    expect(document?.paths['/pets/{id}']?.get?.responses[200]).to.have.property('links').with.keys('self')
  })

  it('cannot lead to a hidden operation', async () => {
    @Controller('/inside', { hidden: true })
    class Inside {
      @Get()
      show() {}
    }
    const [error] = await setupErrorsOf([petsWith({ a: { operation: [Inside, 'show'] } }), Inside])
    expect(error?.message).to.match(/^RESPONSE_INVALID: Inside.show is hidden from the document, Pets.show/)
  })
})
