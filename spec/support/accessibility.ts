import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe-core says of an element. */
interface Violation {
  readonly id: string
  readonly impact: string
  readonly help: string
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly html: string }[]
}

/**
 * The serious and critical faults of accessibility that axe-core finds in what the page shows now, a line for each element.
 * It is evaluated by the browser's debugger, which no policy of the page concerns.
 */
export async function seriousFaultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = (await page.evaluate(`axe.run(document, { resultTypes: ['violations'] })`)) as {
    violations: Violation[]
  }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, html }) => `${id}: ${help}: ${target.join(' ')}: ${html.slice(0, 160).replaceAll('\n', ' ')}`
      )
    )
}
