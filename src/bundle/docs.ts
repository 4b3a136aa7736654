import { serveDocsUI } from '../openapi/page/docs-ui.js'
import { docsFiles } from '../parts/loaders.js'
import { provide } from '../parts/of-bundle.js'
import { provideFunctions } from '../parts/provided.js'

// Imported by applications that are bundled, for the docs page (`docs`).
provide({ docsFiles })
provideFunctions('docs', { serveDocsUI })
