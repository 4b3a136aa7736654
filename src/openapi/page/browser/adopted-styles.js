// Scalar writes its styles into elements `style` and attributes `style` of markup, which the policy of this page refuses, as it
// refuses those of an attacker. This lets its scripts do the same through the DOM, which the policy allows, for it is its own
// scripts that do it: the policy has no 'unsafe-inline', no nonce and no hashes.
{
  const sheets = new WeakMap()

  /** The styles of what stands for an element `style`. */
  const sheetOf = (element) => {
    let sheet = sheets.get(element)
    if (sheet === undefined) {
      sheet = new CSSStyleSheet()
      sheets.set(element, sheet)
      document.adoptedStyleSheets.push(sheet)
      sheet.replaceSync(element.textContent)
    }
    return sheet
  }

  const createElement = Document.prototype.createElement
  Document.prototype.createElement = function (name, ...rest) {
    if (String(name).toLowerCase() !== 'style') return createElement.call(this, name, ...rest)
    const element = createElement.call(this, 'adopted-style', ...rest)
    element.hidden = true
    Object.defineProperty(element, 'sheet', { get: () => sheetOf(element) })
    const adopt = () => sheetOf(element).replaceSync(element.textContent)
    new MutationObserver(adopt).observe(element, { childList: true, characterData: true, subtree: true })
    return element
  }

  const setAttribute = Element.prototype.setAttribute
  Element.prototype.setAttribute = function (name, value) {
    if (String(name).toLowerCase() === 'style' && this.style !== undefined) this.style.cssText = String(value)
    else setAttribute.call(this, name, value)
  }

  /** A tag, and in it an attribute `style` or the quoted value of another attribute. */
  const TAG = /<[a-z](?:[^>"']|"[^"]*"|'[^']*')*>/gi
  const ATTRIBUTE = /(\s)style(\s*=)|"[^"]*"|'[^']*'/gi

  const innerHTML = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML')
  Object.defineProperty(Element.prototype, 'innerHTML', {
    ...innerHTML,
    set(markup) {
      const text = String(markup ?? '')
      // A template's own content has no styles yet.
      if (this instanceof HTMLTemplateElement || !/\sstyle\s*=/i.test(text)) {
        innerHTML.set.call(this, markup)
        return
      }
      // Even a document that is never shown has the policy of the page that parses it.
      const renamed = text.replace(TAG, (tag) =>
        tag.replace(ATTRIBUTE, (all, before, after) =>
          after === undefined ? all : `${before}data-adopted-style${after}`
        )
      )
      const { body } = new DOMParser().parseFromString(renamed, 'text/html')
      const styled = [...body.querySelectorAll('[data-adopted-style]')]
      this.replaceChildren(...body.childNodes)
      for (const element of styled) {
        element.style.cssText = element.dataset.adoptedStyle
        element.removeAttribute('data-adopted-style')
      }
    }
  })

  // Libraries find out by it whether code may be made of text, and take another way; the browser would report each attempt.
  const refuse = () => {
    throw new EvalError('No code is made of text on this page')
  }
  globalThis.Function = new Proxy(globalThis.Function, { construct: refuse, apply: refuse })
}
