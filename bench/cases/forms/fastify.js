// @fastify/multipart: by its iterator of parts for what is needed in memory, by saveRequestFiles for what is large.
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { PORT } from '../../data.js'
import { PICTURE_LIMIT, VALUE_LIMIT, VIDEO_LIMIT } from './forms.js'

const app = Fastify({ bodyLimit: 33_554_432 })
await app.register(multipart, { limits: { fields: VALUE_LIMIT, files: 1, parts: VALUE_LIMIT + 10 } })
const integer = { type: 'integer' }
const text = { type: 'string' }
const object = (properties) => ({ type: 'object', properties, required: Object.keys(properties) })
const reply = (properties) => ({ schema: { response: { 201: object(properties) } } })
const isTitle = (title) => typeof title === 'string' && title.length <= 80
const reject = (message) => Object.assign(new Error(message), { statusCode: 400 })

app.get('/ready', async () => ({ status: 'ready' }))
app.post('/pictures', reply({ title: text, size: integer, first: integer }), async (request, response) => {
  const file = await request.file({ limits: { fileSize: PICTURE_LIMIT } })
  const content = await file.toBuffer()
  const title = file.fields.title?.value
  if (!isTitle(title) || file.mimetype !== 'image/png') throw reject('not valid')
  response.code(201)
  return { title, size: content.length, first: content[0] }
})
app.post('/videos', reply({ title: text, size: integer }), async (request, response) => {
  const {
    files: [file]
  } = await request.saveRequestFiles({ limits: { fileSize: VIDEO_LIMIT } })
  const title = file.fields.title?.value
  if (!isTitle(title)) throw reject('not valid')
  response.code(201)
  return { title, size: file.file.bytesRead }
})
app.post('/values', reply({ count: integer, size: integer }), async (request, response) => {
  const values = []
  for await (const part of request.parts()) {
    if (part.type !== 'field' || part.value.length > 80) throw reject('not valid')
    values.push(part.value)
  }
  response.code(201)
  return { count: values.length, size: values.reduce((sum, value) => sum + value.length, 0) }
})
await app.listen({ port: PORT, host: '127.0.0.1' })
