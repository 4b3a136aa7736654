import { formParts } from '../http/body/form-parts.js'
import { formsNeeded } from '../http/body/forms-needed.js'
import { readForm } from '../http/body/multipart-reader.js'
import { temporaryFiles } from '../http/body/temporary-files.js'
import { provideFunctions } from '../parts/provided.js'
import { facts, reading, schema, writing } from '../record/kinds/file.js'

// Imported by applications that are bundled, for bodies of `multipart/form-data`: uploads, `ctx.bodyParts`.
provideFunctions('forms', { facts, formParts, formsNeeded, readForm, reading, schema, temporaryFiles, writing })
