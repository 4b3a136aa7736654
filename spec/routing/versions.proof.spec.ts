import { expect } from 'chai'
import type { Service, VersioningOptions } from 'fieldstone'
import { formatReport, verify } from 'fieldstone-verify'
import { serviceOf } from '../support/applications.js'
import { FirstNotes, SecondNotes, StatusController, versioned } from '../support/versioned-books.js'

const BY_MEDIA_TYPE: VersioningOptions = {
  by: 'mediaType',
  type: 'application/vnd.shop.v{version}+json',
  default: '1'
}
const SERVICES: readonly [how: string, make: () => Promise<Service>][] = [
  ['a header', () => versioned({ by: 'header' })],
  ['a header with a default', () => versioned({ by: 'header', default: '2' })],
  ['the path', () => versioned({ by: 'path' }, { prefix: '/api' })],
  [
    'the media type',
    () =>
      serviceOf([FirstNotes, SecondNotes, StatusController], {
        versioning: BY_MEDIA_TYPE,
        spec: '/openapi-{version}.json'
      })
  ]
]

describe('The documents of versions of routes', () => {
  for (const [how, make] of SERVICES) {
    it(`are true where the version is chosen by ${how}`, async () => {
      const service = await make()
      for (const [name, document] of service.documents) {
        const report = await verify({ document, inject: (request) => service.inject(request as never) }, { seed: 1 })
        expect([report.outcome, ...report.suspicions], `${name}: ${formatReport(report)}`).to.deep.equal(['proved'])
      }
    })
  }
})
