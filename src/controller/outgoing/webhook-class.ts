import { setupErrorOf } from '../../errors.js'
import type { OutgoingRoute } from '../../http/outgoing/outgoing-route.js'
import type { Class } from '../../metadata.js'
import { readOutgoingClass } from '../scan/outgoing-class.js'

/**
 * The webhooks of a class, without what sends them, which only some applications need.
 *
 * @throws BootstrapError with everything that is wrong with it
 */
export function readWebhooks(target: Class): OutgoingRoute[] {
  return readOutgoingClass(target, webhookAddress)
}

function webhookAddress(prefix: string, path: string, property: string, source: string) {
  const own = segmentsOf(path)
  const name = [...segmentsOf(prefix), ...(own.length > 0 ? own : [property])].join('.')
  if (/^[\w.-]+$/.test(name)) return { url: undefined, name }
  const remedy = "use letters, digits and . _ -, as in @Controller('stock') and @Post('changed')"
  throw setupErrorOf('CONTROLLER_INVALID')(`a webhook cannot have the name ${JSON.stringify(name)}`, source, remedy)
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}
