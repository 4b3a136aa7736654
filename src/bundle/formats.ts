import { provideFunctions } from '../parts/provided.js'
import { FURTHER_FORMATS } from '../record/format/further-formats.js'
import './patterns.js'

// With patterns, which their rules have. Imported by applications that are bundled, for the formats of texts that few applications have.
provideFunctions('formats', { FURTHER_FORMATS })
