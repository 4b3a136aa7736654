import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { derive, Secrets } from '../../src/credentials/secrets.js'
import { curlLine } from '../../src/wire/curl.js'

/** What a shell makes of a word, with TOKEN set. */
const inShell = (word: string, token: string) =>
  execFileSync('sh', ['-c', `printf %s ${word}`], { env: { ...process.env, TOKEN: token } }).toString()

describe('the secrets of a run', () => {
  it('are replaced in texts, also as queries and JSON contain them, the longest first', () => {
    const secrets = new Secrets()
    secrets.add({ text: 'a "b"/c', shell: undefined })
    secrets.addDerived({ text: 'a "b"/cx', shell: undefined })
    expect(secrets.mask('(a "b"/c) (a "b"/cx) {"t":"a \\"b\\"/c"} ?k=a%20%22b%22%2Fc')).to.equal(
      '(***) (***) {"t":"***"} ?k=***'
    )
    expect(new Secrets().mask('nothing')).to.equal('nothing')
  })

  it('are replaced in any letter case, in which they are no variable of a shell', () => {
    const secrets = new Secrets()
    secrets.add({ text: 'Secret-7', shell: '${TOKEN}' })
    expect(secrets.mask('secret-7 SECRET-7 Secret-7')).to.equal('*** *** ***')
    expect(secrets.shellWord('Secret-7 secret-7')).to.equal('"$TOKEN ***"')
  })

  it('are replaced as one where they overlap, although neither contains the other', () => {
    const secrets = new Secrets()
    secrets.add({ text: 'abc-def', shell: '${ONE}' })
    secrets.add({ text: 'def-gh', shell: '${TWO}' })
    expect(secrets.mask('(abc-def-gh) abc-def def-gh')).to.equal('(***) *** ***')
    expect(secrets.shellWord('abc-def-gh abc-def')).to.equal('"*** $ONE"')
  })

  const token = 'tok/En+"9 \\zQ<é&x'
  for (const [form, write] of Object.entries<(text: string) => string>({
    base64: (text) => Buffer.from(text).toString('base64'),
    'base64 of the alphabet for URLs': (text) => Buffer.from(text).toString('base64url'),
    'base64 of a text that contains it': (text) => Buffer.from(`{"user":"${text}"}`).toString('base64'),
    'base64 one byte further': (text) => Buffer.from(`{"users":"${text}"}`).toString('base64'),
    'base64 two bytes further': (text) => Buffer.from(`{"userid":"${text}"}`).toString('base64'),
    'hexadecimal digits': (text) => Buffer.from(text).toString('hex'),
    'hexadecimal digits in upper case': (text) => Buffer.from(text).toString('hex').toUpperCase(),
    'percent sequences': encodeURIComponent,
    'percent sequences in lower case': (text) =>
      encodeURIComponent(text).replace(/%../g, (sequence) => sequence.toLowerCase()),
    'a percent sequence for each byte': (text) =>
      [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    'a field of a form': (text) => new URLSearchParams({ text }).toString().slice(5),
    JSON: JSON.stringify,
    'JSON as PHP writes it': (text) => JSON.stringify(text).replaceAll('/', '\\/'),
    'JSON that can stand in HTML': (text) =>
      JSON.stringify(text).replace(/[<>&'/]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`),
    'JSON in ASCII': (text) =>
      JSON.stringify(text).replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
    'JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)),
    'percent sequences in JSON in JSON': (text) => JSON.stringify(JSON.stringify({ a: encodeURIComponent(text) })),
    HTML: (text) =>
      text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('é', '&#xE9;')
  })) {
    it(`are replaced in the form of ${form}, with what is around it unchanged`, () => {
      const secrets = new Secrets()
      secrets.add({ text: token, shell: undefined })
      const masked = secrets.mask(`before\\n%20 ${write(token)} after`)
      expect(masked).to.match(/^before\\n%20 [\w"\\{}:+/-]*\*\*\*[\w"\\}=]* after$/)
      expect(masked).to.not.include('En')
      const shell = secrets.shellWord(`before ${write(token)} after`)
      expect(shell).to.include('***').and.not.include('En')
    })
  }

  it('are found in long texts of escapes in a time that grows as the text does', () => {
    const secrets = new Secrets()
    secrets.add({ text: '%25%25%25%25\\\\\\\\', shell: undefined })
    for (const unit of ['%25', '\\\\', '&amp;', '%2525', '\\u005c', '%', '&#', '\\'])
      expect(secrets.mask(unit.repeat(50_000))).to.be.a('string')
  }).timeout(60_000)

  it('are the variable in a command, which the shell replaces by the same text', () => {
    const secrets = new Secrets()
    const token = 'top$ecret`"\\'
    const secret = { text: token, shell: '$' + '{TOKEN}' }
    secrets.add(secret)
    secrets.addDerived({ text: `${token}x`, shell: '$' + '{TOKEN}x' })
    secrets.addDerived(derive(secret, 'top$ec', 'head -c 6'))
    secrets.addDerived(derive(secret, Buffer.from(token).toString('base64'), "base64 | tr -d '\\n'"))
    for (const text of [token, `${token}x`, 'top$ec', Buffer.from(token).toString('base64')]) {
      const word = secrets.shellWord(`a: "b" $c ${text}`)
      expect(word).not.to.contain(text)
      expect(inShell(word as string, token)).to.equal(`a: "b" $c ${text}`)
    }
    expect(secrets.shellWord('no secret')).to.equal(undefined)
  })

  it('are stars in a command where only the run knows them', () => {
    const secrets = new Secrets()
    secrets.add({ text: 'k3y', shell: undefined })
    const headers = [['x-key', 'k3y'] as const]
    const request = { method: 'POST', url: '/a?key=k3y', headers, body: Buffer.from('{"key":"k3y\u00e9"}') }
    expect(curlLine(request, 'http://h', secrets)).to.equal(
      `printf '{"key":"***\\303\\251"}' | curl -i -g --path-as-is -X POST -H "x-key: ***" -H content-type: --data-binary @- "http://h/a?key=***"`
    )
  })
})
