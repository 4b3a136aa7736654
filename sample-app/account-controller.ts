import { type Context, Controller, Post } from 'fieldstone'
import { Signup, SignupReceipt } from './records.js'

@Controller('/signup', { tags: ['Accounts'] })
export class AccountController {
  /**
   * The explicit form: the options describe for the document what the method reads and returns. `bindValidated` reads
   * the body and checks every rule of the record; faults become a 400 that names each field.
   */
  @Post({
    summary: 'Create an account',
    requestBody: Signup,
    responses: { 201: { description: 'Created', body: SignupReceipt } }
  })
  async signup(ctx: Context): Promise<void> {
    const signup = await ctx.bindValidated(Signup)
    ctx.json(201, { status: 'created', username: signup.username })
  }
}
