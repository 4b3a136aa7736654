import { limitOverload } from '../http/exchange/overload.js'
import { compileHooks } from '../http/hooks.js'
import { overloadLimits } from '../http/overload-options.js'
import { provideFunctions } from '../parts/provided.js'

// Imported by applications that are bundled, for hooks, as those of metrics and traces, and for limits (`hooks`, `overload`).
provideFunctions('operation', { compileHooks, limitOverload, overloadLimits })
