import {
  Body,
  Conflict,
  type Context,
  Controller,
  Ctx,
  Get,
  Header,
  Injectable,
  NotFound,
  Param,
  Post,
  Returns,
  TooManyRequests,
  Unauthorized
} from '../../../src/index.js'
import { Plan } from './plan.js'
import { Greeting, User } from './records.js'
import { databaseError, later, reject, sendJson } from './reply.js'
import { type Principal, principalOf } from './security.js'
import { Store, type StoredUser } from './store.js'

@Controller({ tags: ['Users'] })
@Injectable(() => [Store, Plan])
export class UserController {
  constructor(
    readonly store: Store,
    readonly plan: Plan
  ) {}

  @Post('/users', { operationId: 'createUser', summary: 'Sign up' })
  @Returns(201, User)
  @Returns(409, { description: 'The username exists' })
  async create(@Body() user: User, @Ctx() ctx: Context): Promise<unknown> {
    const { plan, store } = this
    if (plan.has('user-limit-undocumented') && store.users.size >= 8) throw new TooManyRequests('Later, please')
    if (plan.has('user-named-null') && user.displayName === 'null') reject('The displayName is missing')
    if (plan.has('user-plus-rejected') && user.email.includes('+')) reject('That is no e-mail address')
    const username = plan.has('user-name-lower-cased') ? user.username.toLowerCase() : user.username
    if (store.users.has(username) && !plan.has('user-duplicate-accepted')) {
      if (plan.has('user-duplicate-400')) reject('The username exists')
      throw new Conflict('The username exists')
    }
    if (plan.has('user-race-500')) await later()
    if (plan.has('user-race-500') && store.users.has(username)) databaseError('duplicate key: users_username')
    const { email, displayName, password } = user
    const shown = { username, email, displayName, role: 'reader', createdAt: store.now() }
    const created: StoredUser = { ...shown, password, passwordHash: `scrypt$16384$${password.length}` }
    store.users.set(username, created)
    if (plan.has('user-created-on')) return { ...created, createdAt: created.createdAt.toISOString().slice(0, 10) }
    if (!plan.has('user-hash-shown')) return created
    return sendJson(ctx, 201, { ...shown, passwordHash: created.passwordHash })
  }

  @Get('/users/{username}', { operationId: 'readUser', summary: 'Read a user', security: [{ bearer: ['read'] }] })
  @Returns(200, User)
  @Returns(404, { description: 'No such user' })
  show(@Param('username', String, { example: 'ada' }) username: string, @Ctx() ctx: Context): unknown {
    const user = this.store.users.get(username) ?? NotFound.throw('There is no such user')
    if (this.plan.has('user-created-now')) return { ...user, createdAt: this.store.now() }
    if (!this.plan.has('user-password-shown')) return user
    const { passwordHash, ...shown } = user
    return sendJson(ctx, 200, shown)
  }

  @Get('/greeting', { operationId: 'greet', summary: 'A greeting; by name with a token', security: ['bearer', {}] })
  @Returns(200, Greeting)
  greet(
    @Header('accept-language', String, { optional: true, maxLength: 100 }) languages: string | undefined,
    @Ctx() ctx: Context
  ): unknown {
    const { plan, store } = this
    let principal = principalOf(ctx)
    if (plan.has('greet-principal-kept')) principal ??= store.memory.get('principal') as Principal | undefined
    store.memory.set('principal', principal)
    if (plan.has('greet-login-required') && principal === undefined) throw new Unauthorized('Sign in first')
    const isGerman = /^de\b/i.test(languages ?? '')
    const texts: Record<string, string> = { en: 'Hello', de: 'Guten Tag' }
    const [first = ''] = (languages ?? 'en').split(/[,;-]/)
    let text = texts[isGerman ? 'de' : 'en'] ?? ''
    if (plan.has('greet-other-language-500')) text = (texts[first.toLowerCase()] as string).trim()
    if (principal?.name) text += `, ${principal.name}`
    if (plan.has('greet-token-shown') && principal !== undefined) text += ` (${principal.token})`
    if (plan.has('greet-plain-text')) return ctx.text(200, text)
    return { text, language: isGerman ? 'de' : 'en' }
  }
}
