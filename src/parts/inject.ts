import { loadLightMyRequest } from './loaders.js'
import { provide } from './of-bundle.js'

// Imported by applications that are bundled, for requests without a socket (`service.inject`).
provide({ loadLightMyRequest })
