import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { curlLine } from '../../../src/verify/wire/curl.js'
import { wire } from '../../support/published.js'

/** What curl gets from `sh`: its arguments, and its standard input. */
function run(line: string): { args: string[]; input: Buffer } {
  const script = `curl() { for a in "$@"; do printf '%s\\0' "$a"; done; printf '\\0'; case " $* " in *" @- "*) cat;; esac; }\n${line}`
  const out = execFileSync('sh', ['-c', script], { maxBuffer: 1e8 })
  const end = out.indexOf('\0\0')
  return { args: out.subarray(0, end).toString().split('\0'), input: out.subarray(end + 2) }
}

describe('the curl line of a request', () => {
  it('is short for a GET', () => {
    expect(curlLine(wire('GET /items?id=1'), 'http://localhost:8080/')).to.equal(
      "curl -i -g --path-as-is 'http://localhost:8080/items?id=1'"
    )
  })

  it('keeps quotes, dollars and backticks from the shell', () => {
    const request = wire(
      'POST /data',
      { 'content-type': 'application/json', 'x-odd': "it's $HOME `id` \\" },
      `{"a":"it's $(id) \\" !"}`
    )
    const { args } = run(curlLine(request, 'http://h'))
    expect(args).to.deep.equal([
      ...[
        '-i',
        '-g',
        '--path-as-is',
        '-X',
        'POST',
        '-H',
        'content-type: application/json',
        '-H',
        "x-odd: it's $HOME `id` \\"
      ],
      ...['--data-binary', `{"a":"it's $(id) \\" !"}`, 'http://h/data']
    ])
  })

  it('sends an empty header, and no content type where there was none', () => {
    const { args } = run(curlLine(wire('PUT /a', { 'x-empty': '' }, 'x'), 'http://h'))
    expect(args).to.include('x-empty;')
    expect(args).to.include('content-type:')
  })

  it('writes invisible characters as escapes of the same JSON', () => {
    const body = JSON.stringify({ name: '☂\uFE0F\u0000😀', plain: 'a' })
    const line = curlLine(wire('POST /a', { 'content-type': 'application/json' }, body), 'http://h')
    expect(line).to.match(/^[ -~]*$/)
    const { args } = run(line)
    expect(JSON.parse(args.at(-2) as string)).to.deep.equal(JSON.parse(body))
  })

  for (const [title, bytes] of [
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x00, 0x27, 0x5c, 0x25, 0x22])],
    ['text that is neither JSON nor plain', Buffer.from('{"ä":\n\t\'%s\\\u0000')],
    ['a body of a megabyte', Buffer.from(`{"a":"${'x'.repeat(1_100_000)}"}`)]
  ] as const) {
    it(`pipes ${title} byte for byte`, () => {
      const line = curlLine(wire('POST /a', { 'content-type': 'application/json' }, bytes), 'http://h')
      expect(line.length).to.be.lessThan(500)
      expect(run(line).input.equals(bytes)).to.equal(true)
    })
  }

  it('does not read a file that a body names', () => {
    const { args } = run(curlLine(wire('POST /a', { 'content-type': 'text/plain' }, '@/etc/passwd'), 'http://h'))
    expect(args.at(-2)).to.not.match(/^@/)
  })

  it('uses --head for HEAD', () => {
    expect(curlLine(wire('HEAD /a'), 'http://h'))
      .to.include('--head')
      .and.not.include('-X')
  })
})
