import { expect } from 'chai'
import { formatJUnit } from 'fieldstone-verify'
import { findingReport, operationReport, verifyReport } from './reports.js'

describe('the report as JUnit XML', () => {
  const suspicion = findingReport({ kind: 'broken-allow', level: 'suspicion', operation: 'other' })
  const report = verifyReport({
    disagreements: [findingReport({ curl: "curl 'http://h/?a=<&\"\u0000'" })],
    suspicions: [suspicion],
    unproved: [{ operation: 'idle', why: 'no request was sent', needs: 'more runs or time', isAllowed: false }],
    operations: ['getItems', 'other', 'idle', 'left', 'fine'].map((id) => {
      return operationReport({ id, path: `/${id}`, isSkipped: id === 'left' })
    })
  })

  it('has a case for each operation, a failure for each disagreement, an error for what is not proved', () => {
    expect(formatJUnit(report)).to.equal(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="5" failures="1" errors="1" time="1.234">
  <testsuite name="verify" tests="5" failures="1" errors="1" skipped="1" time="1.234">
    <properties><property name="seed" value="42"/></properties>
    <testcase classname="GET /getItems" name="getItems">
      <failure message="The service accepted what its document forbids" type="accepted-invalid">The service accepted what its document forbids
curl 'http://h/?a=&lt;&amp;&quot;\uFFFD'
Document: query 'id': must be integer
Service: 200 {}
Found by: query parameter id: &quot;0x10&quot;</failure>
    </testcase>
    <testcase classname="GET /other" name="other">
      <system-out>Allow does not name the methods of the document
curl 'http://h/items?id=0x10'
Document: query 'id': must be integer
Service: 200 {}
Found by: query parameter id: &quot;0x10&quot;</system-out>
    </testcase>
    <testcase classname="GET /idle" name="idle">
      <error message="no request was sent" type="unproved">needs more runs or time</error>
    </testcase>
    <testcase classname="GET /left" name="left">
      <skipped/>
    </testcase>
    <testcase classname="GET /fine" name="fine"/>
  </testsuite>
</testsuites>
`)
  })

  it('has a failure for a suspicion where those fail the run, and none for what the baseline accepts', () => {
    expect(formatJUnit({ ...report, isStrict: true })).to.contain('type="broken-allow"')
    const accepted = verifyReport({ disagreements: [findingReport({ isAccepted: true })] })
    expect(formatJUnit(accepted)).to.contain('failures="0"').and.not.contain('<failure')
  })
})
