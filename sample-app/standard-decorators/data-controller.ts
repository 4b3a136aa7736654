import { body, Controller, Post } from 'fieldstone'
import { DataPayload, DataReceipt } from './records.js'

@Controller('/data', { tags: ['Data'] })
export class DataController {
  /** What the method gets of a request is declared beside it, in the order of its parameters; the compiler compares both. */
  @Post(body(DataPayload), { summary: 'Receive data', responses: { 200: DataReceipt } })
  receive(data: DataPayload): DataReceipt {
    return { status: 'success', received_name: data.name }
  }
}
