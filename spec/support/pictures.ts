import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'

/** The pictures of the guides. */
export const PICTURES = 'docs/images'

/** Writes a picture of a guide where WRITE_SCREENSHOTS is set: what the page shows, or an element of it. */
export async function keepPicture(of: Page | Locator, name: string): Promise<void> {
  if (process.env.WRITE_SCREENSHOTS === undefined) return
  await mkdir(PICTURES, { recursive: true })
  await writeFile(join(PICTURES, `${name}.png`), await of.screenshot({ animations: 'disabled', caret: 'hide' }))
}
