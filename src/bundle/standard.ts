import { provideFunctions } from '../parts/provided.js'
import { facts, reading, schema, writing } from '../record/kinds/standard.js'
import { standardModelOf } from '../record/standard/standard-model.js'
import { standardItems, standardProperties, takesNull } from '../record/standard/standard-parts.js'

// Imported by applications that are bundled, for schemas of other libraries by Standard Schema.
provideFunctions('standard', {
  facts,
  reading,
  schema,
  writing,
  standardModelOf,
  standardItems,
  standardProperties,
  takesNull
})
