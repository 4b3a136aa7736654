import { Application } from 'fieldstone'
import { AccountController } from './account-controller.js'
import { DataController } from './data-controller.js'
import { ItemController } from './item-controller.js'
import { UserController } from './user-controller.js'

/** The service of the folder above, by decorators of the standard form: its document and its responses are the same. */
export const application = new Application({
  title: 'Fieldstone sample',
  version: '1.0.0',
  description: 'Items, users and sign-up: one small service to learn Fieldstone by.',
  controllers: [ItemController, UserController, DataController, AccountController],
  spec: '/openapi.json',
  docs: '/docs',
  // /livez and /readyz, for containers, load balancers and Kubernetes.
  health: true
})
