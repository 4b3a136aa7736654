import { docsFiles } from './loaders.js'
import { provide } from './of-bundle.js'

// Imported by applications that are bundled, for the docs page (`docs`).
provide({ docsFiles })
