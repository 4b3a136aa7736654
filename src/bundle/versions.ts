import { checkDefaultVersion, checkVersion } from '../http/exchange/version-checks.js'
import { routeVersions, versionedDeclaration } from '../http/routing/route-versions.js'
import {
  bodyInVersion,
  compareVersions,
  parseVersioning,
  parseVersions,
  responseInVersion,
  versioningOrPath,
  versionMedia,
  versionType
} from '../http/versioning.js'
import { provideFunctions } from '../parts/provided.js'

// Imported by applications that are bundled, for versions of the API (`versioning`).
provideFunctions('versions', {
  bodyInVersion,
  checkDefaultVersion,
  checkVersion,
  compareVersions,
  parseVersioning,
  parseVersions,
  responseInVersion,
  routeVersions,
  versionedDeclaration,
  versioningOrPath,
  versionMedia,
  versionType
})
