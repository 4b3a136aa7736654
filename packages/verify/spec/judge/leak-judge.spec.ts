import { expect } from 'chai'
import { judgeLeaks } from '../../src/judge/leak-judge.js'

const TOKEN = 'Bearer s3cr3t-token'

function leaks(body: string, headers: readonly (readonly [string, string])[] = [], sent = ''): string[] {
  const request = { method: 'POST', url: '/things', headers, body: Buffer.from(sent) }
  return judgeLeaks(request, { status: 500, headers: {}, body: Buffer.from(body) }).map(({ kind }) => kind)
}

describe('The judge of what a response lets out', () => {
  it('finds the stack trace of an error of this process, plain and in JSON', () => {
    const { stack = '' } = new Error('no such table')
    expect(leaks(stack)).to.deep.equal(['leaked-internals'])
    expect(leaks(JSON.stringify({ title: 'Error', stack }))).to.deep.equal(['leaked-internals'])
  })

  for (const [language, trace] of [
    ['Python', 'Traceback (most recent call last):\n  File "main.py", line 1, in <module>'],
    ['Java', 'java.lang.NullPointerException\n\tat com.shop.Orders.find(Orders.java:42)'],
    ['.NET', 'System.Exception: x\n   at Shop.Orders.Find(Int32 id) in C:\\shop\\Orders.cs:line 42'],
    ['Go', 'panic: x\n\ngoroutine 1 [running]:\nmain.main()'],
    ['PHP', '#0 /var/www/orders.php(42): find()']
  ] as const) {
    it(`finds a stack trace of ${language}`, () => expect(leaks(trace)).to.deep.equal(['leaked-internals']))
  }

  it('finds nothing in texts that only mention places and times', () => {
    for (const text of [
      'Meet me at (10:30:15)',
      'at home: 1:2',
      '{"at":"2024-05-17T08:30:15Z"}',
      'see /docs at 12:30:00'
    ]) {
      expect(leaks(text), text).to.deep.equal([])
    }
  })

  it('finds the credential of the request, where the request does not contain it elsewhere', () => {
    expect(leaks('hello s3cr3t-token', [['authorization', TOKEN]])).to.deep.equal(['leaked-credential'])
    expect(leaks('hello s3cr3t-token', [['x-api-key', 's3cr3t-token']])).to.deep.equal(['leaked-credential'])
    expect(leaks('hello s3cr3t-token', [['authorization', TOKEN]], '"s3cr3t-token"')).to.deep.equal([])
    expect(leaks('hello Bearer', [['authorization', TOKEN]])).to.deep.equal([])
  })
})
