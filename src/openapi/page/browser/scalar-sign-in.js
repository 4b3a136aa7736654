import { redirectUrl } from './documents.js'

/** Pages of the same service hear each other on it: this one, and the one that the authorization server redirects to. */
const CHANNEL = 'fieldstone-docs-sign-in'

/** What Scalar calls the window of the authorization server. */
const WINDOW = 'openAuth2Window'

/**
 * Gives Scalar what the authorization server sent. It reads the address of the window that it has opened, time and again;
 * but a header of either server (`Cross-Origin-Opener-Policy`) cuts that window off, so that it seems to be closed at once.
 */
export function repairSignIn() {
  const open = globalThis.open.bind(globalThis)
  globalThis.open = (url, name, ...rest) => {
    if (name !== WINDOW) return open(url, name, ...rest)
    const opened = open('about:blank', '_blank', ...rest)
    if (opened === null) return null
    // What is in the window must not be able to lead this page elsewhere. Opened without opener it could not close itself.
    opened.opener = null
    opened.location.replace(url)
    return windowOf(new URL(url).searchParams.get('state'))
  }
}

/** What Scalar takes for the window: it is where the response is, as soon as that has come. */
function windowOf(state) {
  const channel = new BroadcastChannel(CHANNEL)
  const seen = { closed: false, location: { href: 'about:blank' }, close: () => channel.close() }
  channel.addEventListener('message', ({ data }) => {
    const response = new URLSearchParams(data?.response)
    // Another page has begun it, or nobody has: the other window says so.
    if (response.get('state') !== state) return
    channel.postMessage({ taken: state })
    // Tokens come behind a hash, codes behind a question mark.
    seen.location.href = `${redirectUrl}${response.has('access_token') ? '#' : '?'}${response}`
  })
  return seen
}
