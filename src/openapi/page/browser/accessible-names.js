/**
 * Names for the controls that Swagger UI leaves without one, so that a screen reader can say what they are: from the row of
 * a parameter or a field, or from where the control is.
 */

const CONTROLS = 'input:not([type=hidden]):not([type=submit]), select, textarea, button'

/** By a selector of where a control is; the first that fits. A function reads the name from the page. */
const PLACES = [
  ['.close-modal', () => 'Close'],
  ['.model-box-control, .model-toggle', () => 'Schema'],
  ['.servers #servers, .servers label select', () => 'Server'],
  ['.servers table td input, .servers table td select', (control) => textOf(control.closest('tr')?.firstElementChild)],
  ['tr[data-param-name]', (control) => control.closest('tr').dataset.paramName],
  ['.opblock-section-request-body tr', (control) => textOf(control.closest('tr').querySelector('.parameter__name'))],
  ['textarea.body-param__text, .opblock-section-request-body', () => 'Request body'],
  ['.examples-select', () => 'Example'],
  ['.auth-container', (control) => textOf(control.closest('.wrapper')?.querySelector('label')) || control.name]
]

/** Names the controls within the element, now and whenever they change. */
export function nameControls(root) {
  const name = () => {
    for (const control of root.querySelectorAll(CONTROLS)) nameControl(control)
    for (const region of root.querySelectorAll('pre')) makeReachable(region)
  }
  let waiting = false
  new MutationObserver(() => {
    if (waiting) return
    waiting = true
    // Once for all that React changes in one go, and before it is shown.
    queueMicrotask(() => {
      waiting = false
      name()
    })
  }).observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-label'] })
}

function nameControl(control) {
  const label = control.getAttribute('aria-label')
  if (control.tagName === 'BUTTON') {
    const text = textOf(control)
    // Who speaks to the browser says what is written on the button.
    if (label !== null && text !== '' && !label.toLowerCase().includes(text.toLowerCase()))
      control.setAttribute('aria-label', `${text}: ${label}`)
    else if (label === null && text === '' && !control.title) name(control)
    return
  }
  const isLabelled = [...(control.labels ?? [])].some((each) => labelText(each) !== '')
  if (label !== null || isLabelled || control.hasAttribute('aria-labelledby')) return
  name(control)
}

function name(control) {
  const [, read] = PLACES.find(([selector]) => control.closest(selector)) ?? []
  const found = read?.(control) || control.placeholder || ''
  if (found !== '') control.setAttribute('aria-label', found)
}

/** What scrolls is reachable by the keyboard. */
function makeReachable(region) {
  if (region.tabIndex >= 0 || region.querySelector('a, button')) return
  if (/auto|scroll/.test(getComputedStyle(region).overflowY + getComputedStyle(region).overflowX)) region.tabIndex = 0
}

/** A label's own words: the choices of a select within it name nothing. */
function labelText(label) {
  const copy = label.cloneNode(true)
  for (const control of copy.querySelectorAll('select, input, textarea')) control.remove()
  return textOf(copy)
}

function textOf(element) {
  return (element?.textContent ?? '')
    .replace(/[*:]\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
}
