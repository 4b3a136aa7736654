import { isDeepStrictEqual } from 'node:util'
import { ask } from '../process/ask.js'

/** What is wrong with a subject's answers to a case, before any load: a list of texts, empty if all is right. */
export async function wrongAnswers(port, expected) {
  const wrong = []
  const note = (request, what) => wrong.push(`${request.method} ${request.path} ${request.body ?? ''}: ${what}`)
  const answer = await ask(port, expected.request)
  const body = answer.bytes.toString()
  if (answer.status !== expected.status) note(expected.request, `answered ${answer.status}: ${body}`)
  else if (expected.json !== undefined && !isDeepStrictEqual(parsed(body), expected.json)) {
    note(expected.request, `answered ${body}`)
  } else {
    const unnamed = (expected.mentions ?? []).filter((name) => !body.includes(name))
    if (unnamed.length > 0) note(expected.request, `does not mention ${unnamed.join(', ')}: ${body}`)
  }
  if (expected.routes !== undefined) {
    const request = { method: 'GET', path: `/r${expected.routes - 1}/7/sub` }
    const { status } = await ask(port, request)
    if (status !== 200) note(request, `answered ${status}: it has not the ${expected.routes} more routes`)
  }
  for (const request of expected.refused) {
    const { status, bytes } = await ask(port, request)
    if (status !== 400) note(request, `answered ${status} in place of 400: ${bytes}`)
  }
  return wrong
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
