import { limitSession } from '../http/server/http2-limits.js'
import { endUnread } from '../http/server/http2-linger.js'
import { createHttp2Server } from '../http/server/http2-server.js'
import { provideFunctions } from '../parts/provided.js'

// Imported by applications that are bundled, for HTTP/2 (`service.listen({ http2: true })`).
provideFunctions('http2', { createHttp2Server, endUnread, limitSession })
