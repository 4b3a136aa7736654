/**
 * The address of the document that a reader asks for with `?url=`, or undefined if it does not lead to this service.
 *
 * @param {string} requested the path of one of the documents, or an address to be resolved against the page's
 * @param {string} page the address of the page
 * @param {readonly { path: string, url: string }[]} documents the service's own documents
 * @param {string} service the address of the service's root: what does not lie below belongs to somebody else
 * @returns {string | undefined}
 */
export function resolveDocument(requested, page, documents, service) {
  const own = documents.find(({ path }) => path === requested)
  if (own) return own.url
  const url = parse(requested, page)
  if (!url) return undefined
  const root = new URL(service)
  // In some browsers blob: and filesystem: addresses have the origin of the page that made them.
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
