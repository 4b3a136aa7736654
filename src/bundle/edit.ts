import { editedDocument } from '../openapi/edit/edited-document.js'
import { provideFunctions } from '../parts/provided.js'

// Imported by applications that are bundled, for edits of the document (`editDocument`).
provideFunctions('edit', { editedDocument })
