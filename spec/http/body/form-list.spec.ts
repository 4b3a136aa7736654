import { mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { Field, File, Files, UploadedFile } from 'fieldstone'
import { BodyFlow } from '../../../src/http/body/body-flow.js'
import { FileWriter } from '../../../src/http/body/file-writer.js'
import { formParts } from '../../../src/http/body/form-parts.js'
import { MemoryBudget } from '../../../src/http/body/memory-budget.js'
import { formPlanOf } from '../../../src/http/body/multipart-fields.js'
import { readForm } from '../../../src/http/body/multipart-reader.js'
import { removePresent, TemporaryFiles } from '../../../src/http/body/temporary-files.js'
import { uploadSettings } from '../../../src/http/body/uploads.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { SpecFolder } from '../../support/files.js'
import { BOUNDARY, bodyOf, file, text } from '../../support/multipart.js'
import { expectWholeList, settled, shown } from '../../support/whole-list.js'

class Profile {
  @Field(() => String) name!: string
  @Field(() => [String], { optional: true }) tags?: string[]
  @File({ optional: true, maxSize: 40 }) avatar?: UploadedFile
  @Files({ optional: true }) photos?: UploadedFile[]
}

const PLAN = formPlanOf(parseType(Profile, 'the form'))

const FORMS: Readonly<Record<string, string>> = {
  'no parts': bodyOf(),
  'a text': bodyOf(text('name', 'Ädä')),
  'an empty text': bodyOf(text('name', '')),
  'texts of one name': bodyOf(text('tags', 'a'), text('tags', 'b'), text('tags', 'c')),
  'a file': bodyOf(file('avatar', 'bytes', 'a.png')),
  'a file and a text of its name': bodyOf(file('avatar', 'a'), text('avatar', 'b')),
  'one of a list of files': bodyOf(file('photos', 'a')),
  'a list of files': bodyOf(file('photos', 'a'), file('photos', 'bc', 'c.gif', 'image/GIF'), text('name', 'x')),
  'a file without a name': bodyOf(file('avatar', 'a', '')),
  'an empty file': bodyOf(file('avatar', '', 'a.png')),
  'an empty file without a name': bodyOf(file('avatar', '', ''), file('photos', '', '')),
  'a file where a text is declared': bodyOf(file('name', 'Ada')),
  'what is not declared': bodyOf(text('other', 'a'), file('more', 'b'), text('name', 'c')),
  'a file that has the most bytes': bodyOf(file('avatar', 'x'.repeat(40))),
  'a file that is too large': bodyOf(text('name', 'a'), file('avatar', 'x'.repeat(41))),
  'a file above the limit of all': bodyOf(file('photos', 'x'.repeat(61))),
  'too many parts': bodyOf(...['a', 'b', 'c', 'd', 'e'].map((name) => text(name, ''))),
  'too many files': bodyOf(file('photos', 'a'), file('photos', 'b'), file('photos', 'c')),
  'too many texts': bodyOf(text('tags', 'a'), text('tags', 'b'), text('tags', 'c'), text('tags', 'd')),
  'texts that are too large': bodyOf(text('name', 'x'.repeat(20)), text('tags', 'y'.repeat(11))),
  'a text that is not UTF-8': bodyOf(text('name', '\xff')),
  'an early end': bodyOf(text('name', 'a'), file('avatar', 'b')).slice(0, -8),
  'no form': 'name=a'
}

/** A body in such chunks. */
function sourceOf(body: string, size: number, failure?: Error): Readable {
  const bytes = Buffer.from(body, body.includes('\xff') ? 'latin1' : 'utf8')
  let at = 0
  return new Readable({
    read() {
      if (at < bytes.length) this.push(bytes.subarray(at, at + size))
      else if (failure === undefined) this.push(null)
      else this.destroy(failure)
      at += size
    }
  })
}

async function shownForm(form: Record<string, unknown>): Promise<string> {
  const describe = async (value: unknown): Promise<string> => {
    if (Array.isArray(value)) return `[${(await Promise.all(value.map(describe))).join(', ')}]`
    if (!(value instanceof UploadedFile)) return shown(value)
    const { field, filename, contentType, size } = value
    return `file ${shown([field, filename, contentType, size])} ${await value.bytes()}`
  }
  const entries = await Promise.all(
    Object.entries(form).map(async ([name, value]) => `${name}: ${await describe(value)}`)
  )
  return entries.join(', ')
}

/** Of an error its message and its status alone. */
const brief = (outcome: string) => outcome.replace(/ \{"name": "\w+", "status": (\d+).*$/, ' $1')

/** Lines of what names come to; those with the same outcome are one. */
function grouped(outcomes: readonly (readonly [name: string, outcome: string])[]): string[] {
  const groups = new Map<string, string[]>()
  for (const [name, outcome] of outcomes) groups.set(outcome, [...(groups.get(outcome) ?? []), name])
  return [...groups].map(([outcome, names]) => `  ${names.join(', ')} → ${outcome}`)
}

describe('Forms with files', () => {
  let folder: SpecFolder
  before(() => {
    folder = new SpecFolder()
  })
  after(() => folder.remove())

  const limits = { files: 2, fields: 3, parts: 4, fileSize: 60 }
  const places: readonly (readonly [where: string, fileMemory: number, requestMemory: number])[] = [
    ['in memory', 100, 1_000],
    ['on disk', 0, 1_000],
    ['small ones in memory', 3, 1_000],
    ['on disk, without memory', 100, 4]
  ]

  it('are read as form-list.txt says, whatever their chunks and wherever their files are', async () => {
    const lines: string[] = []
    for (const [name, body] of Object.entries(FORMS)) {
      const outcomes: (readonly [string, string])[] = []
      for (const [where, fileMemory, requestMemory] of places) {
        for (const size of [1, 7, 10_000]) {
          const uploads = uploadSettings({ ...limits, fileMemory, folder: folder.path })
          const whole = new MemoryBudget(1_000)
          const temporary = new TemporaryFiles(folder.path, new MemoryBudget(requestMemory, whole))
          const flow = BodyFlow.ofStream(sourceOf(body, size))
          const read = await settled(async () => {
            const form = await readForm(flow, BOUNDARY, { plan: PLAN, uploads, textLimit: 30, temporary })
            return `${await shownForm(form)}; ${folder.names.length} on disk, ${whole.taken} bytes in memory`
          })
          await temporary.removeAll()
          const left = `${folder.names.length} left, ${whole.taken} bytes`
          outcomes.push([`${where} by ${size}`, `${brief(read).replace(/^"(.*)"$/, '$1')}; ${left}`])
        }
      }
      const parts = await Promise.all(
        [1, 7, 10_000].map(async (size) => {
          const said: string[] = []
          const text = await settled(async () => {
            const flow = BodyFlow.ofStream(sourceOf(body, size))
            for await (const part of formParts(flow, BOUNDARY, uploadSettings(limits), 30)) {
              if (part.kind === 'text') said.push(`${part.name}: ${shown(part.value)}`)
              else {
                const { stream, ...facts } = part
                said.push(`${shown(facts)} ${part.name === 'more' ? 'unread' : Buffer.concat(await stream.toArray())}`)
              }
            }
            return 'end'
          })
          return [`part by part by ${size}`, [...said, brief(text)].join(', ')] as const
        })
      )
      lines.push(`\n${name}`, ...grouped(outcomes), ...grouped(parts))
    }
    const cut = bodyOf(text('name', 'a'), file('avatar', 'bytes')).slice(0, 150)
    for (const [where, fileMemory] of places) {
      const temporary = new TemporaryFiles(folder.path, new MemoryBudget(1_000))
      const uploads = uploadSettings({ ...limits, fileMemory, folder: folder.path })
      const flow = BodyFlow.ofStream(sourceOf(cut, 20, new Error('the body failed')))
      const read = await settled(async () =>
        readForm(flow, BOUNDARY, { plan: PLAN, uploads, textLimit: 30, temporary })
      )
      lines.push(
        `\na body that fails, ${where} → ${read}; ${folder.names.length} left, ${temporary.memory.taken} bytes`
      )
    }
    for (const [title, body, isOver] of [
      ['of a form that ends early', cut, false],
      ['of a request that is over', bodyOf(file('avatar', 'bytes')), true]
    ] as const) {
      const temporary = new (class extends TemporaryFiles {
        override get isOver(): boolean {
          return isOver
        }
        override remove(): Promise<void> {
          return Promise.reject(new Error('not removed'))
        }
      })(folder.path, new MemoryBudget(1_000))
      const uploads = uploadSettings({ ...limits, fileMemory: 0, folder: folder.path })
      const flow = BodyFlow.ofStream(sourceOf(body, 20))
      const read = await settled(() => readForm(flow, BOUNDARY, { plan: PLAN, uploads, textLimit: 30, temporary }))
      lines.push(`\na file ${title}, which cannot be removed → ${brief(read)}`)
      removePresent()
    }
    expectWholeList('http/body/form-list.txt', lines)
  })

  it('are written and removed as file-list.txt says', async () => {
    const lines: string[] = []
    const write = (path: string, memory: MemoryBudget, use: (writer: FileWriter) => void) => {
      const said: string[] = []
      return new Promise<string>((resolve) => {
        const writer = new FileWriter(path, memory, {
          drained: () => {},
          failed: (error) => said.push(`failed ${(error as NodeJS.ErrnoException).code}`),
          closed: (isWhole) =>
            resolve([...said, isWhole ? 'whole' : 'broken', `${memory.taken} bytes taken`].join(', '))
        })
        use(writer)
        said.push(writer.isFull ? 'full' : 'not full')
      })
    }
    const temporary = new TemporaryFiles(folder.path, new MemoryBudget(10))
    const bytes = (size: number) => Buffer.alloc(size, 'x')
    const uses: Readonly<Record<string, (writer: FileWriter) => void>> = {
      nothing: (writer) => writer.end(),
      'a few bytes': (writer) => {
        writer.write(bytes(3))
        writer.write(bytes(4))
        writer.end()
      },
      'as many as the memory has': (writer) => {
        writer.write(bytes(10))
        writer.end()
      },
      'more than the memory has': (writer) => {
        writer.write(bytes(11))
        writer.end()
      },
      'a batch less a byte': (writer) => {
        writer.write(bytes(131_071))
        writer.end()
      },
      'a batch': (writer) => {
        writer.write(bytes(131_072))
        writer.end()
      },
      'an abort': (writer) => {
        writer.write(bytes(5))
        writer.abort()
        writer.write(bytes(5))
      }
    }
    for (const [title, use] of Object.entries(uses)) {
      for (const limit of [10, 1_000_000]) {
        const path = temporary.claim()
        const said = await write(path, new MemoryBudget(limit), use)
        const { size, mode } = statSync(path)
        lines.push(`${title}, in a memory of ${limit} → ${said}, a file of ${size}, ${(mode & 0o777).toString(8)}`)
      }
    }
    const taken = temporary.claim()
    writeFileSync(taken, 'before')
    lines.push(
      `a file that is there → ${await write(taken, new MemoryBudget(10), (writer) => {
        writer.write(bytes(3))
        writer.end()
      })}, ${readFileSync(taken, 'utf8')}`,
      `a folder that is not there → ${await write(`${folder.path}/none/a`, new MemoryBudget(10), (writer) => writer.end())}`
    )
    const released: string[] = []
    const held = (name: string, size: number) => ({ size, release: () => released.push(name) })
    const [one, two, three] = [held('one', 3), held('two', 4), held('three', 5)] as const
    const state = () => `${temporary.isOver} ${temporary.memory.taken} ${released.join(' ')} ${folder.names.length > 0}`
    temporary.memory.take(7)
    temporary.hold(one)
    temporary.hold(two)
    lines.push(`held → ${state()}`)
    temporary.letGo(one)
    temporary.letGo(one)
    lines.push(`let go → ${state()}`)
    await temporary.remove(taken)
    lines.push(
      `removed → ${folder.names.includes(taken.slice(folder.path.length + 1))}`,
      `what is not there → ${await settled(() => temporary.remove(taken))}`,
      `a folder → ${(await settled(() => temporary.remove(folder.path))).includes('unlink')}`
    )
    const [first, second] = [temporary.claim(), temporary.claim()]
    writeFileSync(first, 'a')
    removePresent()
    lines.push(`at the end of the process → ${folder.names.length} files`)
    writeFileSync(first, 'a')
    mkdirSync(second)
    const unremoved = await settled(() => temporary.removeAll())
    lines.push(`removed but for a folder → ${unremoved.includes('unlink')}, ${folder.names.length} left`)
    rmdirSync(second)
    lines.push(`over → ${state()}`, `claimed late → ${await settled(async () => temporary.claim())}`)
    temporary.memory.take(5)
    temporary.hold(three)
    lines.push(`held late → ${state()}`, `${new Set([temporary.newPath(), temporary.newPath()]).size} new paths`)
    expectWholeList('http/body/file-list.txt', lines)
  })
})
