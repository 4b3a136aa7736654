import { principalInput } from '../controller/principal-input.js'
import { checkSecuredParameters, guardedHandler } from '../http/security/guard.js'
import { checkPrincipals, principalAmong } from '../http/security/principals.js'
import { schemesOf } from '../http/security/schemes-of-classes.js'
import { parseSecurity, parseSecuritySchemes } from '../http/security.js'
import { describeSecurity, describeSecuritySchemes } from '../openapi/security-objects.js'
import { provideFunctions } from '../parts/provided.js'

// Imported by applications that are bundled, for operations that require a credential (`securitySchemes`, `security`).
provideFunctions('security', {
  checkPrincipals,
  checkSecuredParameters,
  describeSecurity,
  describeSecuritySchemes,
  guardedHandler,
  parseSecurity,
  parseSecuritySchemes,
  principalAmong,
  principalInput,
  schemesOf
})
