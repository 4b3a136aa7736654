import { Body, Controller, Post, Returns } from 'fieldstone'
import { DataPayload, DataReceipt } from './records.js'

@Controller('/data', { tags: ['Data'] })
export class DataController {
  /** The body is a parameter, and the returned value the response: the method has only what the operation does. */
  @Post({ summary: 'Receive data' })
  @Returns(200, DataReceipt)
  receive(@Body() data: DataPayload): DataReceipt {
    return { status: 'success', received_name: data.name }
  }
}
