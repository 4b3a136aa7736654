import { loadSend } from './loaders.js'
import { provide } from './of-bundle.js'

// Imported by applications that are bundled, for files that handlers send (`ctx.file`).
provide({ loadSend })
