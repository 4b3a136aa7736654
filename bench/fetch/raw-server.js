import { byHand } from '../peers/by-hand.js'
import { serve } from './serve.js'

const BODY_LIMIT = 1_048_576
const HEADERS = { 'content-type': 'application/json; charset=utf-8' }

const { answerGet, answerData, answerSignup, answerOrder, refuse } = byHand((_res, status, body) => {
  return new Response(body, { status, headers: HEADERS })
})

/** Serves by hand on the runtime's own server. `readJson` reads the value of a request's body, and rejects what is not JSON. */
export function serveByHand(readJson) {
  serve((request) => {
    const { url, method } = request
    const target = url.slice(url.indexOf('/', 8))
    try {
      if (method === 'GET') return answerGet(target)
      if (method === 'POST' && target === '/data') return readBody(request, answerData)
      if (method === 'POST' && target === '/signup') return readBody(request, answerSignup)
      if (method === 'POST' && target === '/order') return readBody(request, answerOrder)
      return refuse(undefined, 404, 'not found')
    } catch (error) {
      if (error instanceof URIError) return refuse(undefined, 400, 'broken percent sequence')
      return refuse(undefined, 500, 'internal error')
    }
  })

  async function readBody(request, answer) {
    if (Number(request.headers.get('content-length')) > BODY_LIMIT) {
      return refuse(undefined, 413, 'the body is too large')
    }
    let body
    try {
      body = await readJson(request)
    } catch {
      return refuse(undefined, 400, 'the body is not valid JSON')
    }
    return answer(body)
  }
}
