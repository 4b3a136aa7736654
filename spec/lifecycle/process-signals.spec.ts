import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const MAIN = fileURLToPath(new URL('../support/stoppable-service.js', import.meta.url))

/** A service in a process of its own. */
class Stoppable {
  readonly #child: ChildProcess
  readonly ended: Promise<{ code: number | null; signal: string | null; lines: string[]; stderr: string }>
  stdout = ''
  stderr = ''

  constructor(mode: string, port = '0') {
    const env = { ...process.env, MODE: mode, PORT: port }
    this.#child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 120_000 })
    this.#child.stdout?.on('data', (text) => {
      this.stdout += text
    })
    this.#child.stderr?.on('data', (text) => {
      this.stderr += text
    })
    this.ended = once(this.#child, 'close').then(([code, signal]) => {
      const lines = this.stdout.split('\n').filter((line) => line !== '' && !line.startsWith('listens'))
      return { code, signal, lines, stderr: this.stderr }
    })
  }

  /** Waits for a line of its output. */
  async says(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.stdout)
      if (found !== null) return found[1] ?? found[0]
      const next = await Promise.race([
        this.ended,
        once(this.#child.stdout as NonNullable<ChildProcess['stdout']>, 'data')
      ])
      if (!Array.isArray(next)) throw new Error(`It ended: ${this.stdout}${this.stderr}`)
    }
  }

  async url(): Promise<string> {
    return this.says(/listens (\S+)\n/)
  }

  kill(signal: NodeJS.Signals = 'SIGTERM'): void {
    this.#child.kill(signal)
  }
}

const STARTED = ['first started', 'second started']
const CLOSED = ['second closed', 'first closed']

describe('A process whose service listens', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`finishes what is in flight at ${signal}, closes its resources, and ends with 0`, async () => {
      const process = new Stoppable('')
      const slow = fetch(`${await process.url()}/slow`).then((answer) => answer.json())
      await process.says(/slow entered/)
      process.kill(signal)
      expect(await slow).to.equal('finished')
      expect(await process.ended).to.deep.equal({
        ...{ code: 0, signal: null, stderr: '' },
        lines: [...STARTED, 'slow entered', ...CLOSED]
      })
    })
  }

  it('ends at once at the second signal, with 128 and the number of the signal', async () => {
    const process = new Stoppable('stuck')
    const url = await process.url()
    const slow = fetch(`${url}/slow`).then(
      () => 'answered',
      () => 'cut'
    )
    await process.says(/slow entered/)
    process.kill('SIGTERM')
    const isOpen = () =>
      fetch(url).then(
        () => true,
        () => false
      )
    while (await isOpen()) await wait(10)
    process.kill('SIGINT')
    expect(await slow).to.equal('cut')
    const { code, lines, stderr } = await process.ended
    expect([code, lines]).to.deep.equal([130, [...STARTED, 'slow entered']])
    expect(stderr).to.contain('SIGINT again: the process exits now')
  })

  it('cuts at the deadline what does not finish, and still ends with 0', async () => {
    const process = new Stoppable('cut')
    const slow = fetch(`${await process.url()}/slow`).then(
      () => 'answered',
      () => 'cut'
    )
    await process.says(/slow entered/)
    process.kill()
    expect(await slow).to.equal('cut')
    const { code, lines, stderr } = await process.ended
    expect([code, lines]).to.deep.equal([0, [...STARTED, 'slow entered', ...CLOSED]])
    expect(stderr).to.contain('The deadline of the stop has passed')
  })

  it('is not ready from the signal on, and accepts requests until the delay is over', async () => {
    const process = new Stoppable('delayed')
    const url = await process.url()
    const ready = async () => {
      const answer = await fetch(`${url}/readyz`)
      return [answer.status, ((await answer.json()) as { status: string }).status]
    }
    expect(await ready()).to.deep.equal([200, 'ok'])
    process.kill()
    let state = await ready()
    while (state[0] === 200) state = await ready()
    expect(state).to.deep.equal([503, 'closing'])
    expect((await fetch(`${url}/livez`)).status).to.equal(200)
    expect((await process.ended).code).to.equal(0)
  })

  it('ends although something that was forgotten holds it', async () => {
    const process = new Stoppable('held')
    await process.url()
    process.kill()
    expect((await process.ended).code).to.equal(0)
  })

  it('ends with 1 where a resource does not close, but closes the others', async () => {
    const process = new Stoppable('broken close')
    await process.url()
    process.kill()
    const { code, lines, stderr } = await process.ended
    expect([code, lines]).to.deep.equal([1, [...STARTED, ...CLOSED]])
    expect(stderr).to.contain('resources[0].onClose failed').and.to.contain('no goodbye')
  })

  it('ends with 1 and says why where a resource does not start', async () => {
    const { code, lines, stderr } = await new Stoppable('broken start').ended
    expect([code, lines]).to.deep.equal([1, ['first started']])
    expect(stderr).to.contain('resources[0].onStart failed: no database')
  })

  it('ends with 1 and says why where the port is in use, and closes its resources', async () => {
    const first = new Stoppable('')
    const { port } = new URL(await first.url())
    const { code, lines, stderr } = await new Stoppable('', port).ended
    expect([code, lines]).to.deep.equal([1, [...STARTED, ...CLOSED]])
    expect(stderr).to.contain(`LISTEN_FAILED: the port is already in use, 127.0.0.1:${port}; stop the program`)
    first.kill()
    expect((await first.ended).code).to.equal(0)
  })

  it('leaves signals to the application where that wants it', async () => {
    const process = new Stoppable('own signals')
    await process.url()
    process.kill()
    const { code, lines } = await process.ended
    expect([code, lines]).to.deep.equal([0, [...STARTED, ...CLOSED, 'closed by hand']])
  })
})
