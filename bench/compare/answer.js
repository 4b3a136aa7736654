import { request as send } from 'node:http'
import { isDeepStrictEqual } from 'node:util'

/** What is wrong with a subject's answers to a case, before any load: a list of texts, empty if all is right. */
export async function wrongAnswers(port, expected) {
  const wrong = []
  const note = (request, what) => wrong.push(`${request.method} ${request.path} ${request.body ?? ''}: ${what}`)
  const answer = await ask(port, expected.request)
  if (answer.status !== expected.status) note(expected.request, `answered ${answer.status}: ${answer.body}`)
  else if (expected.json !== undefined && !isDeepStrictEqual(parsed(answer.body), expected.json)) {
    note(expected.request, `answered ${answer.body}`)
  } else {
    const unnamed = (expected.mentions ?? []).filter((name) => !answer.body.includes(name))
    if (unnamed.length > 0) note(expected.request, `does not mention ${unnamed.join(', ')}: ${answer.body}`)
  }
  if (expected.routes !== undefined) {
    const request = { method: 'GET', path: `/r${expected.routes - 1}/7/sub` }
    const { status } = await ask(port, request)
    if (status !== 200) note(request, `answered ${status}: it has not the ${expected.routes} more routes`)
  }
  for (const request of expected.refused) {
    const { status, body } = await ask(port, request)
    if (status !== 400) note(request, `answered ${status} in place of 400: ${body}`)
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

function ask(port, { method, path, headers, body }) {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, headers, agent: false, timeout: 5_000 }
    const request = send(options, async (response) => {
      try {
        const chunks = await response.setEncoding('utf8').toArray()
        resolve({ status: response.statusCode, body: chunks.join('') })
      } catch (error) {
        reject(error)
      }
    })
    request.on('error', reject).on('timeout', () => request.destroy(new Error('no answer within 5 s')))
    request.end(body)
  })
}
