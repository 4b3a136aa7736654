import { yamlOf } from '../openapi/serving/yaml-text.js'
import { yamlLibrary } from '../parts/loaders.js'
import { provide } from '../parts/of-bundle.js'
import { provideFunctions } from '../parts/provided.js'

// Imported by applications that are bundled, for the document as YAML (`spec: '/openapi.yaml'`).
provide({ yamlLibrary })
provideFunctions('yaml', { yamlOf })
