import { expect } from 'chai'
import {
  type Change,
  countsInWords,
  diffDocuments,
  markdownReport,
  openAPIDocument,
  reportOf,
  textReport
} from 'fieldstone-diff'
import { api, integer, json, object, paths, ref, text } from './comparison.js'

const old = paths(
  {
    '/items': {
      get: { operationId: 'list', responses: { 200: json(ref('Item')) } },
      post: { requestBody: json(ref('Item')) },
      delete: {}
    }
  },
  { components: { schemas: { Item: object({ name: text }) } } }
)
const next = paths(
  {
    '/items': {
      get: { operationId: 'listItems', responses: { 200: json(ref('Item')) } },
      post: { requestBody: json(ref('Item')) },
      put: {}
    }
  },
  {
    info: { title: 'Shop', version: '2' },
    components: { schemas: { Item: object({ name: { ...text, maxLength: 5 } }) } }
  }
)

/** The report of changes between two documents called `old.json` and `new.json`. */
function report(
  changes: readonly Change[],
  { ignored = 0, unmatched = [] as string[], names = ['old.json', 'new.json'] } = {}
) {
  const [before = '', now = ''] = names
  return reportOf({ old: openAPIDocument(api({}), before), new: openAPIDocument(api({}), now) }, changes, {
    ignored,
    unmatched
  })
}

const change = (message: string, more: Partial<Change> = {}): Change => {
  return { level: 'breaking', rule: 'some-rule', message, operation: 'GET /a', oldAt: '#/a', newAt: '#/a', ...more }
}
const documents = { old: openAPIDocument(old, 'old.json'), new: openAPIDocument(next, 'new.json') }
const whole = reportOf(documents, diffDocuments(documents), { ignored: 1, unmatched: ['tags-changed'] })

describe('a report', () => {
  it('is a text for a terminal, by operation', () => {
    expect(textReport(whole)).to.equal(`old.json (1) -> new.json (2)

The document
  compatible: The document has other information about the API: version 2, before 1
    info-changed, #/info

DELETE /items
  breaking: It is gone
    operation-removed, #/paths/~1items/delete

GET /items
  generated-clients: Its operationId is listItems, before list
    operation-id-changed, #/paths/~1items/get
  compatible: The 200 response (application/json): \`name\` has maxLength 5, before no maxLength
    response-max-length-lowered, #/components/schemas/Item/properties/name -> #/components/schemas/Item/properties/name/maxLength

POST /items
  breaking: The body (application/json): \`name\` has maxLength 5, before no maxLength
    for example {"name":"not this"}
    request-max-length-lowered, #/components/schemas/Item/properties/name -> #/components/schemas/Item/properties/name/maxLength

PUT /items
  compatible: It is new
    operation-added, #/paths/~1items/put

--ignore 'tags-changed' matches no change; leave it out
2 breaking, 1 for generated clients, 3 compatible, 1 ignored
`)
  })

  it('is Markdown for the comment of a pull request, by level', () => {
    expect(markdownReport(whole)).to.equal(`## API changes: 2 breaking, 1 for generated clients, 3 compatible, 1 ignored

From \`old.json\` (1) to \`new.json\` (2).

### Breaking

- **DELETE /items**: It is gone (\`operation-removed\`)
- **POST /items**: The body (application/json): \`name\` has maxLength 5, before no maxLength, for example \`{"name":"not this"}\` (\`request-max-length-lowered\`)

### Breaks generated clients

- **GET /items**: Its operationId is listItems, before list (\`operation-id-changed\`)

<details><summary>Compatible (3)</summary>

- **The document**: The document has other information about the API: version 2, before 1 (\`info-changed\`)
- **GET /items**: The 200 response (application/json): \`name\` has maxLength 5, before no maxLength (\`response-max-length-lowered\`)
- **PUT /items**: It is new (\`operation-added\`)

</details>

- --ignore 'tags-changed' matches no change; leave it out
`)
  })

  it('is data, with the counts of each level', () => {
    expect(whole).to.deep.include({
      old: { name: 'old.json', version: '1' },
      new: { name: 'new.json', version: '2' },
      counts: { breaking: 2, 'may-break': 0, 'generated-clients': 1, compatible: 3 },
      ignored: 1,
      unmatched: ['tags-changed']
    })
    expect(whole.changes).to.deep.equal(diffDocuments(documents))
  })

  for (const [changes, ignored, words] of [
    [[], 0, 'no changes'],
    [[], 3, 'no changes, 3 ignored'],
    [[change('a', { level: 'may-break' })], 0, '1 may break']
  ] as const)
    it(`counts in words: ${words}`, () => {
      expect(countsInWords(report(changes, { ignored }))).to.equal(words)
    })

  it('of no changes says so', () => {
    expect(textReport(report([]))).to.equal('old.json (1) -> new.json (1)\n\nno changes\n')
    expect(markdownReport(report([]))).to.equal(
      '## API changes: no changes\n\nFrom `old.json` (1) to `new.json` (1).\n'
    )
  })

  it('calls what may break by that name', () => {
    expect(markdownReport(report([change('It is shorter', { level: 'may-break' })]))).to.include(
      '### May break\n\n- **GET /a**: It is shorter'
    )
  })
})

