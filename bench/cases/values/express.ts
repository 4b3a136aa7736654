// Express with class-validator and class-transformer, behind the small middleware that most people write for them.
import { plainToInstance } from 'class-transformer'
import { type ValidationError, validate } from 'class-validator'
import express from 'express'
import { PORT } from '../../data.js'
import { MemberDto } from './member.js'

interface Request {
  body: unknown
}
interface Response {
  status(status: number): Response
  type(type: string): Response
  json(value: unknown): void
  send(text: string): void
}

function faultsOf(errors: readonly ValidationError[], parent = ''): { path: string; rule: string; message: string }[] {
  return errors.flatMap(({ property, constraints = {}, children = [] }) => {
    const path = parent + property
    const own = Object.entries(constraints).map(([rule, message]) => ({ in: 'body', path, rule, message }))
    return [...own, ...faultsOf(children, `${path}.`)]
  })
}

const app = express()
app.disable('x-powered-by')
app.use(express.json())
app.get('/ready', (_req: Request, res: Response) => res.json('ready'))
app.post('/members', async (req: Request, res: Response) => {
  const member = plainToInstance(MemberDto, req.body)
  const found = await validate(member, { whitelist: true })
  if (found.length === 0) return res.status(201).json({ status: 'created', username: member.username })
  const errors = faultsOf(found)
  const detail = `validation failed: ${errors.map(({ path, message }) => `${path} ${message}`).join('; ')}`
  const problem = { type: 'about:blank', title: 'Bad Request', status: 400, detail, errors }
  return res.status(400).type('application/problem+json').send(JSON.stringify(problem))
})
app.listen(PORT, '127.0.0.1')
