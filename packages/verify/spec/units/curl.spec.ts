import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { wire } from '../../../../spec/support/published.js'
import { curlLine } from '../../src/wire/curl.js'
import { contentTypeOf, type FormPart, plainParts, writeForm } from '../../src/wire/multipart.js'

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

  it('sends the length of no body as verification does, where the method has one as a rule', () => {
    const lineOf = (request: string) => curlLine(wire(request), 'http://h')
    expect(lineOf('POST /a')).to.equal("curl -i -g --path-as-is -X POST -H 'content-length: 0' http://h/a")
    expect(lineOf('DELETE /a')).to.equal('curl -i -g --path-as-is -X DELETE http://h/a')
  })

  it('sends a body with HEAD, and does not wait for one', () => {
    const { args } = run(curlLine(wire('HEAD /a', {}, 'x'), 'http://h'))
    expect(args).to.not.include('--head')
    expect(args.join(' ')).to.equal(
      '-i -g --path-as-is -X HEAD --max-time 5 -H content-type: --data-binary x http://h/a'
    )
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

  it('does not read a file that a body names, and sends its name byte for byte', () => {
    const body = '@/etc/passwd'
    const { args, input } = run(curlLine(wire('POST /a', { 'content-type': 'text/plain' }, body), 'http://h'))
    expect(args.at(-2)).to.equal('@-')
    expect(input.toString()).to.equal(body)
  })

  it('uses --head for HEAD', () => {
    expect(curlLine(wire('HEAD /a'), 'http://h'))
      .to.include('--head')
      .and.not.include('-X')
  })
})

describe('the curl line of a form with files', () => {
  const contents: Buffer[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const boundary = /boundary=(.*)$/.exec(request.headers['content-type'] ?? '')?.[1] ?? ''
    contents.push(Buffer.from(Buffer.concat(chunks).toString('latin1').replaceAll(boundary, 'part'), 'latin1'))
    response.end()
  })
  let base = ''
  before(async function () {
    if (spawnSync('curl', ['--version']).status !== 0) return this.skip()
    await once(server.listen(0, '127.0.0.1'), 'listening')
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => server.close())

  const text = (name: string, value: string): FormPart => ({
    name,
    filename: undefined,
    contentType: undefined,
    content: Buffer.from(value)
  })
  const file = (name: string, filename: string, contentType: string, content: string | Buffer): FormPart => ({
    name,
    filename,
    contentType,
    content: Buffer.from(content)
  })
  const json: FormPart = { ...text('meta', '{"a":"it\'s \\"\\\\\\", c"}'), contentType: 'application/json' }
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x00, 0x27, 0x5c, 0x25])

  const cases: readonly (readonly [title: string, isForm: boolean, parts: readonly FormPart[]])[] = [
    [
      'texts',
      true,
      [text('title', 'a b; type=x, "c" @d'), text('empty', ''), text('at', '@/etc/passwd'), text('l', ' (<')]
    ],
    [
      'a text file and a picture',
      true,
      [text('n', '1'), file('a', 'a b.txt', 'text/plain', 'x;y'), file('p', "it's.png", 'image/png', png)]
    ],
    ['JSON', true, [json]],
    ['an empty file', true, [file('a', 'a.txt', 'text/plain', '')]],
    ['a large file', true, [file('a', 'a.bin', 'image/png', Buffer.concat([png, Buffer.alloc(100_000, 0x61)]))]],
    ['two pictures', false, [file('p', 'a.png', 'image/png', png), file('p', 'b.png', 'image/png', png)]],
    ['a text of two lines', false, [text('title', 'a\r\nb')]],
    ['a quote in a file name', false, [file('a', 'a"b.txt', 'text/plain', 'x')]],
    ['a backslash in a file name', false, [file('a', 'C:\\a.txt', 'text/plain', 'x')]],
    ['a file name of other letters', false, [file('a', 'Zoë.txt', 'text/plain', 'x')]],
    ['a file name that is empty', false, [file('a', '', 'text/plain', 'x')]],
    ['a file without a type', false, [{ ...file('a', 'a.png', '', 'x'), contentType: undefined }]],
    ['a type with a parameter', false, [file('a', 'a.txt', 'text/plain; charset=utf-8', 'x')]],
    ['no parts', false, []]
  ]
  for (const [title, isForm, parts] of cases) {
    it(`sends ${title} byte for byte${isForm ? ' by -F' : ''}`, async () => {
      const form = { boundary: 'part', parts }
      const headers = { 'content-type': contentTypeOf(form) }
      const line = curlLine({ ...wire('POST /a', headers, writeForm(form)), form: plainParts(form) }, base)
      expect(/ (?:-F|--form-string) /.test(line), line).to.equal(isForm)
      expect(line).to.match(/^[ -~]*$/)
      contents.length = 0
      await promisify(execFile)('sh', ['-c', line])
      expect(contents[0]?.toString('latin1')).to.equal(Buffer.from(writeForm(form)).toString('latin1'))
    })
  }
})
