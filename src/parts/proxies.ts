import { loadProxyAddr } from './loaders.js'
import { provide } from './of-bundle.js'

// Imported by applications that are bundled, for addresses of proxies (`trustProxy`).
provide({ loadProxyAddr })
