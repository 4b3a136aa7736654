// multer in memory for what is small and needed there, on disk for what is large. What it leaves on disk is removed by hand.
import { unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import express from 'express'
import multer from 'multer'
import { z } from 'zod'
import { PORT } from '../../data.js'
import { PICTURE_LIMIT, VALUE_LIMIT, VIDEO_LIMIT } from './forms.js'

const upload = z.object({ title: z.string().max(80) })
const list = z.object({ values: z.array(z.string().max(80)).max(VALUE_LIMIT) })
const invalid = (res, { error }) => res.status(400).json({ message: 'validation failed', issues: error.issues })
const isPicture = (_req, file, done) => {
  if (file.mimetype === 'image/png') done(null, true)
  else done(Object.assign(new Error('no picture'), { status: 400 }))
}

const app = express()
app.disable('x-powered-by')
app.get('/ready', (_req, res) => {
  res.json({ status: 'ready' })
})
const inMemory = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: PICTURE_LIMIT, files: 1, fields: 10 },
  fileFilter: isPicture
})
app.post('/pictures', inMemory.single('content'), (req, res) => {
  const result = upload.safeParse(req.body)
  if (!result.success) return invalid(res, result)
  const { buffer } = req.file
  res.status(201).json({ title: result.data.title, size: buffer.length, first: buffer[0] })
})
const onDisk = multer({ dest: tmpdir(), limits: { fileSize: VIDEO_LIMIT, files: 1, fields: 10 } })
app.post('/videos', onDisk.single('content'), (req, res) => {
  res.on('close', () => unlink(req.file.path).catch(() => {}))
  const result = upload.safeParse(req.body)
  if (!result.success) return invalid(res, result)
  res.status(201).json({ title: result.data.title, size: req.file.size })
})
app.post('/values', multer({ limits: { fields: VALUE_LIMIT } }).none(), (req, res) => {
  const result = list.safeParse(req.body)
  if (!result.success) return invalid(res, result)
  const { values } = result.data
  res.status(201).json({ count: values.length, size: values.reduce((sum, text) => sum + text.length, 0) })
})
app.use((error, _req, res, _next) => {
  const status = error.code === 'LIMIT_FILE_SIZE' ? 413 : (error.status ?? 500)
  res.status(status).json({ message: status === 500 ? 'internal error' : error.message })
})
app.listen(PORT, '127.0.0.1')
