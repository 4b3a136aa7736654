import { expect } from 'chai'
import { formatMarkdown } from 'fieldstone-verify'
import { findingReport, verifyReport } from './reports.js'

describe('the report as Markdown', () => {
  it('says the outcome, what is not proved, each finding, the coverage and the operations', () => {
    const text = formatMarkdown(
      verifyReport({
        outcome: 'unproved',
        unproved: [{ operation: 'idle', why: 'a | b', needs: 'an `example`', isAllowed: false }],
        disagreements: [findingReport({ response: { status: 200, contentType: undefined, body: '```' } })]
      })
    )
    expect(text).to.equal(`## The service is not proved to keep its document

10 requests, 99.9 % of the contract met. Seed 42.

### Not proved

- \`idle\`: a \\| b; needs an \`example\`

### Disagreements

**The service accepted what its document forbids** (\`getItems\`, 3 times)

\`\`\`sh
curl 'http://h/items?id=0x10'
\`\`\`

Document: query 'id': must be integer

\`\`\`\`
200 \`\`\`
\`\`\`\`

### Coverage of the contract

| part | met | of | not met |
|---|---:|---:|---|
| operations | 1 | 1 |  |
| keywords | 3 | 9 | a type, b type, c type, d type, e type, … |

### Operations

| operation | requests | statuses | edge cases |
|---|---:|---|---:|
| getItems | 10 | 200: 6, 400: 4 | 8 of 9 |

`)
  })
})
