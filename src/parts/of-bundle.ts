import type * as loaders from './loaders.js'
import { missingPart } from './provided.js'

/** What {@link provide} takes: the loaders of a part. */
type Loaders = typeof loaders

const provided: Partial<Loaders> = {}

/** Gives a bundle a part. */
export function provide(part: Partial<Loaders>): void {
  Object.assign(provided, part)
}

/** The loader that was provided. @throws SetupError APPLICATION_INVALID if the application does not import its part */
function given<N extends keyof Loaders>(name: N, part: string, use: string): NonNullable<Loaders[N]> {
  const loader = provided[name]
  if (loader !== undefined) return loader as NonNullable<Loaders[N]>
  throw missingPart(`what ${use}`, part)
}

export const docsFiles: Loaders['docsFiles'] = () => given('docsFiles', 'docs', 'the docs page is made of')()

export const loadIsPhoneNumber: Loaders['loadIsPhoneNumber'] = () =>
  given('loadIsPhoneNumber', 'phone', 'checks phone numbers')()

export const loadProxyAddr: Loaders['loadProxyAddr'] = () =>
  given('loadProxyAddr', 'proxies', 'reads addresses of proxies')()

export const loadSend: Loaders['loadSend'] = async () => given('loadSend', 'files', 'sends files')()

export const loadLightMyRequest: Loaders['loadLightMyRequest'] = async () =>
  given('loadLightMyRequest', 'inject', 'injects requests')()

export const yamlLibrary: Loaders['yamlLibrary'] = () => given('yamlLibrary', 'yaml', 'writes the document as YAML')()
