import { expect } from 'chai'
import fc from 'fast-check'
import { type Fault, HttpError, NotFound, ValidationError } from '../../../src/errors.js'
import { type ErrorFormatter } from '../../../src/http/error-formatter.js'
import { inject } from '../../../src/http/fetch/inject.js'
import { faultsReply, problemOf } from '../../../src/http/response/problem.js'
import { chance } from '../../support/chance.js'
import { oneHandler, recordingLogger } from '../../support/one-handler.js'

describe('problems', () => {
  it('have the members of RFC 9457, and errors where there are faults', () => {
    expect(problemOf(new NotFound('no such item'))).to.deep.equal({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'no such item'
    })
    const fault = { in: 'body', path: 'a', rule: 'type', message: 'must be a string' } as const
    expect(problemOf(new ValidationError([fault])).errors).to.deep.equal([fault])
  })

  it('have a title even for a status that nobody registered', () => {
    expect(problemOf(new HttpError(499, 'x')).title).to.equal('Status 499')
  })

  describe('of faults, written without an error', () => {
    const written = (faults: readonly Fault[]) => JSON.stringify(problemOf(new ValidationError(faults)))

    it('are what the error is written as, whatever stands in paths, rules and reasons', () => {
      const texts = ['', 'a', 'lines[3].sku', 'two "words"', '\\d\n', '\u2028é😀', '\uD83D', 'x'.repeat(300), '; ', ',']
      const text = fc.constantFrom(...texts)
      const place = fc.constantFrom('body', 'query', 'path', 'header', 'cookie')
      const fault = fc.record({ in: place, path: text, rule: text, message: text }) as fc.Arbitrary<Fault>
      fc.assert(
        fc.property(fc.array(fault, { minLength: 1, maxLength: 4 }), (faults) => {
          const { status, contentType, headers, body } = faultsReply(faults)
          expect([status, contentType, headers]).to.deep.equal([400, 'application/problem+json', undefined])
          expect(body).to.equal(written(faults))
        }),
        chance(1000, 10_000)
      )
    })

    it('are so however many reasons were told before', () => {
      for (let at = 0; at < 2500; at++) {
        const faults: Fault[] = [
          { in: 'body', path: 'a', rule: 'enum', message: `is not "${at}"` },
          { in: 'body', path: 'b', rule: at % 2 === 0 ? 'type' : 'required', message: 'must not be null' }
        ]
        expect(faultsReply(faults).body).to.equal(written(faults))
      }
    })
  })

  describe('in the form of an application', () => {
    async function format(errorFormatter: ErrorFormatter, thrown: unknown = new NotFound('gone')) {
      const { logger, entries } = recordingLogger()
      const handler = oneHandler(() => Promise.reject(thrown), { errorFormatter, logger })
      return { ...(await inject(handler, { url: '/x', headers: { 'x-request-id': 'asked-1' } })), log: entries }
    }

    it('have its body, status, headers and content type', async () => {
      const { statusCode, headers, body } = await format((problem, ctx, error) => ({
        status: 422,
        headers: { 'x-kind': (error as Error).name },
        contentType: 'application/json',
        body: { message: problem.detail, path: ctx.path }
      }))
      expect([statusCode, headers['x-kind'], headers['content-type'], body]).to.deep.equal([
        422,
        'NotFound',
        'application/json',
        '{"message":"gone","path":"/x"}'
      ])
    })

    it('stay problems in all that it leaves out', async () => {
      const error = new NotFound('gone', { headers: { 'x-a': '1' } })
      const { statusCode, headers, json } = await format((problem) => ({ body: { ...problem, code: 7 } }), error)
      expect([statusCode, headers['content-type'], headers['x-a']]).to.deep.equal([
        404,
        'application/problem+json',
        '1'
      ])
      expect(json()).to.deep.include({ status: 404, code: 7 })
    })

    it('may be text or bytes of another type', async () => {
      const text = await format(({ detail }) => ({ contentType: 'text/html; charset=utf-8', body: `<p>${detail}é` }))
      expect([text.body, text.headers['content-length']]).to.deep.equal(['<p>goneé', '9'])
      const bytes = await format(() => ({ contentType: 'application/cbor', body: new Uint8Array([1, 2]) }))
      expect([...bytes.rawBody]).to.deep.equal([1, 2])
    })

    it('are given the problem of an unexpected error without its secret', async () => {
      const { json } = await format((problem) => ({ body: problem }), new Error('secret'))
      expect(json()).to.deep.include({ status: 500, detail: 'Internal server error' })
    })

    it('are used by jsonError too', async () => {
      const handler = oneHandler((ctx) => ctx.jsonError(400, 'no'), {
        errorFormatter: ({ detail }) => ({ body: [detail] })
      })
      expect((await inject(handler, '/')).body).to.equal('["no"]')
    })

    const failing: readonly [what: string, formatter: unknown, told: string][] = [
      [
        'throws',
        () => {
          throw new Error('formatter')
        },
        'formatter'
      ],
      ['returns nothing', () => undefined, 'returns { body }'],
      ['returns a promise', async () => ({ body: 1 }), 'returns { body }, and it returns it synchronously'],
      ['returns no body', () => ({ status: 400 }), 'returns { body }'],
      ['returns a status of 42', () => ({ status: 42, body: {} }), '42'],
      ['returns a body that is no JSON', () => ({ body: 1n }), 'BigInt']
    ]
    for (const [what, formatter, told] of failing) {
      it(`fall back to their own form, and the log tells, when the formatter ${what}`, async () => {
        const { statusCode, json, log } = await format(formatter as ErrorFormatter)
        expect(statusCode).to.equal(404)
        expect(json()).to.deep.equal({ type: 'about:blank', title: 'Not Found', status: 404, detail: 'gone' })
        expect(log[0]?.fields.err?.message).to.contain(told)
        expect(log[0]?.fields).to.include({ requestId: 'asked-1', method: 'GET', path: '/x' })
        expect(log.map(({ level, message }) => [level, message])).to.deep.equal([
          ['error', 'The errorFormatter failed; the problem is sent as it is']
        ])
      })
    }
  })
})
