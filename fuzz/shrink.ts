import type { Input, WireInput } from './input.js'

/** Whether an input still shows the same finding. */
type Shows = (input: Input) => Promise<boolean>

/** Makes an input as small as it gets within the time (ms) while the finding is still shown. */
export async function shrink(input: Input, shows: Shows, time: number): Promise<Input> {
  const deadline = Date.now() + time
  let best = input
  for (let isSmaller = true; isSmaller && Date.now() < deadline; ) {
    isSmaller = false
    for (const candidate of candidates(best)) {
      if (Date.now() >= deadline) break
      if (!(await shows(candidate))) continue
      best = candidate
      isSmaller = true
      break
    }
  }
  return best
}

/** Smaller inputs, the most ambitious first. */
function* candidates(input: Input): Generator<Input> {
  if (input.kind === 'wire') yield* smallerWires(input)
  else if (input.kind === 'http2-client') {
    const { requests } = input
    for (const [index] of requests.entries())
      if (requests.length > 1) yield { ...input, requests: without(requests, index) }
    for (const [index, request] of requests.entries()) {
      for (const [at] of request.headers.entries()) {
        yield { ...input, requests: requests.with(index, { ...request, headers: without(request.headers, at) }) }
      }
    }
  } else {
    for (const [index] of input.headers.entries()) yield { ...input, headers: without(input.headers, index) }
    if (input.chunks !== undefined) yield { ...input, chunks: undefined, fails: false }
    if (input.chunks !== undefined && input.chunks.length > 1) yield { ...input, chunks: [input.chunks.join('')] }
    if (input.abortAfter !== undefined) yield { ...input, abortAfter: undefined }
    if (input.cancels) yield { ...input, cancels: false }
    if (input.pause > 0) yield { ...input, pause: 0 }
  }
}

function* smallerWires(input: WireInput): Generator<WireInput> {
  const { pieces, cuts } = input
  if (pieces.length > 2) {
    const half = Math.ceil(pieces.length / 2)
    yield { ...input, cuts: [], pieces: pieces.slice(0, half) }
    yield { ...input, cuts: [], pieces: pieces.slice(half) }
  }
  if (pieces.length > 1)
    for (const [index] of pieces.entries()) yield { ...input, cuts: [], pieces: without(pieces, index) }
  if (cuts.length > 0) yield { ...input, cuts: [] }
  for (const [index] of cuts.entries()) if (cuts.length > 1) yield { ...input, cuts: without(cuts, index) }
  for (const [index, piece] of pieces.entries()) {
    for (const smaller of smallerTexts(piece)) yield { ...input, pieces: pieces.with(index, smaller) }
  }
  if (input.end !== 'answered' && input.end !== 'half-close') yield { ...input, end: 'answered' }
}

/** Without one header of a request, or a span of bytes: long spans first. */
function* smallerTexts(text: string): Generator<string> {
  const lines = text.split('\r\n')
  const headEnd = lines.indexOf('')
  if (headEnd > 8) yield [...lines.slice(0, 1), ...lines.slice(headEnd / 2)].join('\r\n')
  for (let index = 1; index < Math.min(headEnd, 40); index++) yield without(lines, index).join('\r\n')
  for (let size = Math.floor(text.length / 2); size >= 1; size = Math.floor(size / 2)) {
    // Removing single bytes of a long input takes long and gains little.
    const step = Math.max(size, Math.floor(text.length / 64))
    for (let at = 0; at + size <= text.length; at += step) yield text.slice(0, at) + text.slice(at + size)
  }
}

function without<T>(list: readonly T[], index: number): T[] {
  return list.filter((_value, at) => at !== index)
}
