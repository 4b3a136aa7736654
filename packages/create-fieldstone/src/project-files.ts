import { controllerFiles, type DecoratorForm, type ProjectFile, recordFile } from './resource-files.js'
import { resourceNames } from './resource-names.js'

/** What a new project depends on; its spec compares this with our own package.json. */
const VERSIONS = {
  fieldstone: '^0.1.0',
  'fieldstone-cli': '^0.1.0',
  'fieldstone-verify': '^0.1.0',
  '@swc/core': '^1.16.22',
  '@types/node': '^20.19.43',
  typescript: '^7.0.2'
} as const

const NODE_TEST = "import { describe, it } from 'node:test'\n"

/** The files of a new project, with one resource. */
export function projectFiles(name: string, form: DecoratorForm): ProjectFile[] {
  const names = resourceNames('note')
  const files: Readonly<Record<string, string>> = {
    'package.json': `${JSON.stringify(manifest(name), null, 2)}\n`,
    'tsconfig.json': `${JSON.stringify(compilerSettings(form), null, 2)}\n`,
    '.gitignore': 'node_modules/\ndist/\n.env\n',
    '.dockerignore': 'node_modules\ndist\n.git\n.env\n',
    Dockerfile: DOCKERFILE,
    '.github/workflows/ci.yml': WORKFLOW,
    'README.md': readme(name),
    'src/application.ts': application(name),
    'src/main.ts': MAIN
  }
  return [
    ...Object.entries(files).map(([path, text]) => ({ path, text })),
    recordFile(names, form, 'src'),
    ...controllerFiles(names, form, { sources: 'src', specs: 'spec', runner: NODE_TEST })
  ]
}

function manifest(name: string): object {
  const { fieldstone, ...development } = VERSIONS
  return {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
    scripts: {
      dev: 'fieldstone dev src/main.ts',
      build: 'tsc',
      start: 'node --enable-source-maps dist/src/main.js',
      test: 'tsc && node --enable-source-maps --test dist/spec/*.spec.js',
      verify: 'fieldstone verify src/application.ts',
      document: 'fieldstone document src/application.ts --out openapi.yaml',
      routes: 'fieldstone routes src/application.ts'
    },
    dependencies: { fieldstone },
    devDependencies: development,
    allowScripts: { '@swc/core': false }
  }
}

function compilerSettings(form: DecoratorForm): object {
  return {
    compilerOptions: {
      target: 'ES2022',
      module: 'NodeNext',
      strict: true,
      noUncheckedIndexedAccess: true,
      noUnusedLocals: true,
      ...(form === 'legacy' && { experimentalDecorators: true, emitDecoratorMetadata: true }),
      skipLibCheck: true,
      types: ['node'],
      rootDir: '.',
      outDir: 'dist',
      sourceMap: true
    },
    include: ['src', 'spec']
  }
}

function application(name: string): string {
  return `import { Application } from 'fieldstone'
import { NoteController } from './note-controller.js'

/** The whole service as a declaration: importing it starts nothing. */
export const application = new Application({
  title: '${name.replace(/^@[^/]*\//, '')}',
  version: '0.1.0',
  controllers: [NoteController],
  spec: '/openapi.json',
  docs: '/docs',
  // /livez and /readyz, for containers and load balancers.
  health: true
})
`
}

const MAIN = `import { bootstrap } from 'fieldstone'
import { application } from './application.js'

// All mistakes in the declarations are reported here, at once, before the service listens.
const service = await bootstrap(application)
const { PORT = '3000', HOST = '127.0.0.1' } = process.env
const { url } = await service.listen({ port: Number(PORT), host: HOST })

console.log(\`\${url}/docs/\`)
`

const DOCKERFILE = `# syntax=docker/dockerfile:1
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json* ./
RUN if [ -f package-lock.json ]; then npm ci; else npm install; fi
COPY tsconfig.json ./
COPY src src
RUN npm run build && npm prune --omit=dev

FROM node:24-alpine
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# The process cannot write any file of the application.
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=2s --start-period=10s \\
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/livez').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No shell and no npm in between: SIGTERM reaches the process, which finishes requests in flight and ends with 0.
CMD ["node", "--enable-source-maps", "dist/src/main.js"]
`

const WORKFLOW = `name: ci
on:
  push:
    branches: [main]
  pull_request:
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - run: npm install
      - run: npm test
      # Does the service do what its document says?
      - run: npm run verify
`

function readme(name: string): string {
  return `# ${name}

An HTTP API by [Fieldstone](https://www.npmjs.com/package/fieldstone).

| command | what it does |
|---|---|
| \`npm run dev\` | runs the service, and starts it again when a file changes; the documentation is at <http://127.0.0.1:3000/docs/> |
| \`npm test\` | compiles, and runs the specs |
| \`npm run verify\` | sends requests to the service until it is proved that it does what its document says |
| \`npm run document\` | writes the OpenAPI document to \`openapi.yaml\` |
| \`npm run routes\` | lists the routes |
| \`npm run build\`, \`npm start\` | compile, and run what was compiled |
| \`npx fieldstone generate controller order\` | adds another resource |

\`docker build -t ${imageName(name)} . && docker run --rm -p 3000:3000 ${imageName(name)}\` runs it in a container.
`
}

function imageName(name: string): string {
  return name.replace(/^@[^/]*\//, '')
}
