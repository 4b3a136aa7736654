// Makes projects as a user would, from the packed tarballs: `npm create fieldstone` for the legacy form of decorators and
// `fieldstone new` for the standard one. In each: npm install, npm test, verify, and npm run dev, whose response changes
// when a file does. Usage: node scripts/check-new.mjs [legacy|standard]
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.mjs'
import { COMMAND_LINE, FRAMEWORK, tarballOf } from './tarballs.mjs'

const home = mkdtempSync(join(tmpdir(), 'fieldstone-new-'))
const [only] = process.argv.slice(2)
const INSTALL = ['install', '--no-audit', '--no-fund', '--prefer-offline']

try {
  // A place where both commands are installed, as npx does.
  const tools = join(home, 'tools')
  mkdirSync(tools)
  writeFileSync(join(tools, 'package.json'), '{ "private": true }')
  run(tools, 'npm', ...INSTALL, ...FRAMEWORK, ...COMMAND_LINE)
  const forms = ['legacy', 'standard'].filter((form) => only === undefined || form === only)
  for (const form of forms) await check(form, tools)
} finally {
  rmSync(home, { recursive: true, force: true })
}

async function check(form, tools) {
  const began = performance.now()
  const program = form === 'legacy' ? ['create-fieldstone'] : ['fieldstone', 'new']
  const project = join(home, `my-${form}`)
  run(tools, 'npx', '--no-install', ...program, project, '--decorators', form)
  const manifest = join(project, 'package.json')
  const described = JSON.parse(readFileSync(manifest, 'utf8'))
  // The packages are not published yet.
  const file = (name) => `file:${tarballOf(name)}`
  for (const name of ['fieldstone', 'fieldstone-pattern-cost']) described.dependencies[name] = file(name)
  for (const name of ['fieldstone-verify', 'fieldstone-cli', 'fieldstone-diff', 'create-fieldstone']) {
    described.devDependencies[name] = file(name)
  }
  writeFileSync(manifest, JSON.stringify(described, null, 2))
  run(project, 'npm', ...INSTALL)
  run(project, 'npx', '--no-install', 'fieldstone', 'generate', 'controller', 'order-line')
  const tested = run(project, 'npm', 'test')
  if (!/^(# |ℹ )pass 4$/m.test(tested)) throw new Error(`npm test has not run 4 specs:\n${tested}`)
  const verified = run(project, 'npm', 'run', 'verify', '--', '--seed', '1')
  if (!/No disagreement/.test(verified)) throw new Error(`npm run verify has not verified:\n${verified}`)
  await develop(project)
  console.log(`A project with ${form} decorators works (${Math.round((performance.now() - began) / 1000)} s).`)
}

/** Runs `npm run dev`, and sees another response after a file has changed. */
async function develop(project) {
  const port = await freePort()
  const child = spawn('npm', ['run', 'dev'], {
    cwd: project,
    env: { ...process.env, PORT: String(port) },
    // A group of its own gets the signal below, as that of a terminal does: npm does not pass it on.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let written = ''
  let noticed = () => {}
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      written += text
      noticed()
    })
  }
  let isOver = false
  const late = setTimeout(() => {
    isOver = true
    noticed()
  }, 60_000)
  const listening = async () => {
    while (!written.includes(`:${port}/docs/`)) {
      if (isOver) throw new Error(`npm run dev does not listen:\n${written}`)
      await new Promise((resolve) => {
        noticed = resolve
      })
    }
    written = ''
  }
  try {
    await listening()
    const title = async () => (await (await fetch(`http://127.0.0.1:${port}/openapi.json`)).json()).info.title
    const before = await title()
    const file = join(project, 'src/application.ts')
    writeFileSync(file, readFileSync(file, 'utf8').replace(`'${before}'`, "'Another title'"))
    await listening()
    if ((await title()) !== 'Another title') throw new Error('npm run dev does not run the changed file')
  } finally {
    clearTimeout(late)
    const ended = once(child, 'exit')
    process.kill(-child.pid, 'SIGINT')
    await ended
  }
}

function run(cwd, program, ...args) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}
