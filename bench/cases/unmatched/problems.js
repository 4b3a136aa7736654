/** What the peers send in place of their own texts. */
export const NOT_FOUND = { type: 'about:blank', title: 'Not Found', status: 404, detail: 'Not found' }
export const NOT_ALLOWED = {
  type: 'about:blank',
  title: 'Method Not Allowed',
  status: 405,
  detail: 'Method not allowed'
}
