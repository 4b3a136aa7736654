import {
  Application,
  bearerScheme,
  body,
  type Context,
  Controller,
  Delete,
  Field,
  Forbidden,
  Get,
  Injectable,
  Integer,
  NotFound,
  PartialType,
  Post,
  type Problem,
  Put,
  param,
  query,
  Unauthorized,
  UnprocessableContent
} from 'fieldstone'

class NewUser {
  @Field(() => String, { minLength: 1, maxLength: 40 }) username!: string
  @Field(() => String, { format: 'email' }) email!: string
  @Field(() => String, { format: 'password', minLength: 8, writeOnly: true }) password!: string
}

class NewUserRequest {
  @Field(() => NewUser) user!: NewUser
}

class Login {
  @Field(() => String, { format: 'email' }) email!: string
  @Field(() => String, { format: 'password' }) password!: string
}

class LoginRequest {
  @Field(() => Login) user!: Login
}

class UserChange extends PartialType(NewUser) {
  @Field(() => String, { optional: true }) bio?: string
  @Field(() => String, { optional: true, nullable: true }) image?: string | null
}

class UserChangeRequest {
  @Field(() => UserChange) user!: UserChange
}

class Profile {
  @Field(() => String) username!: string
  @Field(() => String) bio!: string
  @Field(() => String, { nullable: true }) image!: string | null
  @Field(() => Boolean) following!: boolean
}

class ProfileResponse {
  @Field(() => Profile) profile!: Profile
}

class User {
  @Field(() => String) username!: string
  @Field(() => String, { format: 'email' }) email!: string
  @Field(() => String) token!: string
  @Field(() => String) bio!: string
  @Field(() => String, { nullable: true }) image!: string | null
}

class UserResponse {
  @Field(() => User) user!: User
}

class NewArticle {
  @Field(() => String, { minLength: 1 }) title!: string
  @Field(() => String, { minLength: 1 }) description!: string
  @Field(() => String, { minLength: 1 }) body!: string
  @Field(() => [String], { default: [] }) tagList!: string[]
}

class NewArticleRequest {
  @Field(() => NewArticle) article!: NewArticle
}

class ArticleChange extends PartialType(NewArticle) {}

class ArticleChangeRequest {
  @Field(() => ArticleChange) article!: ArticleChange
}

class Article extends NewArticle {
  @Field(() => String) slug!: string
  @Field(() => Date) createdAt!: Date
  @Field(() => Date) updatedAt!: Date
  @Field(() => Boolean) favorited!: boolean
  @Field(() => Integer, { minimum: 0 }) favoritesCount!: number
  @Field(() => Profile) author!: Profile
}

class ArticleResponse {
  @Field(() => Article) article!: Article
}

class ArticlesResponse {
  @Field(() => [Article]) articles!: Article[]
  @Field(() => Integer, { minimum: 0 }) articlesCount!: number
}

class Paging {
  @Field(() => Integer, { minimum: 1, maximum: 100, default: 20, description: 'How many articles' }) limit!: number
  @Field(() => Integer, { minimum: 0, default: 0, description: 'How many to skip' }) offset!: number
}

class ArticleFilter extends Paging {
  @Field(() => String, { optional: true, description: 'Only articles with this tag' }) tag?: string
  @Field(() => String, { optional: true, description: 'Only articles of this user' }) author?: string
  @Field(() => String, { optional: true, description: 'Only favorites of this user' }) favorited?: string
}

class NewComment {
  @Field(() => String, { minLength: 1 }) body!: string
}

class NewCommentRequest {
  @Field(() => NewComment) comment!: NewComment
}

class Comment extends NewComment {
  @Field(() => Integer) id!: number
  @Field(() => Date) createdAt!: Date
  @Field(() => Date) updatedAt!: Date
  @Field(() => Profile) author!: Profile
}

class CommentResponse {
  @Field(() => Comment) comment!: Comment
}

class CommentsResponse {
  @Field(() => [Comment]) comments!: Comment[]
}

