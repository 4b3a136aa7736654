import {
  Application,
  Controller,
  defineLink,
  Field,
  Get,
  Integer,
  Param,
  Post,
  Query,
  Record,
  Returns
} from 'fieldstone'

@Record({ name: 'user' })
class User {
  @Field({ optional: true }) username?: string
  @Field({ optional: true }) uuid?: string
}

@Record({ name: 'repository' })
class Repository {
  @Field({ optional: true }) slug?: string
  @Field({ optional: true }) owner?: User
}

@Record({ name: 'pullrequest' })
class PullRequest {
  @Field(() => Integer, { optional: true }) id?: number
  @Field({ optional: true }) title?: string
  @Field({ optional: true }) repository?: Repository
  @Field({ optional: true }) author?: User
}

const userRepositories = defineLink('UserRepositories', {
  operation: () => [RepositoryController, 'ofOwner'],
  parameters: { username: '$response.body#/username' }
})
const userRepository = defineLink('UserRepository', {
  operation: 'getRepository',
  parameters: { username: '$response.body#/0/owner/username', slug: '$response.body#/0/slug' }
})
const repositoryPullRequests = defineLink('RepositoryPullRequests', {
  operation: 'getPullRequestsByRepository',
  parameters: { username: '$response.body#/owner/username', slug: '$response.body#/slug' }
})
const pullRequestMerge = defineLink('PullRequestMerge', {
  operation: () => [PullRequestController, 'merge'],
  parameters: {
    username: '$response.body#/author/username',
    slug: '$response.body#/repository/slug',
    pid: '$response.body#/id'
  }
})

@Controller('/2.0/users')
class UserController {
  @Get('/{username}', { operationId: 'getUserByName' })
  @Returns(200, User, { description: 'The user', links: { userRepositories } })
  show(@Param('username') username: string): User {
    return { username }
  }
}

@Controller('/2.0/repositories/{username}')
class RepositoryController {
  @Get({ operationId: 'getRepositoriesByOwner' })
  @Returns(200, [Repository], { description: 'The repositories', links: { userRepository } })
  ofOwner(@Param('username') username: string): Repository[] {
    return [{ slug: 'first', owner: { username } }]
  }

  @Get('/{slug}', { operationId: 'getRepository' })
  @Returns(200, Repository, { description: 'The repository', links: { repositoryPullRequests } })
  show(@Param('username') username: string, @Param('slug') slug: string): Repository {
    return { slug, owner: { username } }
  }
}

@Controller('/2.0/repositories/{username}/{slug}/pullrequests')
class PullRequestController {
  @Get({ operationId: 'getPullRequestsByRepository' })
  @Returns(200, [PullRequest], { description: 'The pull requests' })
  list(
    @Param('username') _username: string,
    @Param('slug') _slug: string,
    @Query('state', { enum: ['open', 'merged', 'declined'], optional: true }) _state?: string
  ): PullRequest[] {
    return []
  }

  @Get('/{pid}', { operationId: 'getPullRequestsById' })
  @Returns(200, PullRequest, { description: 'The pull request', links: { pullRequestMerge } })
  show(@Param('username') username: string, @Param('slug') slug: string, @Param('pid') _pid: string): PullRequest {
    return { id: 1, repository: { slug }, author: { username } }
  }

  @Post('/{pid}/merge', { operationId: 'mergePullRequest' })
  @Returns(204, 'It is merged')
  merge(@Param('username') _username: string, @Param('slug') _slug: string, @Param('pid') _pid: string): void {}
}

/** Repositories, and links from each response to what may be called next. */
export const linkExample = new Application({
  title: 'Link',
  version: '1.0.0',
  controllers: [UserController, RepositoryController, PullRequestController]
})
