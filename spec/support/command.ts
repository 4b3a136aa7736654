import { runCommand } from '../../packages/cli/src/command-line.js'

/** What a run of the command did: its exit code, or the error that the process would print. */
export interface CommandRun {
  readonly status?: number
  readonly stdout: string
  readonly stderr: string
  readonly error?: Error
}

/** `fieldstone` without a process of its own. */
export async function runHere(...args: string[]): Promise<CommandRun> {
  const written = { stdout: '', stderr: '' }
  const out = (text: string) => {
    written.stdout += text
  }
  const err = (text: string) => {
    written.stderr += text
  }
  try {
    const status = await runCommand(args, { out, err, columns: undefined })
    return { status, ...written }
  } catch (error) {
    return { ...written, error: error as Error }
  }
}
