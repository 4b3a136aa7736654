// The same, where bytes that are not UTF-8 are rejected, as by Fieldstone: `json()` puts U+FFFD in their place.
import { serveByHand } from './raw-server.js'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

serveByHand(async (request) => JSON.parse(utf8.decode(await request.arrayBuffer())))
