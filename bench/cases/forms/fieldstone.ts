import {
  Application,
  Body,
  body,
  bootstrap,
  Controller,
  Field,
  File,
  Get,
  Integer,
  Post,
  Returns,
  type UploadedFile
} from 'fieldstone'
import { PORT } from '../../data.js'
import { PICTURE_LIMIT, VALUE_LIMIT, VIDEO_LIMIT } from './forms.js'

class Picture {
  @Field({ maxLength: 80 }) title!: string
  @File({ maxSize: PICTURE_LIMIT, contentTypes: ['image/png'] }) content!: UploadedFile
}

class Video {
  @Field({ maxLength: 80 }) title!: string
  @File({ maxSize: VIDEO_LIMIT }) content!: UploadedFile
}

class Values {
  @Field(() => [String], { maxItems: VALUE_LIMIT, each: true, maxLength: 80 }) values!: string[]
}

class Received {
  @Field() title!: string
  @Field(() => Integer) size!: number
  @Field(() => Integer, { optional: true }) first?: number
}

class Sum {
  @Field(() => Integer) count!: number
  @Field(() => Integer) size!: number
}

class Status {
  @Field() status!: string
}

@Controller()
class FormController {
  @Get('/ready')
  @Returns(200, Status)
  ready(): Status {
    return { status: 'ready' }
  }

  @Post('/pictures')
  @Returns(201, Received)
  async picture(@Body() { title, content }: Picture): Promise<Received> {
    const bytes = await content.bytes()
    return { title, size: bytes.length, first: bytes[0] as number }
  }

  @Post('/videos')
  @Returns(201, Received)
  video(@Body() { title, content }: Video): Received {
    return { title, size: content.size }
  }

  @Post('/values', body(Values, { consumes: 'multipart/form-data' }))
  @Returns(201, Sum)
  values({ values }: Values): Sum {
    return { count: values.length, size: values.reduce((sum, text) => sum + text.length, 0) }
  }
}

const service = await bootstrap(new Application({ title: 'Bench', version: '1.0.0', controllers: [FormController] }))
await service.listen({ port: PORT, host: '127.0.0.1' })
