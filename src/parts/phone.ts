import { loadIsPhoneNumber } from './loaders.js'
import { provide } from './of-bundle.js'

// Imported by applications that are bundled, for the format `phone`.
provide({ loadIsPhoneNumber })
