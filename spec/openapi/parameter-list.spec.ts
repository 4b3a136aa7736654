import { generateOpenAPISpec, Integer, mapOf, oneOf, tupleOf } from 'fieldstone'
import type { ParameterPlace } from '../../src/openapi/document.js'
import { CONFIG, describedRoute, faultsOf } from '../support/described-route.js'
import { expectListed } from '../support/listed.js'
import { shown } from '../support/whole-list.js'

class Item {}

const SCHEMAS: Readonly<Record<string, unknown>> = {
  String: String,
  Integer: Integer,
  Date: Date,
  'a list of texts': [String],
  'a list of lists': [[Integer]],
  'a list of records': [Item],
  'a record': Item,
  'a map': mapOf(String),
  'a tuple': tupleOf(String, Integer),
  'a tuple with a list': tupleOf(String, [Integer]),
  'one of two': oneOf(String, Integer)
}

describe('Parameters', () => {
  it('are described in each place as parameter-list.txt says', () => {
    const lines: string[] = []
    for (const [name, schema] of Object.entries(SCHEMAS)) {
      for (const place of ['path', 'query', 'header', 'cookie'] as ParameterPlace[]) {
        const parameters = [{ in: place, name: 'id', schema }] as never
        const route = describedRoute('GET', '/items/{id}', {
          parameters,
          responses: { 204: { description: 'Done' } } as never
        })
        const faults = faultsOf([route])
        const found =
          faults.length > 0
            ? faults
            : generateOpenAPISpec({ routes: [route] }, CONFIG).paths['/items/{id}']?.get?.parameters?.filter(
                (each) => each.in === place
              )
        lines.push(`${name} in the ${place} → ${shown(found)}`)
      }
    }
    expectListed('openapi/parameter-list.txt', 'places', lines)
  })
})
