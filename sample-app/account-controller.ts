import { Body, type Context, Controller, Post, Returns } from 'fieldstone'
import { DataPayload, DataReceipt, Signup, SignupReceipt } from './records.js'

@Controller({ tags: ['Accounts'] })
export class AccountController {
  /** `bindValidated` decodes the body and checks every rule of the record; what is wrong becomes a 400 by itself. */
  @Post('/signup', {
    summary: 'Create an account',
    requestBody: Signup,
    responses: { 201: { description: 'Created', body: SignupReceipt } }
  })
  async signup(ctx: Context): Promise<void> {
    const signup = await ctx.bindValidated(Signup)
    ctx.json(201, { status: 'created', username: signup.username })
  }

  /** The short form of the same: the body is a parameter, the returned value the answer. */
  @Post('/data', { summary: 'Receive data', tags: ['Data'] })
  @Returns(200, DataReceipt)
  receive(@Body() data: DataPayload): DataReceipt {
    return { status: 'success', received_name: data.name }
  }
}
