import { api, get, integer, itSays, json, text } from './comparison.js'

const webhook = (operation: object) => api({ webhooks: { made: { post: operation } } })
const callback = (operation: object) => get({ callbacks: { done: { '{$request.body#/url}': { post: operation } } } })

describe('changes of what the service sends', () => {
  itSays(
    'a webhook that is gone breaks receivers, and one that is new may not be accepted',
    webhook({}),
    api({}),
    'breaking webhook-removed: webhook made POST: It is no longer sent',
    'may-break webhook-added: webhook made POST: It is new'
  )
  itSays(
    'a callback that is gone breaks receivers',
    callback({}),
    get({}),
    'breaking webhook-removed: callback done {$request.body#/url} POST: It is no longer sent',
    'may-break webhook-added: callback done {$request.body#/url} POST: It is new'
  )
  itSays(
    'receivers read the body of a webhook',
    webhook({ requestBody: json(integer) }),
    webhook({ requestBody: json({ type: 'number' }) }),
    'breaking response-type-widened: webhook made POST: The request that is sent (application/json) is of type number, before integer, e.g. 0.5',
    'compatible response-type-narrowed: webhook made POST: The request that is sent (application/json) is of type integer, before number'
  )
  itSays(
    'receivers read the body of a callback',
    callback({ requestBody: json(text) }),
    callback({ requestBody: json({ ...text, maxLength: 5 }) }),
    'compatible response-max-length-lowered: callback done {$request.body#/url} POST: The request that is sent (application/json) has maxLength 5, before no maxLength',
    'breaking response-max-length-raised: callback done {$request.body#/url} POST: The request that is sent (application/json) has no maxLength, before maxLength 5, e.g. "not this"'
  )
  itSays(
    'a body that is no longer sent breaks receivers',
    webhook({ requestBody: json(text) }),
    webhook({}),
    'breaking response-body-removed: webhook made POST: The request that is sent has no body any longer',
    'compatible response-body-added: webhook made POST: The request that is sent has a body now'
  )
  itSays(
    'a webhook may be deprecated',
    webhook({}),
    webhook({ deprecated: true }),
    'compatible operation-deprecated: webhook made POST: It is deprecated now',
    'compatible operation-no-longer-deprecated: webhook made POST: It is no longer deprecated'
  )
  itSays(
    'a webhook of another method is another one',
    api({ webhooks: { made: { post: {} } } }),
    api({ webhooks: { made: { put: {} } } }),
    [
      'breaking webhook-removed: webhook made POST: It is no longer sent',
      'may-break webhook-added: webhook made PUT: It is new'
    ],
    [
      'breaking webhook-removed: webhook made PUT: It is no longer sent',
      'may-break webhook-added: webhook made POST: It is new'
    ]
  )
  itSays(
    'a callback may be a reference',
    get(
      { callbacks: { done: { $ref: '#/components/callbacks/D' } } },
      { components: { callbacks: { D: { '{$request.body#/url}': { post: { requestBody: json(text) } } } } } }
    ),
    callback({ requestBody: json(text) })
  )
})
