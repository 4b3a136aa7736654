import { Application, Body, Controller, Post, Returns } from 'fieldstone'
import { EntryDto } from './dtos.js'

@Controller('/entries')
class EntryController {
  @Post({ operationId: 'create' })
  @Returns(200, EntryDto)
  create(@Body() entry: EntryDto): EntryDto {
    return entry
  }
}

export const application = new Application({
  title: 'Entries',
  version: '1.0.0',
  controllers: [EntryController],
  spec: '/openapi.json'
})
