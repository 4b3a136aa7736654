import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'

const PAGES = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync('packages').map((name) => `packages/${name}/README.md`),
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
]

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '')

/** The anchors that a page's headings have on GitHub. */
function anchorsOf(page: string): string[] {
  const headings = withoutCode(readFileSync(page, 'utf8')).match(/^#+ .+$/gm) ?? []
  return headings.map((heading) =>
    heading
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-')
  )
}

/** The specs that a page names and that do not exist. */
function missingSpecs(page: string): string[] {
  const named = readFileSync(page, 'utf8').match(/(?<=[`/ ])spec\/[\w/-]+(?:\.spec\.[jt]s)?(?=[`/])/g) ?? []
  return named.filter((path) => !existsSync(path.replace(/js$/, 'ts')))
}

/** The broken links of a page. */
function brokenLinks(page: string): string[] {
  const links = [...withoutCode(readFileSync(page, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? page : join(dirname(page), path)
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
  })
}

describe('the guides', () => {
  for (const page of PAGES) {
    it(`${page} has no broken links`, () => expect(brokenLinks(page)).to.deep.equal([]))

    it(`${page} names no spec that does not exist`, () => expect(missingSpecs(page)).to.deep.equal([]))
  }

  it('are all listed in docs/README.md', () => {
    const linked = [...readFileSync('docs/README.md', 'utf8').matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, page]) => page)
    const others = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'README.md')
    expect(linked).to.have.members(others)
  })
})
