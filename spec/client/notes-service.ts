import cors from 'cors'
import {
  Application,
  apiKeyScheme,
  Body,
  type Context,
  Controller,
  Ctx,
  connect,
  Field,
  File,
  Get,
  Integer,
  NotFound,
  Param,
  Post,
  Returns,
  UploadedFile
} from '../../src/index.js'

class NewNote {
  @Field({ minLength: 1 }) title!: string
}

class Note extends NewNote {
  @Field(() => Integer) id!: number
}

class Photo {
  @File({ maxSize: 1_000_000 }) photo!: UploadedFile
  @Field() caption!: string
}

class PhotoReceipt {
  @Field(() => Integer) size!: number
  @Field() caption!: string
}

class Tick {
  @Field(() => Integer) number!: number
}

/** What clients have left. */
interface Seen {
  /** Streams of events that their clients have left. */
  left: number
  /** Requests that wait. */
  waiting: number
  /** Requests that were aborted while they waited. */
  aborted: number
}

/** A service for pages of another origin, with what a client does: results, errors, files, endless events, and a wait that only an abort ends. */
export function notesApplication(): Application {
  const seen: Seen = { left: 0, waiting: 0, aborted: 0 }
  const notes: Note[] = []

  @Controller('/notes')
  class NoteController {
    @Post({ operationId: 'addNote', security: ['key'] })
    @Returns(201, Note, { headers: { 'X-Count': Integer } })
    add(@Body() note: NewNote, @Ctx() ctx: Context): Note {
      const added = { ...note, id: notes.length + 1 }
      notes.push(added)
      ctx.header('X-Count', notes.length)
      return added
    }

    @Get('/{id}', { operationId: 'getNote' })
    @Returns(200, Note)
    @Returns(404, 'There is no such note')
    find(@Param('id', Integer) id: number): Note {
      return notes.find((note) => note.id === id) ?? NotFound.throw('There is no such note')
    }

    @Post('/{id}/photo', { operationId: 'addPhoto' })
    @Returns(200, PhotoReceipt)
    async photo(@Param('id', Integer) _id: number, @Body() { photo, caption }: Photo): Promise<PhotoReceipt> {
      return { size: photo.size, caption }
    }

    @Get('/ticks', { operationId: 'follow' })
    @Returns(200, { events: { tick: Tick } })
    async *ticks(@Ctx() ctx: Context) {
      try {
        for (let number = 1; !ctx.signal.aborted; number += 1) {
          yield { event: 'tick' as const, data: { number } }
          await new Promise((resolve) => setImmediate(resolve))
        }
      } finally {
        seen.left += 1
      }
    }

    @Get('/wait', { operationId: 'wait' })
    @Returns(204)
    wait(@Ctx() ctx: Context): Promise<void> {
      return new Promise((resolve) => {
        seen.waiting += 1
        const end = () => {
          seen.waiting -= 1
          seen.aborted += 1
          resolve()
        }
        if (ctx.signal.aborted) end()
        else ctx.signal.addEventListener('abort', end, { once: true })
      })
    }

    @Get('/seen', { operationId: 'seen' })
    @Returns(200, String)
    seen(): string {
      return `${seen.left} left, ${seen.waiting} waiting, ${seen.aborted} aborted`
    }
  }

  return new Application({
    title: 'Notes',
    version: '1.0.0',
    controllers: [NoteController],
    securitySchemes: {
      key: apiKeyScheme({ in: 'header', name: 'x-key', authenticate: (key) => (key === 's3cr3t' ? 'Ada' : undefined) })
    },
    spec: '/openapi.json',
    middleware: [connect(cors({ exposedHeaders: ['x-count'] }))],
    logger: false
  })
}
