import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { type Application, bootstrap } from 'fieldstone'
import { complaintsAbout } from '../../support/openapi-validator.js'
import { callbackExample } from './callback-example.js'
import { linkExample } from './link-example.js'
import { outlineOf } from './outline.js'
import { petstoreExpanded } from './petstore-expanded.js'
import { uspto } from './uspto.js'

/** Where our documents say more than the examples, whatever they are about: what to leave out, and why it is there. */
// biome-ignore format: one row a line
const MORE: readonly [more: RegExp, kept: string, why: string][] = [
  [/^ {2}responds (?:400|408|413|415|500): \w+$/, '', 'the service sends these errors itself, and a document that is true says so'],
  [/^responses \w+$/, '', 'their bodies are written once, among the components'],
  [/^(?:Problem|Fault) is .*$/, '', 'the form of errors of an application that has none of its own'],
  [/^the document has x-(?:edge-responses|unmatched-responses|limits|body-limits)$/, '', 'what holds of all requests'],
  [/(responds default: .*), with example$/, '$1', 'an error has an example'],
  [/, maximum \d+, minimum -\d+/g, '', 'integers beyond their format, or beyond what JSON can carry exactly, are rejected'],
  [/(takes path \w+: string), minLength 1/, '$1', 'no segment of a path that is a parameter is empty'],
  [/, with x-rules/g, '', 'a check that no keyword says is named beside the schema'],
  [/, called postStreams$/, '', 'every operation has an operationId']
]

/** Records that are written within other schemas in the examples; here every record is a component. */
const COMPONENTS = ['Subscription', 'Payload', 'DataSet', 'Search']

/** What else is different, and why. `-` is a line of the example, `+` one of ours. */
const DIFFERENT: Readonly<Record<string, readonly [lines: readonly string[], why: string][]>> = {
  'petstore-expanded': [[['- OpenAPI 3.0.0', '+ OpenAPI 3.0.3'], 'the last version of OpenAPI 3.0']],
  'callback-example': [[['- OpenAPI 3.0.0', '+ OpenAPI 3.0.3'], 'the last version of OpenAPI 3.0']],
  'link-example': [
    [['- OpenAPI 3.0.0', '+ OpenAPI 3.0.3'], 'the last version of OpenAPI 3.0'],
    [
      [
        '- the link UserRepository is to getRepository with username from $response.body#/owner/username, slug from $response.body#/slug',
        '+ the link UserRepository is to getRepository with username from $response.body#/0/owner/username, slug from $response.body#/0/slug'
      ],
      'the body is a list: the pointers of the example point at nothing, which is a setup error'
    ],
    [
      [
        '- pullrequest is { id?: integer; title?: string; repository?: repository; author?: user }',
        '+ pullrequest is { id?: integer of int64; title?: string; repository?: repository; author?: user }'
      ],
      'an integer says how large it may be'
    ]
  ],
  uspto: [
    [['- OpenAPI 3.0.1', '+ OpenAPI 3.0.3'], 'the last version of OpenAPI 3.0'],
    [
      [
        '-   takes path version: string, default v1',
        '-   takes path dataset: string, default oa_citations',
        '+   takes path dataset: string',
        '+   takes path version: string'
      ],
      'a parameter of the path is always there, so that a default has no meaning; parameters are in the order of the path'
    ],
    [
      [
        '-   takes application/x-www-form-urlencoded: { criteria: string, default *:*; start?: integer, default 0; rows?: integer, default 100 }, or nothing',
        '+   takes application/x-www-form-urlencoded: { criteria?: string, default *:*; start?: integer of int64, default 0; rows?: integer of int64, default 100 }, or nothing'
      ],
      'a field with a default may be left out; an integer says how large it may be'
    ],
    [
      [
        '-   responds 200: application/json: a list of a map of object',
        '+   responds 200: application/json: a list of a map of a map of anything'
      ],
      'an object of anything is a map of anything'
    ],
    [
      [
        '- dataSetList is { total?: integer; apis?: a list of { apiKey?: string; apiVersionNumber?: string; apiUrl?: string of uri-reference; apiDocumentationUrl?: string of uri-reference } }',
        '+ dataSetList is { total?: integer of int64; apis?: a list of { apiKey?: string; apiVersionNumber?: string; apiUrl?: string of uri-reference; apiDocumentationUrl?: string of uri-reference } }'
      ],
      'an integer says how large it may be'
    ]
  ]
}

const APPLICATIONS: Readonly<Record<string, Application>> = {
  'petstore-expanded': petstoreExpanded,
  'callback-example': callbackExample,
  'link-example': linkExample,
  uspto
}

/** The example of the OpenAPI project in words, as `outlineOf` says it. */
function exampleNamed(name: string): string[] {
  const path = new URL(`../../../../spec/document/examples-of-openapi/${name}.txt`, import.meta.url)
  return readFileSync(path, 'utf8').trimEnd().split('\n')
}

const used = new Set<unknown>()

/** Our outline without what it says more than the example. */
function comparable(lines: readonly string[]): string[] {
  let kept = lines.map((line) => {
    return MORE.reduce((rest, [more, instead]) => {
      const next = rest.replace(more, instead)
      if (next !== rest) used.add(more)
      return next
    }, line)
  })
  for (const name of COMPONENTS) {
    const is = kept.find((line) => line.startsWith(`${name} is `))
    if (is === undefined) continue
    used.add(name)
    const written = is.slice(`${name} is `.length)
    kept = kept.filter((line) => line !== is).map((line) => line.replace(new RegExp(`\\b${name}\\b`), () => written))
  }
  return kept.filter((line) => line !== '')
}

/** The lines of one list that the other has not, as often. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const rest = [...others]
  return lines.filter((line) => {
    const at = rest.indexOf(line)
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
}

describe('The examples of the OpenAPI project', () => {
  for (const [name, application] of Object.entries(APPLICATIONS)) {
    it(`have in ${name} what controllers say, but for the differences in this file`, async () => {
      const { document } = await bootstrap(application)
      const [theirs, ours] = [exampleNamed(name), comparable(outlineOf(document))]
      const differences = [
        ...without(theirs, ours).map((line) => `- ${line}`),
        ...without(ours, theirs).map((line) => `+ ${line}`)
      ]
      const known = (DIFFERENT[name] ?? []).flatMap(([lines]) => lines)
      expect([...differences].sort()).to.deep.equal([...known].sort())
      expect(await complaintsAbout(document)).to.deep.equal([])
    })
  }

  it('differ in nothing else: each reason is needed', () => {
    expect(MORE.filter(([more]) => !used.has(more)).map(([, , why]) => why)).to.deep.equal([])
    expect(COMPONENTS.filter((name) => !used.has(name))).to.deep.equal([])
  })

  it('would not be the same with another structure', () => {
    const [first] = exampleNamed('uspto')
    expect(first).to.equal('OpenAPI 3.0.1')
    const document = {
      openapi: '3.0.3',
      info: { title: 'a', 'x-b': 1 },
      paths: { '/a': { get: { responses: {} } } },
      'x-c': 1
    }
    expect(outlineOf(document)).to.deep.equal([
      'OpenAPI 3.0.3',
      'the API, with title, x-b 1',
      'get /a',
      'the document has x-c'
    ])
  })
})
