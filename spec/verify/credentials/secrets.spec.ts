import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { derive, Secrets } from '../../../src/verify/credentials/secrets.js'
import { curlLine } from '../../../src/verify/wire/curl.js'

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
