import { yamlLibrary } from './loaders.js'
import { provide } from './of-bundle.js'

// Imported by applications that are bundled, for the document as YAML (`spec: '/openapi.yaml'`).
provide({ yamlLibrary })
