/**
 * What Scalar leaves out for screen readers and keyboards, added to what it shows. Each line: what is wrong, and what is done
 * about it.
 */
const REPAIRS = [
  [
    'button[aria-controls]',
    (button) => document.getElementById(button.getAttribute('aria-controls')) ?? button.removeAttribute('aria-controls')
  ],
  ['button[role=none]', (button) => button.removeAttribute('role')],
  ['[role=combobox]:not([aria-expanded])', (input) => input.setAttribute('aria-expanded', 'false')],
  [
    '[role=combobox]:not([aria-label]), [role=textbox]:not([aria-label])',
    (input) => name(input, textNear(input) || 'Value')
  ],
  [
    'input[type=checkbox]:not([aria-label])',
    (box) => box.labels?.length > 0 || name(box, textNear(box) || 'Send this')
  ],
  [
    'button:not([aria-label]):not([aria-labelledby])',
    (button) => purposeOf(button) !== '' && name(button, purposeOf(button))
  ],
  [
    'code, ul, pre, .cm-scroller, .overflow-x-auto, .custom-scroll',
    (region) => {
      if (
        region.tabIndex >= 0 ||
        [...region.querySelectorAll('a, button, input')].some(({ tabIndex }) => tabIndex >= 0)
      )
        return
      const { overflowX, overflowY } = getComputedStyle(region)
      if (/auto|scroll/.test(overflowX + overflowY)) region.tabIndex = 0
    }
  ]
]

/** Repairs what is in the element, now and whenever it changes. */
export function repairNames(root) {
  let waiting = false
  const repair = () => {
    waiting = false
    for (const [selector, act] of REPAIRS) for (const element of root.querySelectorAll(selector)) act(element)
  }
  new MutationObserver(() => {
    if (waiting) return
    waiting = true
    queueMicrotask(repair)
  }).observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-label', 'role'] })
  repair()
}

function name(element, text) {
  element.setAttribute('aria-label', text)
}

function purposeOf(button) {
  // Its words are hidden until it is pointed at.
  if (/copy-button/.test(button.className)) return 'Copy'
  if (textOf(button) !== '') return ''
  if (button.hasAttribute('aria-expanded')) return 'More'
  return button.title || 'Action'
}

/** The words of the row or the cell that an input is in. */
function textNear(input) {
  const { placeholder = '' } = input.dataset
  const row = input.closest('tr, label, [role=row]')
  return textOf(row?.querySelector('label, td, span') ?? row).slice(0, 80) || placeholder
}

function textOf(element) {
  return (element?.textContent ?? '')
    .replace(/[*:]\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
}
