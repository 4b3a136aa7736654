import { inject } from '../http/fetch/inject.js'
import { loadLightMyRequest } from '../parts/loaders.js'
import { provide } from '../parts/of-bundle.js'
import { provideFunctions } from '../parts/provided.js'

// Imported by applications that are bundled, for requests without a socket (`service.inject`).
provide({ loadLightMyRequest })
provideFunctions('inject', { inject })
