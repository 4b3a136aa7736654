import { type Context, Controller, Get } from 'fieldstone'
import { UserStatus } from './records.js'

@Controller('/users', { tags: ['Users'] })
export class UserController {
  /** The explicit form: the method takes the context and reads what it needs from it. */
  @Get('/{id}', { summary: 'Show a user', responses: { 200: { description: 'The user', body: UserStatus } } })
  show(ctx: Context): void {
    ctx.json(200, { status: 'ok', user_id: ctx.urlParam('id') })
  }
}