class TagsResponse {
  @Field(() => [String]) tags!: string[]
}

class Messages {
  @Field(() => [String], { minItems: 1 }) body!: string[]
}

/** Every error of the API. */
class ApiError {
  @Field(() => Messages) errors!: Messages
}

interface Account extends Omit<User, 'token'> {
  password: string
  readonly follows: Set<string>
}

interface Entry extends NewArticle {
  slug: string
  readonly author: string
  readonly createdAt: Date
  updatedAt: Date
  readonly favorites: Set<string>
  comments: { id: number; body: string; author: string; at: Date }[]
}

class Store {
  readonly accounts = new Map<string, Account>()
  readonly entries = new Map<string, Entry>()
  comments = 0

  account(name: string): Account {
    return this.accounts.get(name) ?? NotFound.throw(`There is no user ${name}`)
  }

  entry(slug: string): Entry {
    return this.entries.get(slug) ?? NotFound.throw(`There is no article ${slug}`)
  }

  user({ username, email, bio, image }: Account): UserResponse {
    return { user: { username, email, bio, image, token: tokenOf(username) } }
  }

  profile(name: string, viewer: string | undefined): Profile {
    const { username, bio, image } = this.account(name)
    return { username, bio, image, following: this.accounts.get(viewer ?? '')?.follows.has(username) === true }
  }

  article({ favorites, comments: _, author, ...entry }: Entry, viewer: string | undefined): Article {
    const favorited = favorites.has(viewer ?? '')
    return { ...entry, favorited, favoritesCount: favorites.size, author: this.profile(author, viewer) }
  }

  articles(entries: Entry[], { limit, offset }: Paging, viewer: string | undefined): ArticlesResponse {
    const page = entries.reverse().slice(offset, offset + limit)
    return { articles: page.map((entry) => this.article(entry, viewer)), articlesCount: entries.length }
  }
}

const tokenOf = (name: string) => Buffer.from(`conduit ${name}`).toString('base64url')
const viewerOf = (ctx: Context) => (ctx.state as { principal?: string }).principal
const callerOf = (ctx: Context) => viewerOf(ctx) as string

const slug = param('slug', String, { description: 'The slug of the article' })
const username = param('username', String, { description: 'The name of the user' })

/** With a token, or without. */
const OPTIONAL = ['token', {}] as const

