import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { bootstrap } from 'fieldstone'
import type { AWSLambdaHandler } from 'srvx/aws-lambda'
import { parseAllDocuments } from 'yaml'
import { application } from '../../sample-app/application.js'
import { Guide } from '../support/guide.js'

const guide = new Guide('deploying')
const DEFAULT_DEADLINE = 10_000

/** What the sample serves to whoever probes it. */
async function isProbe(path: string): Promise<boolean> {
  const service = await bootstrap(application)
  try {
    return (await service.inject(path)).statusCode === 200 && !(path in service.document.paths)
  } finally {
    await service.close()
  }
}

describe('the guide to deploying', () => {
  before('compiles its examples', () => {
    guide.compile()
  })

  it('gives platforms of fetch a module that works', async () => {
    type Module = { default: { fetch(request: Request): Promise<Response> } }
    const { default: module } = await guide.import<Module>('fetch')
    expect(await (await module.fetch(new Request('http://localhost/items/7'))).json()).to.deep.equal({ id: '7' })
  })

  it('gives Vercel a function for each method', async () => {
    const module = await guide.import<Record<string, (request: Request) => Promise<Response>>>('vercel')
    expect(Object.keys(module)).to.have.members(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    const ask = (method: string) =>
      module[method]?.(
        new Request('https://items.example/items/7', { method, headers: { 'x-real-ip': '203.0.113.7' } })
      ) as Promise<Response>
    expect(await (await ask('GET')).json()).to.deep.equal({ id: '7', limit: null, for: '203.0.113.7' })
    expect((await ask('DELETE')).status).to.equal(405)
    expect((await ask('OPTIONS')).headers.get('allow')).to.equal('GET, HEAD, OPTIONS')
    expect(guide.json('vercel.json')).to.deep.equal({ rewrites: [{ source: '/(.*)', destination: '/api' }] })
  })

  describe('gives AWS Lambda a handler', () => {
    /** As the two kinds of API Gateway send them; accounts and names are made up. */
    const http = (event: object) => ({
      version: '2.0',
      routeKey: '$default',
      rawPath: '/items/7',
      rawQueryString: 'limit=a%20b&limit=2',
      cookies: ['one=1', 'two=2'],
      headers: {
        accept: '*/*',
        'content-length': '0',
        host: 'r3pmxmplak.execute-api.us-east-2.amazonaws.com',
        'user-agent': 'curl/8.5.0',
        'x-amzn-trace-id': 'Root=1-5e6722a7-cc56xmpl46db7ae02d4da47e',
        'x-forwarded-for': '205.255.255.176',
        'x-forwarded-port': '443',
        'x-forwarded-proto': 'https'
      },
      queryStringParameters: { limit: 'a b,2' },
      requestContext: {
        accountId: '123456789012',
        apiId: 'r3pmxmplak',
        domainName: 'r3pmxmplak.execute-api.us-east-2.amazonaws.com',
        domainPrefix: 'r3pmxmplak',
        http: {
          method: 'GET',
          path: '/items/7',
          protocol: 'HTTP/1.1',
          sourceIp: '205.255.255.176',
          userAgent: 'curl/8.5.0'
        },
        requestId: 'JKJaXmPLvHcESHA=',
        routeKey: '$default',
        stage: '$default',
        time: '10/Mar/2020:05:16:23 +0000',
        timeEpoch: 1583817383220
      },
      isBase64Encoded: false,
      ...event
    })
    const rest = {
      resource: '/{proxy+}',
      path: '/items/7',
      httpMethod: 'GET',
      headers: { Accept: '*/*', Host: '70ixmpl4fl.execute-api.us-east-2.amazonaws.com' },
      multiValueHeaders: { Accept: ['*/*'], Host: ['70ixmpl4fl.execute-api.us-east-2.amazonaws.com'] },
      queryStringParameters: { limit: '2' },
      multiValueQueryStringParameters: { limit: ['1', '2'] },
      pathParameters: { proxy: 'items/7' },
      stageVariables: null,
      requestContext: {
        path: '/prod/items/7',
        stage: 'prod',
        httpMethod: 'GET',
        protocol: 'HTTP/1.1',
        identity: { sourceIp: '205.255.255.177', userAgent: 'curl/8.5.0' }
      },
      body: null,
      isBase64Encoded: false
    }
    interface Result {
      readonly statusCode: number
      readonly headers: Record<string, string>
      readonly cookies?: string[]
      readonly body: string
      readonly isBase64Encoded?: boolean
    }
    const invoke = async (event: object): Promise<Result> => {
      const { handler } = await guide.import<{ handler: AWSLambdaHandler }>('lambda')
      const context = { awsRequestId: 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef' }
      return (await handler(event as never, context as never)) as Result
    }

    it('for HTTP APIs and function URLs', async () => {
      const { statusCode, headers, body, isBase64Encoded } = await invoke(http({}))
      expect(statusCode).to.equal(200)
      expect(headers['content-type']).to.equal('application/json; charset=utf-8')
      expect(JSON.parse(body)).to.deep.equal({ id: '7', limit: 'a b', for: '205.255.255.176' })
      expect(isBase64Encoded ?? false).to.equal(false)
    })

    it('for bodies in Base64, and responses with several cookies', async () => {
      const { requestContext } = http({})
      const { statusCode, body, cookies } = await invoke(
        http({
          rawPath: '/items',
          rawQueryString: '',
          requestContext: { ...requestContext, http: { ...requestContext.http, method: 'POST', path: '/items' } },
          headers: { host: 'x.example', 'content-type': 'application/octet-stream', 'content-length': '3' },
          body: Buffer.from([1, 2, 255]).toString('base64'),
          isBase64Encoded: true
        })
      )
      expect([statusCode, JSON.parse(body)]).to.deep.equal([200, { bytes: 3 }])
      expect(cookies?.map((cookie) => cookie.split(';')[0])).to.deep.equal(['last=item', 'basket=full'])
    })

    it('for responses of bytes, and for errors', async () => {
      const picture = await invoke(http({ rawPath: '/picture' }))
      expect(picture.isBase64Encoded).to.equal(true)
      expect(Buffer.from(picture.body, 'base64').toString('hex')).to.equal('8950ff')
      const nothing = await invoke(http({ rawPath: '/nowhere' }))
      expect(nothing.headers['content-type']).to.equal('application/problem+json')
      expect(JSON.parse(nothing.body)).to.include({ status: 404 })
      expect(nothing.statusCode).to.equal(404)
    })

    it('for REST APIs', async () => {
      const { statusCode, body } = await invoke(rest)
      expect([statusCode, JSON.parse(body)]).to.deep.equal([200, { id: '7', limit: '1', for: '205.255.255.177' }])
    })
  })
})

describe('the Dockerfile of the sample application', () => {
  const source = readFileSync('sample-app/Dockerfile', 'utf8')
  const lines = source
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '')
  const instructions = lines.map((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    return { name, rest }
  })
  const stages: { name: string; rest: string }[][] = []
  for (const instruction of instructions) {
    if (instruction.name === 'FROM') stages.push([])
    stages.at(-1)?.push(instruction)
  }
  const [build = [], run = []] = stages
  const all = (stage: typeof build, name: string): string[] =>
    stage.filter((each) => each.name === name).map(({ rest }) => rest)
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

  it('uses known instructions, and builds in one stage what it runs in another', () => {
    expect(
      instructions.filter(({ name }) => !/^(FROM|WORKDIR|COPY|RUN|ENV|USER|EXPOSE|HEALTHCHECK|CMD)$/.test(name))
    ).to.deep.equal([])
    expect(all(build, 'FROM')[0]).to.match(/^node:\d+-slim AS build$/)
    expect(all(run, 'FROM')[0]).to.match(/^node:\d+-alpine$/)
    expect(stages).to.have.length(2)
  })

  it('copies files that exist, and that the build does not ignore', () => {
    const ignored = readFileSync('sample-app/Dockerfile.dockerignore', 'utf8').split('\n')
    const copied = all(build, 'COPY').flatMap((rest) => rest.split(' ').slice(0, -1))
    expect(copied).to.include.members(['package.json', 'src', 'sample-app', 'tsconfig.json'])
    for (const path of copied) {
      expect(existsSync(path), path).to.equal(true)
      expect(ignored, path).to.include(`!${path.split('/')[0]}`)
    }
  })

  it('copies what its build needs', () => {
    const needed = [...`${scripts.build} ${scripts.bundle}`.matchAll(/node (scripts\/\S+)|-p (\S+)/g)].map(
      ([, script, config = '']) => script ?? config
    )
    expect(needed).to.have.length(4)
    const copied = all(build, 'COPY').flatMap((rest) => rest.split(' ').slice(0, -1))
    const isCopied = (file: string) => copied.some((path) => file === path || file.startsWith(`${path}/`))
    expect(needed.filter((file) => !isCopied(file))).to.deep.equal([])
  })

  it('runs commands that the package has', () => {
    const commands = all(build, 'RUN').flatMap((rest) => rest.split(' && '))
    const named = commands.flatMap((command) => /^npm run (\S+)$/.exec(command)?.[1] ?? [])
    expect(named).to.deep.equal(['build'])
    for (const name of named) expect(scripts).to.have.property(name)
    expect(commands.at(-1)).to.equal('npm prune --omit=dev')
  })

  it('takes from the build what the package publishes and the sample is', () => {
    const taken = all(run, 'COPY').map((rest) => /^--from=build \/app\/(\S+) /.exec(rest)?.[1])
    expect(taken).to.deep.equal(['package.json', 'node_modules', 'packages', 'dist'])
  })

  it('runs the compiled sample without a shell, as another user than root', () => {
    const command = JSON.parse(all(run, 'CMD')[0] ?? '') as string[]
    expect(command[0]).to.equal('node')
    const main = command.at(-1) ?? ''
    expect(existsSync(main.replace(/^dist\//, '').replace(/\.js$/, '.ts')), main).to.equal(true)
    expect(scripts.start).to.include(command.join(' '))
    expect(all(run, 'USER')).to.deep.equal(['node'])
    const names = run.map(({ name }) => name)
    expect(names.indexOf('USER')).to.be.lessThan(names.indexOf('CMD'))
  })

  it('sets where the sample listens, and checks its health there', async () => {
    const env = Object.fromEntries((all(run, 'ENV')[0] ?? '').split(' ').map((pair) => pair.split('=')))
    expect(env).to.deep.equal({ NODE_ENV: 'production', HOST: '0.0.0.0', PORT: all(run, 'EXPOSE')[0] })
    const main = readFileSync('sample-app/main.ts', 'utf8')
    for (const name of ['HOST', 'PORT']) expect(main).to.match(new RegExp(`\\b${name} = .*process\\.env`))
    const [health = ''] = all(run, 'HEALTHCHECK')
    const [, probe = ''] = /^(?:--\S+ )*CMD (.*)$/.exec(health) ?? []
    const [program, flag, code = ''] = JSON.parse(probe) as string[]
    expect([program, flag]).to.deep.equal(['node', '-e'])
    expect(() => new Function(code)).not.to.throw()
    expect(await isProbe(/'(\/\w+)'/.exec(code)?.[1] ?? '')).to.equal(true)
  })
})

describe('the Kubernetes manifest of the sample application', () => {
  interface Probe {
    readonly httpGet: { readonly path: string; readonly port: string }
  }
  interface Container {
    readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
    readonly env: readonly { readonly name: string; readonly value: string }[]
    readonly resources: { readonly requests: object; readonly limits: object }
    readonly securityContext: object
    readonly startupProbe: Probe
    readonly livenessProbe: Probe
    readonly readinessProbe: Probe
    readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
  }
  const documents = parseAllDocuments(readFileSync('sample-app/kubernetes.yaml', 'utf8'))
  const objects = documents.map((document) => document.toJS())
  const [deployment, service, budget] = objects
  const pod = deployment.spec.template.spec
  const [container] = pod.containers as [Container]

  it('is well-formed, and each part finds the others', () => {
    for (const { errors, warnings } of documents) expect([...errors, ...warnings]).to.deep.equal([])
    expect(objects.map(({ kind }) => kind)).to.deep.equal(['Deployment', 'Service', 'PodDisruptionBudget'])
    const { labels } = deployment.spec.template.metadata
    for (const selector of [
      deployment.spec.selector.matchLabels,
      service.spec.selector,
      budget.spec.selector.matchLabels
    ]) {
      expect(selector).to.deep.equal(labels)
    }
    const [{ name, containerPort }] = container.ports as [Container['ports'][number]]
    expect(service.spec.ports[0].targetPort).to.equal(name)
    expect(readFileSync('sample-app/Dockerfile', 'utf8')).to.include(`PORT=${containerPort}`)
    expect(pod.volumes.map((volume: { name: string }) => volume.name)).to.deep.equal(
      container.volumeMounts.map((mount) => mount.name)
    )
  })

  it('probes what the sample serves: the liveness depends on nothing', async () => {
    const { startupProbe, livenessProbe, readinessProbe } = container
    const paths = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)
    expect(paths).to.deep.equal(['/livez', '/livez', '/readyz'])
    for (const path of paths) expect(await isProbe(path)).to.equal(true)
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) expect(httpGet.port).to.equal('http')
  })

  it('gives the stop more time than it takes', () => {
    const delay = Number(container.env.find(({ name }) => name === 'SHUTDOWN_DELAY')?.value)
    expect(delay).to.be.greaterThan(0)
    expect(pod.terminationGracePeriodSeconds * 1_000).to.be.greaterThan(delay + DEFAULT_DEADLINE)
    expect(readFileSync('sample-app/main.ts', 'utf8')).to.match(/shutdown: \{ delay: Number\(SHUTDOWN_DELAY\) \}/)
  })

  it('runs more than one process, none of them as root, each within limits', () => {
    expect(deployment.spec.replicas).to.be.greaterThan(1)
    expect(pod.securityContext).to.include({ runAsNonRoot: true })
    expect(container.securityContext).to.include({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true })
    expect(container.resources.requests).to.have.keys('cpu', 'memory')
    expect(container.resources.limits).to.have.keys('memory')
  })
})
