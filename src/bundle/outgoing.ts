import { defineCallback, defineWebhook } from '../controller/scan/outgoing-class.js'
import { callbacksOf, claimId, describeCallbacks } from '../openapi/callbacks.js'
import { describeWebhooks, webhookRoutes } from '../openapi/webhooks.js'
import { provideFunctions } from '../parts/provided.js'

// Imported by applications that are bundled, for operations of others that they call: callbacks and webhooks.
provideFunctions('outgoing', {
  callbacksOf,
  claimId,
  defineCallback,
  defineWebhook,
  describeCallbacks,
  describeWebhooks,
  webhookRoutes
})
