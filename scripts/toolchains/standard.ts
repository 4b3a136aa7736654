import { deepStrictEqual as same } from 'node:assert/strict'
import { IsEmail } from 'class-validator'
import { Application, body, bootstrap, Controller, Field, Integer, Post, Returns } from 'fieldstone'

class Note {
  @Field(() => String, { minLength: 2 }) title!: string
  @Field(() => Integer, { minimum: 1 }) stars!: number
  @Field(() => String, { rules: [IsEmail()] }) author!: string
}

@Controller('/notes')
class Notes {
  @Post('/', body(Note))
  @Returns(201, Note)
  write(note: Note): Note {
    same(note instanceof Note, true)
    return note
  }
}

/** Throws unless a service whose decorators are standard ones accepts, rejects and describes what it must. */
export async function tryStandard(): Promise<void> {
  const service = await bootstrap(new Application({ title: 'Notes', version: '1.0.0', controllers: [Notes] }))
  const post = async (note: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(note) }
    const response = await service.fetch(new Request('http://localhost/notes', init))
    return [response.status, JSON.parse(await response.text())]
  }
  const note = { title: 'Tea', stars: 1, author: 'a@example.com' }
  same(await post(note), [201, note])
  const [status, problem] = await post({ title: 'T', stars: 0, author: 'a' })
  same(
    [status, problem.errors.map(({ path, message }: Record<string, string>) => `${path} ${message}`)],
    [400, ['title must be at least 2 characters long', 'stars must be at least 1', 'author must be an email address']]
  )
  const { properties } = JSON.parse(JSON.stringify(service.document)).components.schemas.Note
  same([properties.title, properties.author['x-rules'][0].rule], [{ type: 'string', minLength: 2 }, 'isEmail'])
}
