import { settings } from './documents.js'

/** Pages of the same service hear each other on it: this one, and the one that the authorization server redirects to. */
const CHANNEL = 'fieldstone-docs-sign-in'

/**
 * Signs the reader in by OAuth 2 in a window of its own. In place of Swagger UI's own way: its `state` is the time of day, it
 * goes on where the response has another one, and it needs `window.opener`, which a header of either server can take away.
 */
export function signIn({ React }) {
  const h = React.createElement
  const channel = new BroadcastChannel(CHANNEL)
  /** What was begun and has no response yet, by its state. */
  const begun = new Map()

  const begin = () => (url, login) => {
    const state = randomText()
    const address = new URL(url, location.href)
    address.searchParams.set('state', state)
    const opened = globalThis.open('about:blank', '_blank')
    if (opened === null) {
      const message = 'The browser has blocked the window of the authorization server. Allow it, and try again.'
      login.errCb({ authId: login.auth.name, source: 'auth', level: 'error', message })
      return
    }
    // What is in the window must not be able to lead this page elsewhere. Opened without opener it could not close itself.
    opened.opener = null
    begun.set(state, login)
    opened.location.replace(address.href)
  }

  channel.addEventListener('message', ({ data }) => {
    const response = new URLSearchParams(data?.response)
    const state = response.get('state')
    const login = begun.get(state)
    // Another page has begun it, or nobody has: the other window says so.
    if (login === undefined) return
    begun.delete(state)
    channel.postMessage({ taken: state })
    finish(login, response)
  })

  const finish = ({ auth, redirectUrl, callback, errCb }, response) => {
    const fail = (message) => errCb({ authId: auth.name, source: 'auth', level: 'error', message })
    if (response.has('error')) {
      const description = response.get('error_description')
      fail(`${response.get('error')}${description ? `: ${description}` : ''}`)
    } else if (response.has('code')) {
      callback({ auth: { ...auth, code: response.get('code') }, redirectUrl })
    } else if (response.has('access_token')) {
      callback({ auth, token: Object.fromEntries(response), isValid: true, redirectUrl })
    } else fail('The authorization server sent neither a code nor a token.')
  }

  /** What readers must know before they enter a password or a token. */
  const note = (Auths) => (props) =>
    h(
      React.Fragment,
      null,
      settings.persistAuthorization &&
        h(
          'p',
          { className: 'docs-ui-kept' },
          'This browser keeps the credentials that you enter here until you log out.'
        ),
      h(Auths, props)
    )

  return {
    statePlugins: { auth: { wrapActions: { authPopup: begin } } },
    wrapComponents: { auths: note }
  }
}

/** 128 bits: RFC 6749, section 10.10. */
function randomText() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
