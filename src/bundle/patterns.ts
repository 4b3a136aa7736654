import { provideFunctions } from '../parts/provided.js'
import { patternCost } from '../record/regex/pattern-cost.js'
import { readsTheSame } from '../record/regex/two-readings.js'

// Imported by applications that are bundled, for the analysis of regular expressions that are not plain.
provideFunctions('patterns', { patternCost, readsTheSame })
