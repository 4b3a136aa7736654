/** An authorization server redirects here. What it sent goes to the documentation page that began with its state. */
const CHANNEL = 'fieldstone-docs-sign-in'

/** How long that page has to take it, in milliseconds. */
const PATIENCE = 2_000

const sent = new URLSearchParams(location.search)
const response = sent.has('state') ? sent : new URLSearchParams(location.hash.slice(1))
const outcome = document.getElementById('outcome')
const channel = new BroadcastChannel(CHANNEL)

const tooLate = setTimeout(() => {
  outcome.textContent =
    'No open documentation page has begun this: its state does not match. Nothing was taken from it. Close this window, and sign in from the documentation page.'
}, PATIENCE)

channel.addEventListener('message', ({ data }) => {
  if (data?.taken === undefined || data.taken !== response.get('state')) return
  clearTimeout(tooLate)
  // A code or a token does not stay in the address.
  history.replaceState(null, '', location.pathname)
  outcome.textContent = 'You can close this window.'
  globalThis.close()
})

channel.postMessage({ response: response.toString() })
