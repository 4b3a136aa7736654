import { compileProxyCheck } from '../http/origin/trusted-proxies.js'
import { loadProxyAddr } from '../parts/loaders.js'
import { provide } from '../parts/of-bundle.js'
import { provideFunctions } from '../parts/provided.js'

// Imported by applications that are bundled, for `trustProxy`.
provide({ loadProxyAddr })
provideFunctions('proxies', { compileProxyCheck })
