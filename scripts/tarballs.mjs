import { resolve } from 'node:path'

/** The tarball of a package as `scripts/pack.mjs` has written it. */
export function tarballOf(name) {
  return resolve(import.meta.dirname, `../.build/package/${name}.tgz`)
}

/** What a service installs: the framework, and our package that it depends on. */
export const FRAMEWORK = ['fieldstone', 'fieldstone-pattern-cost'].map(tarballOf)

/** The command line, and our packages that it depends on. */
export const COMMAND_LINE = ['fieldstone-cli', 'fieldstone-diff', 'create-fieldstone'].map(tarballOf)

export const VERIFY = tarballOf('fieldstone-verify')
