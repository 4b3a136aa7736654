/**
 * The URL of the document that a reader requests with `?url=`, or undefined if it does not lead to this service.
 *
 * @param {string} requested the path of one of the documents, or a URL to be resolved against the page's
 * @param {string} page the URL of the page
 * @param {readonly { path: string, url: string }[]} documents the service's own documents
 * @param {string} service the URL of the service's root: nothing outside it belongs to the service
 * @returns {string | undefined}
 */
export function resolveDocument(requested, page, documents, service) {
  const own = documents.find(({ path }) => path === requested)
  if (own) return own.url
  const url = parse(requested, page)
  if (!url) return undefined
  const root = new URL(service)
  // In some browsers blob: and filesystem: URLs have the origin of the page that made them.
  if (url.protocol !== root.protocol || url.origin !== root.origin) return undefined
  if (url.username !== '' || url.password !== '') return undefined
  // An encoded slash or backslash could be decoded on the way and lead out of the service's paths.
  if (!url.pathname.startsWith(root.pathname) || /%2f|%5c/i.test(url.pathname)) return undefined
  url.hash = ''
  return url.href
}

function parse(address, base) {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}
