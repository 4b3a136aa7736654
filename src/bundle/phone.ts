import { loadIsPhoneNumber } from '../parts/loaders.js'
import { provide } from '../parts/of-bundle.js'

// Imported by applications that are bundled, for the format `phone`.
provide({ loadIsPhoneNumber })
