// By hand on the runtime's own server: the yardstick.
import { serveByHand } from './raw-server.js'

serveByHand((request) => request.json())
