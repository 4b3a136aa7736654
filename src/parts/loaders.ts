import loadIsPhoneNumber from './load-is-phone-number.cjs'
import loadProxyAddr from './load-proxy-addr.cjs'

/**
 * The parts: what only some applications need, each loaded when it is needed, so that the others do not pay for it.
 *
 * A bundle would contain all of them, as a bundler cannot know which options and methods an application uses. There
 * `of-bundle.ts` takes the place of this file (`#parts` in package.json, by the condition `module`, which bundlers have),
 * and the application imports the parts that it uses: `import 'fieldstone/parts/docs'`.
 */
export { loadIsPhoneNumber, loadProxyAddr }

/** The files of the docs page; called as the page is registered, so that what is missing is a setup error. */
export function docsFiles(): () => Promise<Readonly<Record<string, string>>> {
  return async () => (await import('./docs-ui-files.js')).FILES
}

/** What reads a file as a request wants it; it takes 50 ms to load on a small machine. */
export async function loadSend(): Promise<typeof import('@fastify/send').default> {
  return (await import('@fastify/send')).default
}

/** What makes a request without a socket. */
export async function loadLightMyRequest(): Promise<typeof import('light-my-request').default> {
  return (await import('light-my-request')).default
}

/** What writes the document as YAML; called as a path of it is registered, so that what is missing is a setup error. */
export function yamlLibrary(): () => Promise<typeof import('yaml')> {
  return async () => {
    // In the bundle, as what a library in CommonJS exports to Node, it is the default.
    const library: typeof import('yaml') & { readonly default?: typeof import('yaml') } = await import('yaml')
    return library.default ?? library
  }
}
