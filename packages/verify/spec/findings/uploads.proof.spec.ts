import { expect } from 'chai'
import {
  Application,
  BadRequest,
  Body,
  bootstrap,
  Controller,
  Field,
  File,
  Files,
  type InjectRequest,
  Integer,
  Post,
  Returns,
  UploadedFile
} from 'fieldstone'
import { formatReport, type VerifiableService, verify } from 'fieldstone-verify'

/** Thousands of requests; the limit is against hanging. */
const LONGEST_MS = 600_000

class Profile {
  @Field({ maxLength: 6000 }) name!: string
  @Field(() => Integer, { minimum: 1, optional: true }) rank?: number
  @File({ maxSize: 400, contentTypes: ['image/png', 'image/gif'] }) avatar!: UploadedFile
  @Files({ optional: true, maxItems: 3, contentTypes: ['application/pdf'] }) papers?: UploadedFile[]
}

function serviceOf(handle: (profile: Profile) => Promise<void> | void = () => {}) {
  @Controller('/profiles')
  class ProfileController {
    @Post() @Returns(201, Integer) async add(@Body() profile: Profile): Promise<number> {
      await handle(profile)
      return profile.avatar.size
    }
  }
  const uploads = { requestSize: 100_000, fileSize: 2000, files: 5, fields: 4, parts: 12 }
  return bootstrap(
    new Application({
      title: 'Profiles',
      version: '1',
      controllers: [ProfileController],
      bodyLimit: 5000,
      uploads,
      logger: { debug() {}, info() {}, warn() {}, error() {} }
    })
  )
}

/** A run with a service whose document was changed. */
async function reportOf(service: Awaited<ReturnType<typeof serviceOf>>, change: (text: string) => string) {
  const text = JSON.stringify(service.document)
  const changed = change(text)
  expect(changed).not.to.equal(text)
  const changedService: VerifiableService = {
    document: JSON.parse(changed),
    inject: (request) => service.inject(request as InjectRequest)
  }
  return verify(changedService, { seed: 1, maxDisagreements: 1, shrinkRuns: 0 })
}

describe('verification of forms with files', () => {
  it('finds nothing wrong with limits that the document states, and reaches every 413 and 415', async () => {
    const report = await verify(await serviceOf(), { seed: 1, runs: 410 })
    expect(report.ok, formatReport(report)).to.equal(true)
    const [operation] = report.operations
    expect(operation?.unreachedStatuses).to.deep.equal([])
    expect(operation?.statuses).to.include.keys('201', '400', '413', '415')
    expect(report.suspicions, formatReport(report)).to.deep.equal([])
    const unmet = report.coverage.parts.flatMap((part) => part.unmet)
    expect(unmet, formatReport(report)).to.deep.equal([])
    expect(report.coverage.parts.find(({ part }) => part === 'keywords')?.total).to.equal(9)
  }).timeout(LONGEST_MS)

  it('sends real files of each listed type, with their names', async () => {
    const seen = new Set<string>()
    const service = await serviceOf(async ({ avatar, papers = [] }) => {
      for (const file of [avatar, ...papers]) {
        const start = (await file.bytes()).toString('latin1', 0, 4)
        seen.add(`${file.contentType} ${/\.(\w+)$/.exec(file.filename ?? '')?.[1]} ${start}`)
      }
    })
    await verify(service, { seed: 1, runs: 100 })
    expect([...seen]).to.include.members(['image/png png \x89PNG', 'image/gif gif GIF8', 'application/pdf pdf %PDF'])
  }).timeout(LONGEST_MS)

  const lies: readonly (readonly [title: string, kind: string, what: RegExp, change: (text: string) => string])[] = [
    [
      'takes a type that is not listed',
      'accepted-invalid',
      /avatar contentType/,
      (text) => text.replace('image/png, image/gif', 'image/gif')
    ],
    [
      'rejects a type that is listed',
      'refused-valid',
      /avatar contentType/,
      (text) => text.replace('image/png, image/gif', 'image/png, image/gif, image/webp')
    ],
    [
      'takes a larger file',
      'accepted-invalid',
      /avatar maxLength/,
      (text) => text.replace('"maxLength":400', '"maxLength":399')
    ],
    [
      'rejects a file of the largest size',
      'refused-valid',
      /avatar maxSize/,
      (text) => text.replace('"maxLength":400', '"maxLength":401')
    ],
    [
      'takes a file more',
      'accepted-invalid',
      /papers maxItems/,
      (text) => text.replace('"maxItems":3', '"maxItems":2')
    ],
    [
      'takes more files than its document allows',
      'accepted-invalid',
      /size/,
      (text) => text.replace('"files":5', '"files":3')
    ],
    [
      'rejects as many files as its document allows',
      'refused-valid',
      /413/,
      (text) => text.replace('"files":5', '"files":6').replace('"maxItems":3', '"maxItems":9')
    ],
    ['takes a larger text', 'accepted-invalid', /size/, (text) => text.replace('"bodyLimit":5000', '"bodyLimit":4999')],
    [
      'does not require a file that is required',
      'accepted-invalid',
      /required/,
      (text) => text.replace('["name","avatar"]', '["name","avatar","papers"]')
    ]
  ]
  for (const [title, kind, what, change] of lies) {
    it(`finds that a service ${title}`, async () => {
      const report = await reportOf(await serviceOf(), change)
      const found = report.disagreements.map((finding) => `${finding.kind} ${finding.what}`)
      expect(
        found.some((line) => line.startsWith(kind) && what.test(line)),
        formatReport(report)
      ).to.equal(true)
    }).timeout(LONGEST_MS)
  }

  it('shows the smallest form that a handler rejects', async () => {
    const service = await serviceOf(({ avatar }) => {
      if (avatar.filename?.includes(';')) throw new BadRequest('Semicolons are not allowed')
    })
    const report = await verify(service, { seed: 1, runs: 400 })
    const [finding] = report.disagreements
    expect(report.disagreements.length, formatReport(report)).to.equal(1)
    expect(finding?.kind).to.equal('refused-valid')
    expect(finding?.curl).to.match(/-F 'avatar=.*;filename=";";type=image\/\w+'/)
    expect(finding?.curl).not.to.match(/rank|papers|name=\w/)
  }).timeout(LONGEST_MS)

  for (const [isMerged, what] of [
    [false, 'keeps files of one name apart'],
    [true, 'merges files of one name']
  ] as const) {
    it(`${isMerged ? 'finds' : 'accepts'} that a service ${what}`, async () => {
      const report = await verify(await albumService(isMerged), { seed: 1, runs: 100, shrinkRuns: 0 })
      const found = report.suspicions.map(({ kind, what }) => `${kind} ${what}`)
      expect(found, formatReport(report)).to.deep.equal(isMerged ? ['changed-value response pictures'] : [])
    }).timeout(LONGEST_MS)
  }
})

class Album {
  @Files({ maxItems: 3, maxSize: 400 }) pictures!: UploadedFile[]
}

class AlbumReceipt {
  @Field(() => [String]) pictures!: string[]
}

/** The response has the names of the files that are kept. */
function albumService(isMerged: boolean) {
  @Controller('/albums')
  class AlbumController {
    @Post() @Returns(201, AlbumReceipt) add(@Body() { pictures }: Album): AlbumReceipt {
      const names = pictures.map(({ filename }) => filename ?? '')
      return { pictures: isMerged ? [...new Set(names)] : names }
    }
  }
  return bootstrap(new Application({ title: 'Albums', version: '1', controllers: [AlbumController], logger: false }))
}
