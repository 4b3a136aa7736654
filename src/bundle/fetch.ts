import { unavailable } from '../http/fetch/in-flight.js'
import { fetchServer } from '../http/fetch/server.js'
import { provideFunctions } from '../parts/provided.js'

// Imported by applications that are bundled, for requests without node:http (`service.fetch`).
provideFunctions('fetch', { fetchServer, unavailable })
