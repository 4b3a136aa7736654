import { ofAbsence } from '../errors.js'
import { EXTENSIONS, extensionsOf } from '../extensions.js'
import { checkOptions, type OptionTable } from '../options.js'
import type { OpenAPIVersion } from '../record/json-schema/schema-dialect.js'
import { checkObject, invalid, optionalText, PLACE, parseDocs, requireText, withoutUndefined } from './config-values.js'
import type { Tag, TagGroup } from './document.js'

const TAG_OPTIONS: OptionTable<Tag> = {
  name: true,
  summary: true,
  description: true,
  externalDocs: true,
  parent: true,
  kind: true,
  [EXTENSIONS]: true
}
const GROUP_OPTIONS: OptionTable<TagGroup> = { name: true, tags: true }

/** @throws SetupError or BootstrapError for tags that are malformed, or described twice */
export function parseTags(tags: readonly Tag[] | undefined, openapi: OpenAPIVersion): Tag[] {
  if (tags === undefined) return []
  if (!Array.isArray(tags)) throw invalid('tags is not a list', PLACE, "write tags: [{ name: 'items' }]")
  const names = new Set<string>()
  const parsed = tags.map((tag: Tag, index) => {
    const member = `tags[${index}]`
    checkObject(tag, member, "write { name: 'items', description: 'What is sold' }")
    checkOptions(tag, TAG_OPTIONS, `${PLACE}, ${member}`)
    const name = requireText(tag.name, `${member}.name`)
    if (names.has(name)) throw invalid(`tags has ${JSON.stringify(name)} twice`, PLACE, 'remove one of them')
    names.add(name)
    const description = optionalText(tag.description, `${member}.description`)
    const externalDocs = parseDocs(tag.externalDocs, `${member}.externalDocs`)
    const [summary, parent, kind] = (['summary', 'parent', 'kind'] as const).map((each) => {
      const text = optionalText(tag[each], `${member}.${each}`)
      if (text === undefined || openapi === '3.2') return text
      throw invalid(`OpenAPI ${openapi} has no ${each} of a tag`, `${PLACE}, ${member}`, remedyOf(each))
    })
    const known = withoutUndefined({ name, summary, description, externalDocs, parent, kind })
    return { ...(known as Tag), ...extensionsOf(tag) }
  })
  checkParents(parsed)
  return parsed
}

function remedyOf(member: 'summary' | 'parent' | 'kind'): string {
  const other = member === 'parent' ? ', or group the tags with tagGroups' : `, or remove ${member}`
  return `write openapi: '3.2'${other}`
}

/** OpenAPI 3.2.0, section 4.22: a parent is a tag of the document, and no tag is below itself. */
function checkParents(tags: readonly Tag[]): void {
  const byName = new Map(tags.map((tag) => [tag.name, tag]))
  for (const { name, parent } of tags) {
    if (parent === undefined) continue
    const place = `${PLACE}, tags, ${show(name)}`
    if (!byName.has(parent))
      throw invalid(`tags has no ${show(parent)}, its parent`, place, 'describe the parent in tags')
    const above = new Set([name])
    for (let at: string | undefined = parent; at !== undefined; at = byName.get(at)?.parent) {
      if (above.has(at)) throw invalid(`it is below itself: ${[...above, at].join(' < ')}`, place, 'correct its parent')
      above.add(at)
    }
  }
}

/** @throws SetupError or BootstrapError for groups that are malformed, or have a tag that another has */
export function parseTagGroups(groups: readonly TagGroup[] | undefined): TagGroup[] {
  if (groups === undefined) return []
  if (!Array.isArray(groups)) throw invalid('tagGroups is not a list', PLACE, `write ${EXAMPLE_GROUPS}`)
  const names = new Set<string>()
  const owners = new Map<string, string>()
  return groups.map((group: TagGroup, index) => {
    const member = `tagGroups[${index}]`
    checkObject(group, member, `write ${EXAMPLE_GROUPS}`)
    checkOptions(group, GROUP_OPTIONS, `${PLACE}, ${member}`)
    const name = requireText(group.name, `${member}.name`)
    if (names.has(name)) throw invalid(`tagGroups has ${JSON.stringify(name)} twice`, PLACE, 'make them one group')
    names.add(name)
    const { tags } = group
    if (!Array.isArray(tags) || tags.length === 0) {
      throw invalid(`${member}.tags is not a list of names`, PLACE, `write ${EXAMPLE_GROUPS}`)
    }
    for (const [at, tag] of tags.entries()) {
      const text = requireText(tag, `${member}.tags[${at}]`)
      const owner = owners.get(text)
      if (owner !== undefined) {
        const where = owner === name ? `the group ${show(name)} twice` : `the groups ${show(owner)} and ${show(name)}`
        throw invalid(`the tag ${show(text)} is in ${where}`, PLACE, 'keep it in one place')
      }
      owners.set(text, name)
    }
    return { name, tags: [...tags] }
  })
}

const EXAMPLE_GROUPS = "tagGroups: [{ name: 'Buying', tags: ['orders', 'invoices'] }]"

/** The used tags, and those that they are below. */
export function withParents(described: readonly Tag[], used: ReadonlySet<string>): ReadonlySet<string> {
  const byName = new Map(described.map((tag) => [tag.name, tag]))
  const all = new Set(used)
  // The set grows while it is read: what is above a parent is found, too.
  for (const name of all) {
    const parent = byName.get(name)?.parent
    if (parent !== undefined) all.add(parent)
  }
  return all
}

/** The described tags, and then others in the order in which operations first use them. */
export function tagsOf(described: readonly Tag[], used: ReadonlySet<string>): Tag[] {
  const known = new Set(described.map(({ name }) => name))
  const others = [...used].filter((name) => !known.has(name))
  return [...described, ...others.map((name) => ({ name }))]
}

/**
 * The groups of a document.
 *
 * @param tags those of the document: where a document has some of the routes, the others' tags are left out
 * @param known whether any route of the application has a tag
 * @throws SetupError DOCUMENT_INVALID for a tag that is neither described nor used
 */
export function tagGroupsOf(
  groups: readonly TagGroup[],
  tags: readonly Tag[],
  known: (tag: string) => boolean
): TagGroup[] {
  const names = new Set(tags.map(({ name }) => name))
  return groups.flatMap(({ name, tags: members }) => {
    const unknown = members.find((tag) => !names.has(tag) && !known(tag))
    if (unknown !== undefined) {
      const place = `${PLACE}, tagGroups, ${show(name)}`
      const what = `no operation has the tag ${show(unknown)}`
      throw ofAbsence(invalid(what, place, 'correct its name, or describe it in tags'))
    }
    const present = members.filter((tag) => names.has(tag))
    return present.length === 0 ? [] : [{ name, tags: present }]
  })
}

function show(text: string): string {
  return JSON.stringify(text)
}
