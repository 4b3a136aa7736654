import { createHash } from 'node:crypto'
import { Application, Body, Controller, Field, File, Post, Returns, type UploadedFile } from 'fieldstone'
import { Contact, EntryDto } from './dtos.js'

@Controller('/entries')
class EntryController {
  @Post({ operationId: 'create' })
  @Returns(200, EntryDto)
  create(@Body() entry: EntryDto): EntryDto {
    return entry
  }
}

@Controller('/contacts')
class ContactController {
  @Post({ operationId: 'introduce' })
  @Returns(200, Contact)
  introduce(@Body() contact: Contact): Contact {
    return contact
  }
}

class Picture {
  @Field({ maxLength: 80 }) title!: string
  @File({ maxSize: 100_000 }) file!: UploadedFile
}

class Digest {
  @Field() title!: string
  @Field() sha256!: string
}

@Controller('/pictures')
class PictureController {
  @Post({ operationId: 'upload' })
  @Returns(200, Digest)
  async upload(@Body() picture: Picture): Promise<Digest> {
    const bytes = await picture.file.bytes()
    return { title: picture.title, sha256: createHash('sha256').update(bytes).digest('hex') }
  }
}

export const application = new Application({
  title: 'Entries',
  version: '1.0.0',
  controllers: [EntryController, ContactController, PictureController],
  spec: '/openapi.json',
  docs: '/docs'
})
