import { Body, Controller, defineCallback, defineWebhook, Header, Post, Put, Returns } from 'fieldstone'
import { Alarm, Entry, SignedEntry } from './log-records.js'

/** What a subscriber of the logbook gets. */
@Controller('{$request.body#/url}')
class EntryCallback {
  @Post('/entries', { summary: 'A new entry in the logbook' })
  @Returns(204, 'Received')
  @Returns(410, 'Not interested any more')
  written(@Body() _entry: Entry, @Header('x-harbor', String, { maxLength: 40 }) _harbor: string): void {}

  @Put('/entries/{$response.body#/number}', { summary: 'An entry was signed' })
  @Returns('2XX', 'Received')
  @Returns('4XX', 'Not known')
  signed(@Body() _entry: SignedEntry): void {}
}

/** What everybody gets whom the harbor knows. */
@Controller('alarm', { tags: ['log'] })
class AlarmWebhooks {
  @Post({ summary: 'There is danger' })
  @Returns('2XX', 'Received')
  raised(@Body() _alarm: Alarm): void {}

  @Post('over', { summary: 'The danger is over', description: 'Without a body.' })
  @Returns('2XX', 'Received')
  over(): void {}
}

export const entryCallback = defineCallback(EntryCallback)
export const alarmWebhook = defineWebhook(AlarmWebhooks)
