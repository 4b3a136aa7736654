import { provideFunctions } from '../parts/provided.js'
import { facts, reading, schema, writing } from '../record/kinds/tuple.js'

// Imported by applications that are bundled, for lists whose items have types of their own (`tupleOf`).
provideFunctions('tuples', { facts, reading, schema, writing })
