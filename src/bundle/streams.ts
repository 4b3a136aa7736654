import { itemBody } from '../http/reply/item-body.js'
import { promisedStream, undeclaredEvents } from '../http/response/stream-writers.js'
import { sendEvents, sendItems } from '../http/response/streamed-replies.js'
import { provideFunctions } from '../parts/provided.js'

// Imported by applications that are bundled, for streams of events and of lines (`events`, `lines`, `ctx.sse`).
provideFunctions('streams', { itemBody, promisedStream, sendEvents, sendItems, undeclaredEvents })
