import { UploadedFile } from '../../record/type/uploaded-file.js'
import { addValue } from '../syntax/form.js'
import type { BodyFlow, FlowReader } from './body-flow.js'
import { ByteCollector } from './byte-collector.js'
import { FileWriter } from './file-writer.js'
import { FormLimits, plannedTooLarge, textOf } from './form-limits.js'
import { MemoryFile } from './memory-file.js'
import type { FormPlan, PlannedFile } from './multipart-fields.js'
import { MultipartScanner, type PartReceiver } from './multipart-scanner.js'
import type { PartHead } from './part-head.js'
import type { TemporaryFiles } from './temporary-files.js'
import type { UploadSettings } from './uploads.js'

/** A decoded form with files; an object without a prototype. */
export type MultipartForm = Record<string, unknown>

/** How a form is read. */
export interface MultipartReading {
  readonly plan: FormPlan
  readonly uploads: UploadSettings
  /** How large all texts together may be, in bytes. */
  readonly textLimit: number
  readonly temporary: TemporaryFiles
}

/**
 * Reads a form into texts and files. The record and not the client decides which part is a file: only the files of the
 * plan are kept, small ones in memory and others on disk, and a part that is not declared is thrown away. A file field
 * that was left empty in a browser counts as absent.
 *
 * Rejects with a 413 above the limits, with a 400 for a form that is malformed or ends early, and with the failure of the
 * body or of a temporary file, when no file is open any more and those that were not complete are removed.
 */
export function readForm(flow: BodyFlow, boundary: string, reading: MultipartReading): Promise<MultipartForm> {
  return new Promise((resolve, reject) => {
    flow.start(new FormReader(flow, boundary, reading, resolve, reject))
  })
}

class FormReader implements FlowReader, PartReceiver {
  readonly #flow: BodyFlow
  readonly #reading: MultipartReading
  readonly #resolve: (form: MultipartForm) => void
  readonly #reject: (error: Error) => void
  readonly #scanner: MultipartScanner
  readonly #limits: FormLimits
  readonly #form: MultipartForm = Object.create(null)
  /** The part that is being read; one that is neither a file nor a text is thrown away. */
  #name = ''
  #file: IncomingFile | undefined = undefined
  #text: ByteCollector | undefined = undefined
  /** Files that are being written, also where all of their bytes have come. */
  readonly #writers = new Set<FileWriter>()
  #isComplete = false
  #failure: Error | undefined = undefined

  constructor(
    flow: BodyFlow,
    boundary: string,
    reading: MultipartReading,
    resolve: (form: MultipartForm) => void,
    reject: (error: Error) => void
  ) {
    this.#flow = flow
    this.#reading = reading
    this.#resolve = resolve
    this.#reject = reject
    this.#scanner = new MultipartScanner(boundary, this)
    this.#limits = new FormLimits(reading.uploads, reading.textLimit)
  }

  chunk(bytes: Buffer): void {
    this.#scanner.write(bytes)
    if (this.#isFull) this.#flow.pause()
  }

  end(): void {
    this.#scanner.end()
    this.#isComplete = true
    this.#settle()
  }

  fail(error: Error): void {
    if (this.#failure !== undefined) return
    this.#failure = error
    this.#flow.stop()
    this.#file?.discard()
    this.#file = undefined
    this.#settle()
  }

  begin(head: PartHead): void {
    const { plan } = this.#reading
    const { name } = head
    this.#limits.part()
    this.#name = name
    const planned = plan.files.get(name)
    if (planned !== undefined) {
      this.#limits.file()
      this.#file = new IncomingFile(head, planned, this.#reading, () => this.#openWriter())
    } else if (plan.texts.has(name)) {
      this.#limits.text()
      this.#text = new ByteCollector()
    }
  }

  content(bytes: Buffer, start: number, end: number): void {
    if (this.#file !== undefined) this.#file.add(bytes, start, end)
    else if (this.#text !== undefined) {
      this.#limits.textBytes(end - start)
      this.#text.add(bytes, start, end)
    }
  }

  finish(): void {
    const name = this.#name
    if (this.#file === undefined) addValue<unknown>(this.#form, name, this.#text ? textOf(name, this.#text) : '')
    else {
      const file = this.#file.finish()
      const isFirst = this.#file.planned.isList && this.#form[name] === undefined
      if (file !== undefined) addValue<unknown>(this.#form, name, isFirst ? [file] : file)
    }
    this.#file = this.#text = undefined
  }

  get #isFull(): boolean {
    for (const writer of this.#writers) if (writer.isFull) return true
    return false
  }

  #openWriter(): FileWriter {
    const { temporary } = this.#reading
    const writer = new FileWriter(temporary.claim(), temporary.memory, {
      drained: () => {
        if (!this.#isFull) this.#flow.resume()
      },
      failed: (error) => this.fail(error),
      closed: (isWhole) => {
        const done = (): void => {
          this.#writers.delete(writer)
          this.#settle()
        }
        // A request that is over has removed its files, perhaps before this one was there.
        if (isWhole && !temporary.isOver) done()
        else
          temporary.remove(writer.path).then(done, (error) => {
            this.fail(error)
            done()
          })
      }
    })
    this.#writers.add(writer)
    return writer
  }

  #settle(): void {
    if (this.#writers.size > 0) return
    if (this.#failure !== undefined) this.#reject(this.#failure)
    else if (this.#isComplete) this.#resolve(this.#form)
  }
}

/** A file that is coming: in memory, until it is too large for that. */
class IncomingFile {
  readonly planned: PlannedFile
  readonly #head: PartHead
  readonly #reading: MultipartReading
  readonly #openWriter: () => FileWriter
  readonly #limit: number
  readonly #content = new ByteCollector()
  #writer: FileWriter | undefined = undefined
  #size = 0

  constructor(head: PartHead, planned: PlannedFile, reading: MultipartReading, openWriter: () => FileWriter) {
    this.#head = head
    this.planned = planned
    this.#reading = reading
    this.#openWriter = openWriter
    this.#limit = planned.type.maxSize ?? reading.uploads.fileSize
  }

  add(bytes: Buffer, start: number, end: number): void {
    this.#size += end - start
    if (this.#size > this.#limit) throw plannedTooLarge(this.planned, this.#head.name, this.#limit)
    const { temporary, uploads } = this.#reading
    if (this.#writer === undefined) {
      if (this.#size <= uploads.fileMemory && temporary.memory.take(end - start)) {
        this.#content.add(bytes, start, end)
        return
      }
      this.#writer = this.#openWriter()
      temporary.memory.give(this.#content.size)
      if (this.#content.size > 0) this.#writer.write(this.#content.bytes)
    }
    this.#writer.write(bytes.subarray(start, end))
  }

  /** Undefined for the empty, nameless file of a browser's form. */
  finish(): UploadedFile | undefined {
    const { name: field, filename, contentType } = this.#head
    const size = this.#size
    const facts = { field, filename: filename || undefined, contentType, size }
    if (this.#writer !== undefined) {
      this.#writer.end()
      return new UploadedFile({ ...facts, path: this.#writer.path })
    }
    if (size === 0 && !filename) return undefined
    return new MemoryFile(facts, this.#content.copy(), this.#reading.temporary)
  }

  /** Nothing of it is left, or nothing when its writer is closed. */
  discard(): void {
    if (this.#writer === undefined) this.#reading.temporary.memory.give(this.#content.size)
    else this.#writer.abort()
  }
}
