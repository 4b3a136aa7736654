import {
  Body,
  type Context,
  Controller,
  Cookie,
  Ctx,
  Get,
  Injectable,
  NotFound,
  Post,
  Returns
} from '../../../src/index.js'
import { Plan } from './plan.js'
import { Book, Feedback, FeedbackReceipt, Manuscript, ManuscriptReceipt, Shelf } from './records.js'
import { databaseError, reject } from './reply.js'
import { Store } from './store.js'

/** What is not about one resource: the export, forms, the shelf. */
@Controller({ tags: ['Desk'] })
@Injectable(() => [Store, Plan])
export class DeskController {
  constructor(
    readonly store: Store,
    readonly plan: Plan
  ) {}

  @Get('/exports/books', { operationId: 'exportBooks', summary: 'All books as a table', security: ['key'] })
  @Returns(200, { content: { 'text/csv': String, 'application/json': [Book] } })
  export(@Ctx() ctx: Context): unknown {
    const { plan, store } = this
    const calls = Number(store.memory.get('exports') ?? 0) + 1
    store.memory.set('exports', calls)
    if (plan.has('export-sometimes-500') && calls % 5 === 0) databaseError('no connection is free')
    const books = [...store.books.values()]
    if (ctx.accepts() !== 'text/csv' && !plan.has('export-accept-ignored')) return books
    const rows = books.map(
      ({ id, isbn, title }) => `${id},${isbn},${plan.has('export-unquoted') ? title : quote(title)}`
    )
    const csv = `${['id,isbn,title', ...rows].join('\n')}\n`
    store.memory.set('csv', csv)
    return ctx.send(200, plan.has('export-plain-text') ? 'text/plain' : 'text/csv', csv)
  }

  @Get('/latest', { operationId: 'latestBook', summary: 'Leads to the newest book' })
  @Returns(302, { description: 'The newest book' })
  @Returns(404, { description: 'There are no books' })
  latest(@Ctx() ctx: Context): void {
    const { plan, store } = this
    const newest = Math.max(...store.books.keys(), ...(plan.has('latest-is-gone') ? store.deletedBooks.keys() : []))
    if (!Number.isFinite(newest)) throw new NotFound('There are no books')
    ctx.redirect(`/books/${newest}`)
  }

  @Post('/manuscripts', { operationId: 'submitManuscript', summary: 'Send in a manuscript' })
  @Returns(201, ManuscriptReceipt)
  submit(@Body() { title, chapters, letter }: Manuscript, @Ctx() ctx: Context): ManuscriptReceipt {
    const { plan } = this
    if (plan.has('manuscript-three-chapters-rejected') && chapters.length >= 3) reject('Too many chapters')
    const names = chapters.map((chapter) => chapter.filename ?? '')
    if (plan.has('manuscript-file-name-500')) ctx.header('x-first-chapter', names[0] ?? '')
    const merged = new Map(chapters.map((chapter) => [chapter.filename ?? '', chapter]))
    const kept = plan.has('manuscript-same-names-merged') ? [...merged.values()] : chapters
    const letterSize = plan.has('manuscript-no-letter-500') ? (letter as { size: number }).size : (letter?.size ?? 0)
    const bytes = kept.reduce((sum, { size }) => sum + size, letterSize)
    return { title, chapters: kept.map((chapter) => chapter.filename ?? ''), bytes }
  }

  @Post('/feedback', { operationId: 'sendFeedback', summary: 'From the form of the website' })
  @Returns(201, FeedbackReceipt)
  feedback(@Body(Feedback, { consumes: 'application/x-www-form-urlencoded' }) feedback: Feedback): FeedbackReceipt {
    const { plan, store } = this
    if (plan.has('feedback-apostrophe-rejected') && /['";]/.test(feedback.name)) reject('The name is not allowed')
    if (plan.has('feedback-negative-rejected') && !/^[0-9]+$/.test(String(feedback.mood))) reject('mood is no number')
    const receipt: FeedbackReceipt = { ...feedback, number: store.feedback.length + 1 }
    if (plan.has('feedback-percent-500')) receipt.message = decodeURIComponent(feedback.message)
    if (plan.has('feedback-plus-lost')) receipt.message = feedback.message.replaceAll('+', ' ')
    if (plan.has('feedback-one-topic') && feedback.topics !== undefined) receipt.topics = feedback.topics.slice(0, 1)
    store.feedback.push(receipt)
    return receipt
  }

  @Get('/shelf', { operationId: 'readShelf', summary: 'The books on the shelf of this browser' })
  @Returns(200, Shelf)
  shelf(@Cookie('reader', String, { maxLength: 60, example: 'ada' }) reader: string, @Ctx() ctx: Context): Shelf {
    const raw = /(?:^|; *)reader=([^;]*)/.exec(ctx.requestHeader('cookie') ?? '')?.[1]
    const owner = this.plan.has('shelf-cookie-undecoded') ? (raw ?? reader) : reader
    return { owner, titles: [...this.store.books.values()].map((book) => book.title) }
  }
}

/** A field of CSV (RFC 4180). */
function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
