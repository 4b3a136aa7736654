// All parts, for applications that are bundled and do not care for the size.
import './docs.js'
import './files.js'
import './inject.js'
import './phone.js'
import './proxies.js'
import './yaml.js'
