import { Application } from 'fieldstone'
import { AccountController } from './account-controller.js'
import { DataController } from './data-controller.js'
import { ItemController } from './item-controller.js'
import { UserController } from './user-controller.js'

/** The whole service as a declaration: it starts nothing by itself. */
export const application = new Application({
  title: 'Fieldstone sample',
  version: '1.0.0',
  description: 'Items, users and sign-up: one small service to learn Fieldstone by.',
  controllers: [ItemController, UserController, DataController, AccountController],
  spec: '/openapi.json',
  docs: '/docs',
  // /livez and /readyz, for whoever runs it: containers, load balancers, Kubernetes.
  health: true
})
