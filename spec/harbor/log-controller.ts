import {
  Body,
  type Context,
  Controller,
  Ctx,
  defineExample,
  defineLink,
  Get,
  Injectable,
  Param,
  Post,
  Returns
} from 'fieldstone'
import { Entry, NewEntry, NewSubscription, Reading, SignedEntry, Subscription } from './log-records.js'
import { entryCallback } from './outgoing.js'
import { Store } from './store.js'

const ENTRY_ID = { format: 'uuid', description: 'The id of the entry' } as const

const showEntry = defineLink('ShowEntry', {
  operation: () => [LogController, 'show'],
  parameters: { entryId: '$response.body#/id' },
  description: 'The entry itself'
})

const storm = defineExample('Storm', {
  summary: 'With all instruments',
  value: { at: '2026-12-24T10:00:00.000Z', wind: 10, barometer: 965 }
})

/** Links, callbacks, and records with keys of their own beside the fields. */
@Injectable()
@Controller('/log', { tags: ['log'], security: [] })
export class LogController {
  constructor(private readonly store: Store) {}

  @Post('/entries', { summary: 'Write an entry' })
  @Returns(201, Entry, {
    headers: { Location: { type: String, description: 'The path of the entry' } },
    links: {
      showEntry,
      signEntry: { operation: () => [LogController, 'sign'], parameters: { 'path.entryId': '$response.body#/id' } }
    }
  })
  write(@Body() entry: NewEntry, @Ctx() ctx: Context): Entry {
    const written = this.store.write(entry)
    ctx.header('Location', `/v1/log/entries/${written.id}`)
    return written
  }

  @Get('/entries/{entryId}', { summary: 'Read an entry' })
  @Returns(200, Entry)
  @Returns(404, 'No such entry')
  show(@Param('entryId', String, ENTRY_ID) entryId: string): Entry {
    return this.store.entry(entryId)
  }

  @Post('/entries/{entryId}/signature', {
    summary: 'Sign an entry',
    responses: {
      200: {
        body: SignedEntry,
        links: {
          showEntry,
          signAgain: { operation: () => [LogController, 'sign'], parameters: { entryId: '$request.path.entryId' } }
        }
      },
      404: 'No such entry'
    }
  })
  sign(@Param('entryId', String, ENTRY_ID) entryId: string): SignedEntry {
    return { ...this.store.entry(entryId), by: 'The harbor master' }
  }

  @Post('/readings', { summary: 'Check a reading' })
  @Returns(200, Reading, { examples: { storm } })
  check(@Body(Reading, { examples: { storm, calm: { at: '2026-12-24T10:00:00.000Z', wind: 0 } } }) reading: Reading) {
    return reading
  }

  @Post('/subscriptions', { summary: 'Hear of entries', callbacks: { onEntry: entryCallback } })
  @Returns(201, Subscription)
  subscribe(@Body() { url }: NewSubscription): Subscription {
    return { url, number: Number(++this.store.documents) }
  }
}