describe('a change of a schema that several operations have', () => {
  const schema = { oldAt: '#/components/schemas/A/properties/name', newAt: '#/components/schemas/A' }
  const ofOperations = (count: number, places: Partial<Change> = schema) =>
    Array.from({ length: count }, (_, at) =>
      change(`The body: \`way${at}.name\` is gone`, { ...places, operation: `GET /${at}` })
    )
  const owners = (changes: readonly Change[]) =>
    [...markdownReport(report(changes)).matchAll(/^- \*\*(.*?)\*\*/gm)].map(([, owner]) => owner)

  it('is said once, with their names', () => {
    expect(owners(ofOperations(4))).to.deep.equal(['GET /0, GET /1, GET /2, GET /3'])
    expect(textReport(report(ofOperations(2)))).to.include(
      '\nGET /0, GET /1\n  breaking: The body: `way0.name` is gone\n'
    )
  })

  it('names four of many operations', () => {
    expect(owners(ofOperations(6))).to.deep.equal(['GET /0, GET /1, GET /2, GET /3 and 2 more operations'])
  })

  it('is said of each where it is in no component', () => {
    expect(owners(ofOperations(2, {}))).to.deep.equal(['GET /0', 'GET /1'])
    expect(owners(ofOperations(2, { oldAt: schema.oldAt }))).to.deep.equal(['GET /0', 'GET /1'])
  })

  it('is said of each component and each rule', () => {
    const other = { ...schema, newAt: '#/components/schemas/B' }
    expect(owners([...ofOperations(2), ...ofOperations(2, other)])).to.deep.equal(['GET /0, GET /1', 'GET /0, GET /1'])
    expect(owners([...ofOperations(2), ...ofOperations(2, { ...schema, rule: 'another' })])).to.have.length(2)
  })
})

describe('a report of a document that nobody trusts', () => {
  it('has no control characters, and none that turn the rest of the line', () => {
    const printed = textReport(
      report([change('It is \u001b[31mred', { operation: 'GET /\u202ea', example: { value: '\u0007' } })], {
        names: ['a\tb', 'c']
      })
    )
    expect(printed.replaceAll('\n', '')).to.not.match(/[\p{Cc}\p{Cf}]/u)
    expect(printed).to.include('It is \\u001b[31mred').and.to.include('GET /\\u202ea').and.to.include('a\\u0009b')
  })

  it('has no Markdown and no HTML of the document', () => {
    const printed = markdownReport(
      report([
        change('The *c* <b>_d_</b> [e](f) # | ~ \\ is `<i>` and `gone', { rule: 'a`b', example: { value: 'a``b' } })
      ])
    )
    expect(printed).to.include('The \\*c\\* \\<b\\>\\_d\\_\\</b\\> \\[e\\](f) \\# \\| \\~ \\\\ is `<i>` and \\`gone')
    expect(printed).to.include('for example ```"a``b"``` (``a`b``)')
  })

  it('shortens a long example', () => {
    expect(textReport(report([change('It is shorter', { example: { value: 'a'.repeat(80) } })]))).to.include(
      `for example "${'a'.repeat(58)}…\n`
    )
  })
})

describe('a long report as Markdown', () => {
  const many = (count: number, length: number, level: Change['level'] = 'breaking') =>
    Array.from({ length: count }, (_, at) => change(`${'x'.repeat(length)} ${at}`, { level, operation: `GET /${at}` }))

  for (const [title, changes] of [
    ['breaking ones', many(100, 700)],
    ['compatible ones', many(100, 700, 'compatible')],
    ['very long ones', many(3, 30_000)]
  ] as const)
    it(`fits into a comment, and says how many are left out: ${title}`, () => {
      const printed = markdownReport(report(changes))
      const shown = printed.match(/^- /gm)?.length ?? 0
      expect(printed.length).to.be.lessThan(65_536)
      expect(shown).to.be.within(1, changes.length - 1)
      expect(printed).to.match(new RegExp(`And ${changes.length - shown} more: see the report as text or JSON\\.\\n$`))
      expect(printed.split('<details>').length).to.equal(printed.split('</details>').length)
    })

  it('is whole as long as it fits', () => {
    expect(markdownReport(report(many(80, 700)))).to.not.include(' more: see the report')
  })

  it('is whole as text', () => {
    expect(textReport(report(many(100, 700))).match(/^ {2}breaking/gm)).to.have.length(100)
  })
})

describe('a comparison of documents of several changes', () => {
  it('is in the order of the new document, what is gone first', () => {
    const [before, after] = [
      paths({ '/b': { get: {} }, '/c': { get: {} } }),
      paths({ '/c': { get: { requestBody: json(integer) } }, '/a': { get: {} } })
    ]
    const changes = diffDocuments({ old: openAPIDocument(before, 'a'), new: openAPIDocument(after, 'b') })
    expect(changes.map(({ operation }) => operation)).to.deep.equal(['GET /b', 'GET /c', 'GET /a'])
  })
})
