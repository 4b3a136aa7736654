import {
  Body,
  type Context,
  Controller,
  Ctx,
  Get,
  Injectable,
  Integer,
  NotFound,
  Param,
  Post,
  Returns
} from '../../../src/index.js'
import { BookService } from './book-service.js'
import { NewReview, Review } from './records.js'
import { databaseError, sendJson } from './reply.js'
import { principalOf } from './security.js'

const ID = { minimum: 1, example: 1 }

@Controller('/books/{id}/reviews', { tags: ['Reviews'] })
@Injectable(() => [BookService])
export class ReviewController {
  constructor(readonly books: BookService) {}

  @Get({ operationId: 'listReviews', summary: 'The reviews of a book' })
  @Returns(200, [Review])
  @Returns(404, { description: 'No such book' })
  list(@Param('id', Integer, ID) id: number, @Ctx() ctx: Context): unknown {
    const { plan, store } = this.books
    const isMissing = !store.books.has(id)
    if (isMissing && plan.has('reviews-no-book-500')) databaseError('Cannot read the title of nothing')
    if (!plan.has('reviews-no-book-empty') && !plan.has('delete-reviews-kept')) this.books.find(id)
    if (isMissing && !store.deletedBooks.has(id) && plan.has('delete-reviews-kept')) this.books.find(id)
    const reviews = store.reviews.get(id) ?? []
    if (plan.has('reviews-single-as-object') && reviews.length === 1) return sendJson(ctx, 200, reviews[0])
    if (!plan.has('reviews-epoch')) return reviews
    return reviews.map((review) => ({ ...review, writtenAt: review.writtenAt.getTime() }))
  }

  @Post({
    operationId: 'addReview',
    summary: 'Review a book',
    security: [{ bearer: ['read'] }]
  })
  @Returns(201, Review)
  @Returns(404, { description: 'No such book' })
  add(@Param('id', Integer, ID) id: number, @Body() { rating, text }: NewReview, @Ctx() ctx: Context): unknown {
    const { plan, store } = this.books
    const book = this.books.find(id)
    if (plan.has('review-long-500') && text.length > 1000) databaseError('value too long for type varchar(1000)')
    const review = { id: store.number(), rating, text, reviewer: principalOf(ctx)?.name ?? '', writtenAt: store.now() }
    if (plan.has('review-cut-at-255')) review.text = text.slice(0, 255)
    if (plan.has('review-loses-emoji')) review.text = text.replace(/[\u{10000}-\u{10ffff}]/gu, '')
    const reviews = [...(store.reviews.get(id) ?? []), review]
    store.reviews.set(id, reviews)
    const sum = reviews.reduce((total, each) => total + each.rating, 0)
    store.books.set(id, { ...book, rating: sum / reviews.length })
    if (!plan.has('review-snake-case')) return review
    const { writtenAt, ...row } = review
    return sendJson(ctx, 201, { ...row, written_at: writtenAt })
  }

  @Get('/{reviewId}', { operationId: 'readReview', summary: 'One review of a book' })
  @Returns(200, Review)
  @Returns(404, { description: 'No such book, or no such review of it' })
  show(@Param('id', Integer, ID) id: number, @Param('reviewId', Integer, ID) reviewId: number): Review {
    const { plan, store } = this.books
    const all = plan.has('review-of-other-book') ? [...store.reviews.values()].flat() : store.reviews.get(id)
    return all?.find((review) => review.id === reviewId) ?? NotFound.throw('There is no such review')
  }
}
