import { loadDicer } from './loaders.js'
import { provide } from './of-bundle.js'

// Imported by applications that are bundled, for multipart bodies without a record that declares files (`ctx.bodyParts`).
provide({ loadDicer })
