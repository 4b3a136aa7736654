import { linkDescriber } from '../openapi/links.js'
import { provideFunctions } from '../parts/provided.js'

// Imported by applications that are bundled, for links of responses (`links`).
provideFunctions('links', { linkDescriber })
