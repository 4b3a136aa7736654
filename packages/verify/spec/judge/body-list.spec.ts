import { expectListed } from '../../../../spec/support/listed.js'
import { inShort, wire } from '../../../../spec/support/published.js'
import { loadLibraries } from '../../src/document/libraries.js'
import { readDocument } from '../../src/document/published-document.js'
import { SchemaChecks } from '../../src/document/schema-checks.js'
import { RequestJudge } from '../../src/judge/request-judge.js'
import { manyOperations } from '../requests/many-operations.js'

const LIST = 'verify/judge/body-list.txt'

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=b'
const PNG = '\x89PNG\r\n\x1a\n'

/** One part of a form, by its head and its content. */
const part = (head: string, content: string) => `--b\r\n${head}\r\n\r\n${content}\r\n`
const named = (name: string, more = '') => `Content-Disposition: form-data; name="${name}"${more}`
const FILE = part(`${named('file', '; filename="f.png"')}\r\nContent-Type: image/png`, PNG)
const TITLE = part(named('title'), 'a')
const END = '--b--\r\n'

/** Bodies by operation and content type; as Latin-1, so that each character is a byte. */
const BODIES: readonly (readonly [line: string, type: string | undefined, ...bodies: string[]])[] = [
  [
    'POST /json',
    JSON_TYPE,
    '',
    '{',
    'null',
    '[]',
    '{"name":"ab","lines":[{"id":1}]}',
    '{"name":"a","lines":[]}',
    '{"name":"ab","lines":[{"id":1}],"__proto__":1}'
  ],
  [
    'POST /json',
    JSON_TYPE,
    '{"name":"ab","lines":[{"id":1}],"name":"ac"}',
    '\xef\xbb\xbf{}',
    '{"name":"\xff"}',
    ' {"name":"ab","lines":[{"id":1,"price":0.4}]} ',
    '{"name":"ab","lines":[{"id":1e0}]}'
  ],
  [
    'POST /json',
    JSON_TYPE,
    '{"name":"ab","lines":[{"id":1.0}]}',
    '{"name":"ab","lines":[{"id":9007199254740993}]}',
    '{"name":"ab","lines":[{"id":-0}]}',
    '{"name":"ab","lines":[{"id":1e400}]}',
    '{"name":"\\ud800b","lines":[{"id":1}]}'
  ],
  ...[
    'application/json; charset=utf-8',
    'application/json;charset=latin1',
    'APPLICATION/JSON',
    'application/json;',
    'application/json; a="b;c"',
    'text/json',
    'application/problem+json',
    '',
    'x',
    'application/json, text/plain',
    '*/*',
    undefined
  ].map((type) => ['POST /json', type, '{"name":"ab","lines":[{"id":1}]}'] as const),
  ['POST /types', undefined, ''],
  ['POST /types', JSON_TYPE, '', '{"x":1}'],
  ['POST /types', 'application/vnd.point+json', '{"x":1}', '{"x":"1"}'],
  ['POST /types', 'text/plain', 'a', 'ab', '\xff\xff', ''],
  ['POST /types', 'text/plain; charset=iso-8859-1', '\xff\xff'],
  ['POST /types', 'application/octet-stream', '', 'x'.repeat(20), 'x'.repeat(21)],
  ['POST /types', FORM, 'x=1', 'x=a', 'x=1&y=true&y=false', 'x=1&z=2', 'y=true', ''],
  [
    'PUT /form',
    FORM,
    'name=a&list=b',
    'name=a',
    'name=a&list=',
    'name=a&list=b&list=c',
    'name=a&list=abcd',
    'name=a&name=b&list=c',
    'name=%zz&list=a',
    'name=a&list=b&comma=a,b',
    'name=a&list=b&comma=a%2Cb'
  ],
  [
    'PUT /form',
    FORM,
    'name=a&list=b&on=true',
    'name=a&list=b&on=1',
    'name=a&list=b&on=x',
    'name=a&list=b&point[x]=1',
    'name=a&list=b&point[x]=a',
    'name=a&list=b&point=1',
    'name=a+b&list=b',
    'name=\xff&list=b',
    'name=%ff&list=b'
  ],
  ['PUT /form', MULTIPART, END],
  ['PUT /form', JSON_TYPE, '{"name":"a","list":["b"]}'],
  [
    'PUT /upload',
    MULTIPART,
    '',
    END,
    FILE + TITLE + END,
    FILE + END,
    TITLE + END,
    FILE + TITLE,
    FILE + TITLE + TITLE + END,
    FILE + FILE + TITLE + END,
    `x\r\n${FILE}${TITLE}${END}y`
  ],
  [
    'PUT /upload',
    MULTIPART,
    ...['title', 'more', 'point', 'count', 'other', ''].map(
      (name) => FILE + TITLE.replace('"title"', `"${name}"`) + TITLE + END
    )
  ],
  [
    'PUT /upload',
    MULTIPART,
    ...['{"x":1}', '{', '5', 'a'].map(
      (text) => FILE + TITLE + part(`${named('point')}\r\nContent-Type: application/json`, text) + END
    )
  ],
  ['PUT /upload', MULTIPART, ...['{"x":1}', '5'].map((text) => FILE + TITLE + part(named('point'), text) + END)],
  [
    'PUT /upload',
    MULTIPART,
    ...['5', '05', '5.5', 'x', ''].map((text) => FILE + TITLE + part(named('count'), text) + END)
  ],
  [
    'PUT /upload',
    MULTIPART,
    ...['a'.repeat(9), 'a'.repeat(10), '\xff', '\xc3\xa9'.repeat(9)].map(
      (text) => FILE + part(named('title'), text) + END
    )
  ],
  [
    'PUT /upload',
    MULTIPART,
    ...['image/png', 'image/gif', 'IMAGE/PNG; a=b', '', 'x'].map(
      (type) => part(`${named('file', '; filename="f"')}\r\nContent-Type: ${type}`, PNG) + TITLE + END
    )
  ],
  [
    'PUT /upload',
    MULTIPART,
    ...[PNG + 'x'.repeat(82), PNG + 'x'.repeat(83), '', 'GIF89a'].map((text) => FILE.replace(PNG, text) + TITLE + END)
  ],
  [
    'PUT /upload',
    MULTIPART,
    ...['; filename="f"', '', '; filename=""', "; filename*=utf-8''f", '; filename=f', '; filename="f'].map(
      (more) => part(`${named('file', more)}\r\nContent-Type: image/png`, PNG) + TITLE + END
    )
  ],
  [
    'PUT /upload',
    MULTIPART,
    ...[
      'form-data; name=title',
      'form-data',
      'attachment; name="title"',
      'FORM-DATA; NAME="title"',
      'form-data; name="title"; name="x"',
      'form-data;name="ti\\"tle"',
      'form-data; name="title";'
    ].map((text) => FILE + part(`Content-Disposition: ${text}`, 'a') + END)
  ],
  [
    'PUT /upload',
    MULTIPART,
    ...[
      'X-A: b',
      '',
      'Content-Type: text/plain',
      `${named('title')}\r\nContent-Transfer-Encoding: base64`,
      `${named('title')}\r\n${named('title')}`,
      `${named('title')}\r\nX-Folded: a\r\n b`,
      `${named('title')}\r\nbroken`
    ].map((head) => FILE + part(head, 'a') + END)
  ],
  [
    'PUT /upload',
    MULTIPART,
    ...[
      FILE + TITLE + END.slice(0, -2),
      `${FILE}${TITLE}--b-`,
      FILE + TITLE.replaceAll('\r\n', '\n') + END,
      FILE + TITLE.replace('--b', '--b ') + END,
      `\r\n${FILE}${TITLE}${END}`
    ]
  ],
  ['PUT /upload', 'multipart/form-data', FILE + TITLE + END],
  ['PUT /upload', 'multipart/form-data; boundary=', FILE + TITLE + END],
  ['PUT /upload', 'multipart/form-data; boundary="b"', FILE + TITLE + END],
  ['PUT /upload', 'multipart/form-data; boundary=c', FILE + TITLE + END],
  [
    'PUT /upload',
    MULTIPART,
    ...[1, 2, 3].map(
      (count) =>
        FILE +
        TITLE +
        part(`${named('more', '; filename="a.txt"')}\r\nContent-Type: text/plain`, 'a').repeat(count) +
        END
    )
  ],
  ['PATCH /bytes', 'image/png', PNG, '', 'x'],
  ['PATCH /bytes', 'application/pdf', 'x', ''],
  ['PATCH /bytes', 'image/gif', 'x'],
  ['PATCH /bytes', undefined, 'x', ''],
  ['GET /plain', undefined, '', 'x'],
  ['GET /plain', JSON_TYPE, '{}', ''],
  ['DELETE /impossible', JSON_TYPE, '"a"', '']
]

describe('The judgments on bodies', () => {
  it('are those of body-list.txt: each body with each content type', async () => {
    const document = readDocument(manyOperations())
    const judge = new RequestJudge(document, new SchemaChecks(document, await loadLibraries()))
    const lines = BODIES.flatMap(([line, type, ...bodies]) => [
      `${line} ${type ?? 'without a content type'}`,
      ...bodies.map((body) => {
        const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
        const verdict = judge.judge(wire(line, headers, body === '' ? undefined : Buffer.from(body, 'latin1')))
        const faults = 'faults' in verdict ? verdict.faults.map(({ message }) => message) : []
        const reasons = verdict.kind === 'open' ? verdict.reasons : []
        const text = JSON.stringify(body)
        const shown = text.length > 300 ? `${text.slice(0, 100)} …${text.length}… ${text.slice(-160)}` : text
        // What V8 says of JSON differs from version to version.
        const said = [...faults, ...reasons].map((each) =>
          each.replace(/(is no JSON|is not JSON|must be JSON).*/, '$1')
        )
        return `  ${shown} → ${inShort(verdict)}${said.map((each) => `: ${each}`).join('')}`
      })
    ])
    expectListed(LIST, 'bodies', lines)
  })
})
