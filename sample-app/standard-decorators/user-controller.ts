import { type Context, Controller, Get } from 'fieldstone'
import { UserStatus } from './records.js'

@Controller('/users', { tags: ['Users'] })
export class UserController {
  /** A method that takes the context reads what it needs itself; the path's parameters are documented nevertheless. */
  @Get('/{id}', { summary: 'Show a user', responses: { 200: { description: 'The user', body: UserStatus } } })
  show(ctx: Context): void {
    ctx.json(200, { status: 'ok', user_id: ctx.urlParam('id') })
  }
}
