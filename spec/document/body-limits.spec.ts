import { expect } from 'chai'
import {
  Application,
  type ApplicationOptions,
  Body,
  bootstrap,
  Controller,
  Field,
  File,
  Get,
  Post,
  UploadedFile
} from 'fieldstone'
import { complaintsAbout } from '../support/openapi-validator.js'

class Note {
  @Field() text!: string
}

class Picture {
  @File() file!: UploadedFile
}

@Controller('/notes')
class NoteController {
  @Post() add(@Body() note: Note) {
    return note
  }

  @Post('/long', { bodyLimit: 5_000_000 }) addLong(@Body() note: Note) {
    return note
  }

  @Get() list() {
    return []
  }
}

@Controller('/pictures')
class PictureController {
  @Post() add(@Body() picture: Picture) {
    return picture.file.size
  }

  @Post('/small', { uploads: { fileSize: 1000, files: 1 } }) addSmall(@Body() picture: Picture) {
    return picture.file.size
  }
}

@Controller('/none')
class NoBodyController {
  @Get() list() {
    return []
  }
}

async function documentOf(options: Partial<ApplicationOptions>) {
  const { document } = await bootstrap(new Application({ title: 'Limits', version: '1', ...options }))
  expect(await complaintsAbout(document)).to.deep.equal([])
  return document
}

describe('the limits of bodies in the document', () => {
  it('are those of the application, by the names of its options', async () => {
    const document = await documentOf({ controllers: [NoteController], bodyLimit: 2000 })
    expect(document['x-body-limits']).to.deep.equal({ bodyLimit: 2000 })
    expect(document.paths['/notes']?.post?.requestBody).not.to.have.property('x-body-limits')
  })

  it('have the limits of forms where an operation has a form with files, and no folder of the service', async () => {
    const uploads = { folder: '/tmp', files: 3 }
    const document = await documentOf({ controllers: [PictureController], uploads })
    expect(document['x-body-limits']).to.deep.equal({
      bodyLimit: 1_048_576,
      uploads: { requestSize: 33_554_432, fileSize: 16_777_216, files: 3, fields: 1000, parts: 1010 }
    })
  })

  it('are at an operation as far as its route has limits of its own', async () => {
    const document = await documentOf({ controllers: [NoteController, PictureController] })
    const limits = (path: string) => document.paths[path]?.post?.requestBody?.['x-body-limits']
    expect(limits('/notes/long')).to.deep.equal({ bodyLimit: 5_000_000 })
    expect(limits('/pictures/small')).to.deep.equal({ uploads: { fileSize: 1000, files: 1 } })
  })

  it('are absent where no operation has a body', async () => {
    expect(await documentOf({ controllers: [NoBodyController] })).not.to.have.property('x-body-limits')
  })
})
