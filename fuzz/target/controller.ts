import {
  Body,
  Context,
  Controller,
  Cookie,
  Ctx,
  Get,
  Header,
  Integer,
  NotFound,
  Param,
  Patch,
  Post,
  Put,
  Query,
  UploadedFile
} from 'fieldstone'
import { reached, readBody } from './echo.js'
import { Login, Order, Strict, Upload } from './records.js'

/** Routes whose parameters and bodies are bound before their handlers run. */
@Controller('/bound')
export class BoundController {
  @Get('/items/{id}')
  find(@Param('id', Integer) id: number, @Ctx() ctx: Context) {
    reached(ctx)
    return id > 1_000 ? NotFound.throw() : { id }
  }

  @Get('/search')
  search(
    @Query('q', String, { minLength: 1, maxLength: 20 }) q: string,
    @Query('page', Integer, { optional: true, minimum: 0 }) page: number | undefined,
    @Header('x-client', String, { optional: true, maxLength: 20 }) client: string | undefined,
    @Cookie('theme', String, { optional: true, enum: ['dark', 'light'] }) theme: string | undefined,
    @Ctx() ctx: Context
  ) {
    reached(ctx)
    return { q, page, client, theme }
  }

  @Post('/orders')
  order(@Body() order: Order, @Ctx() ctx: Context) {
    readBody(ctx)
    return order
  }

  @Put('/strict')
  strict(@Body() body: Strict, @Ctx() ctx: Context) {
    readBody(ctx)
    return { name: body.name }
  }

  @Patch('/login', { consumes: ['application/x-www-form-urlencoded', 'application/json', 'multipart/form-data'] })
  login(@Body() login: Login, @Ctx() ctx: Context) {
    readBody(ctx)
    return { user: login.user }
  }

  @Post('/uploads', { uploads: { files: 3, fields: 5, parts: 8, fileSize: 3_500, requestSize: 12_000 } })
  async upload(@Body() upload: Upload, @Ctx() ctx: Context) {
    reached(ctx)
    const bytes = await upload.file.bytes()
    return { title: upload.title, size: bytes.length, more: upload.more?.map((file: UploadedFile) => file.size) }
  }
}
