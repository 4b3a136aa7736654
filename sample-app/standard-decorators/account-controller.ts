import { body, Controller, Post } from 'fieldstone'
import { Signup, SignupReceipt } from './records.js'

@Controller('/signup', { tags: ['Accounts'] })
export class AccountController {
  /** The one success status that is declared is that of what is returned: a 201. */
  @Post(body(Signup), { summary: 'Create an account', responses: { 201: SignupReceipt } })
  async signup({ username }: Signup): Promise<SignupReceipt> {
    return { status: 'created', username }
  }
}