@Controller({ tags: ['users'] })
@Injectable(() => [Store])
class UserController {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  @Post('/users', body(NewUserRequest), { security: [], summary: 'Register', responses: { 201: UserResponse } })
  register({ user }: NewUserRequest): UserResponse {
    if (this.#store.accounts.has(user.username)) throw new UnprocessableContent('username has already been taken')
    const account = { ...user, bio: '', image: null, follows: new Set<string>() }
    this.#store.accounts.set(user.username, account)
    return this.#store.user(account)
  }

  @Post('/users/login', body(LoginRequest), {
    security: [],
    summary: 'Log in',
    responses: { 200: UserResponse, 401: 'Wrong e-mail or password' }
  })
  login({ user: { email, password } }: LoginRequest): UserResponse {
    const found = [...this.#store.accounts.values()].find((each) => each.email === email && each.password === password)
    return this.#store.user(found ?? Unauthorized.throw('email or password is invalid'))
  }

  @Get('/user', { summary: 'Show yourself', responses: { 200: UserResponse } })
  show(ctx: Context): UserResponse {
    return this.#store.user(this.#store.account(callerOf(ctx)))
  }

  @Put('/user', body(UserChangeRequest), { summary: 'Change yourself', responses: { 200: UserResponse } })
  change({ user: { username: _name, ...change } }: UserChangeRequest, ctx: Context): UserResponse {
    return this.#store.user(Object.assign(this.#store.account(callerOf(ctx)), given(change)))
  }
}

@Controller('/profiles/{username}', { tags: ['profiles'], responses: { 404: 'No such user' } })
@Injectable(() => [Store])
class ProfileController {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  @Get(username, { security: OPTIONAL, summary: 'Show a profile', responses: { 200: ProfileResponse } })
  show(name: string, ctx: Context): ProfileResponse {
    return { profile: this.#store.profile(name, viewerOf(ctx)) }
  }

  @Post('/follow', username, { summary: 'Follow a user', responses: { 200: ProfileResponse } })
  follow(name: string, ctx: Context): ProfileResponse {
    this.#store.account(callerOf(ctx)).follows.add(this.#store.account(name).username)
    return this.show(name, ctx)
  }

  @Delete('/follow', username, { summary: 'Follow a user no more', responses: { 200: ProfileResponse } })
  unfollow(name: string, ctx: Context): ProfileResponse {
    this.#store.account(callerOf(ctx)).follows.delete(name)
    return this.show(name, ctx)
  }
}

@Controller('/articles', { tags: ['articles'] })
@Injectable(() => [Store])
class ArticleController {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  @Get(query(ArticleFilter), { security: OPTIONAL, summary: 'List articles', responses: { 200: ArticlesResponse } })
  list({ tag, author, favorited, ...paging }: ArticleFilter, ctx: Context): ArticlesResponse {
    const entries = [...this.#store.entries.values()].filter((entry) => {
      const isTagged = tag === undefined || entry.tagList.includes(tag)
      const isFavorite = favorited === undefined || entry.favorites.has(favorited)
      return isTagged && isFavorite && (author === undefined || entry.author === author)
    })
    return this.#store.articles(entries, paging, viewerOf(ctx))
  }

  @Get('/feed', query(Paging), { summary: 'List articles of followed users', responses: { 200: ArticlesResponse } })
  feed(paging: Paging, ctx: Context): ArticlesResponse {
    const { follows } = this.#store.account(callerOf(ctx))
    const entries = [...this.#store.entries.values()].filter(({ author }) => follows.has(author))
    return this.#store.articles(entries, paging, viewerOf(ctx))
  }

  @Post(body(NewArticleRequest), { summary: 'Write an article', responses: { 201: ArticleResponse } })
  write({ article }: NewArticleRequest, ctx: Context): ArticleResponse {
    const [at, author] = [new Date(), callerOf(ctx)]
    const own = `${article.title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${this.#store.entries.size + 1}`
    const entry = {
      ...article,
      slug: own,
      author,
      createdAt: at,
      updatedAt: at,
      favorites: new Set<string>(),
      comments: []
    }
    this.#store.entries.set(own, entry)
    return { article: this.#store.article(entry, author) }
  }

  @Get('/{slug}', slug, {
    security: OPTIONAL,
    summary: 'Show an article',
    responses: { 200: ArticleResponse, 404: 'No such article' }
  })
  show(of: string, ctx: Context): ArticleResponse {
    return { article: this.#store.article(this.#store.entry(of), viewerOf(ctx)) }
  }

  @Put('/{slug}', slug, body(ArticleChangeRequest), {
    summary: 'Change an article',
    responses: { 200: ArticleResponse, 403: 'The article of another', 404: 'No such article' }
  })
  change(of: string, { article }: ArticleChangeRequest, ctx: Context): ArticleResponse {
    Object.assign(this.#own(of, ctx), given(article), { updatedAt: new Date() })
    return this.show(of, ctx)
  }

  @Delete('/{slug}', slug, {
    summary: 'Remove an article',
    responses: { 204: 'Removed', 403: 'The article of another', 404: 'No such article' }
  })
  remove(of: string, ctx: Context): void {
    this.#store.entries.delete(this.#own(of, ctx).slug)
  }

  @Post('/{slug}/favorite', slug, {
    tags: ['favorites'],
    summary: 'Make an article a favorite',
    responses: { 200: ArticleResponse, 404: 'No such article' }
  })
  favor(of: string, ctx: Context): ArticleResponse {
    this.#store.entry(of).favorites.add(callerOf(ctx))
    return this.show(of, ctx)
  }

  @Delete('/{slug}/favorite', slug, {
    tags: ['favorites'],
    summary: 'Make an article no favorite',
    responses: { 200: ArticleResponse, 404: 'No such article' }
  })
  disfavor(of: string, ctx: Context): ArticleResponse {
    this.#store.entry(of).favorites.delete(callerOf(ctx))
    return this.show(of, ctx)
  }

  #own(of: string, ctx: Context): Entry {
    const entry = this.#store.entry(of)
    return entry.author === callerOf(ctx) ? entry : Forbidden.throw('The article is that of another')
  }
}

@Controller('/articles/{slug}/comments', { tags: ['comments'], responses: { 404: 'No such article or comment' } })
@Injectable(() => [Store])
class CommentController {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  @Get(slug, { security: OPTIONAL, summary: 'List comments', responses: { 200: CommentsResponse } })
  list(of: string, ctx: Context): CommentsResponse {
    return { comments: this.#store.entry(of).comments.map((comment) => this.#shown(comment, ctx)) }
  }

  @Post(slug, body(NewCommentRequest), { summary: 'Comment', responses: { 201: CommentResponse } })
  add(of: string, { comment }: NewCommentRequest, ctx: Context): CommentResponse {
    const { comments } = this.#store.entry(of)
    const added = { id: ++this.#store.comments, body: comment.body, author: callerOf(ctx), at: new Date() }
    comments.push(added)
    return { comment: this.#shown(added, ctx) }
  }

  @Delete('/{id}', slug, param('id', Integer, { description: 'The id of the comment' }), {
    summary: 'Remove a comment',
    responses: { 204: 'Removed', 403: 'The comment of another' }
  })
  remove(of: string, id: number, ctx: Context): void {
    const entry = this.#store.entry(of)
    const found = entry.comments.find((comment) => comment.id === id) ?? NotFound.throw('There is no such comment')
    if (found.author !== callerOf(ctx)) Forbidden.throw('The comment is that of another')
    entry.comments = entry.comments.filter((comment) => comment !== found)
  }

  #shown({ id, body: text, author, at }: Entry['comments'][number], ctx: Context): Comment {
    return { id, body: text, createdAt: at, updatedAt: at, author: this.#store.profile(author, viewerOf(ctx)) }
  }
}

@Controller('/tags', { tags: ['tags'], security: [] })
@Injectable(() => [Store])
class TagController {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  @Get({ summary: 'List tags', responses: { 200: TagsResponse } })
  list(): TagsResponse {
    return { tags: [...new Set([...this.#store.entries.values()].flatMap(({ tagList }) => tagList))] }
  }
}

/** What a change gives. */
function given<T extends object>(change: T): Partial<T> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<T>
}

function format({ detail, errors }: Problem): ApiError {
  return { errors: { body: errors?.map(({ path, message }) => `${path} ${message}`) ?? [detail] } }
}

/** The RealWorld API (https://realworld-docs.netlify.app), in memory. The form of its errors is declared once, here. */
export function conduit(): Application {
  const store = new Store()
  const token = bearerScheme({
    description: 'The token of a user, as registration and login return it',
    authenticate: (text) => [...store.accounts.keys()].find((name) => tokenOf(name) === text)
  })
  return new Application({
    title: 'Conduit',
    version: '1.0.0',
    description: 'The RealWorld API: articles, comments, favorites and followers.',
    contact: { name: 'RealWorld', url: 'https://github.com/gothinkster/realworld' },
    license: { name: 'MIT License', url: 'https://opensource.org/license/mit' },
    servers: [{ url: 'https://api.realworld.test/api' }],
    tags: ['users', 'profiles', 'articles', 'favorites', 'comments', 'tags'].map((name) => ({
      name,
      description: `Operations of ${name}`
    })),
    provide: [[Store, store]],
    controllers: [UserController, ProfileController, ArticleController, CommentController, TagController],
    securitySchemes: { token },
    security: ['token'],
    errors: { body: ApiError, format, statuses: { validation: 422 } },
    logger: false
  })
}
