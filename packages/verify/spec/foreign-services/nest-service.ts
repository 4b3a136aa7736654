import 'reflect-metadata'
import {
  BadRequestException,
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Patch,
  Post,
  Query,
  ValidationPipe
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import {
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiProduces,
  ApiProperty,
  ApiPropertyOptional,
  DocumentBuilder,
  SwaggerModule
} from '@nestjs/swagger'
import { Type } from 'class-transformer'
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Length, Max, Min } from 'class-validator'
import { addressOf, type ForeignService, type Mistake, rarely } from './listening.js'

const PRIORITIES = ['low', 'high']

class Fault {
  @ApiProperty() statusCode!: number
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }) message!:
    | string
    | string[]
  @ApiPropertyOptional() error?: string
}

class NewTask {
  @ApiProperty({ minLength: 1, maxLength: 40 }) @IsString() @Length(1, 40) title!: string
  @ApiProperty({ enum: PRIORITIES }) @IsIn(PRIORITIES) priority!: string
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 8 }) @IsInt() @Min(1) hours!: number
}

class TaskChange {
  @ApiPropertyOptional({ minLength: 1, maxLength: 40 }) @IsOptional() @IsString() @Length(1, 40) title?: string
  @ApiPropertyOptional() @IsOptional() @IsBoolean() isDone?: boolean
}

class Task extends NewTask {
  @ApiProperty({ type: 'integer' }) id!: number
  @ApiProperty() isDone!: boolean
}

class TaskQuery {
  @ApiPropertyOptional({ enum: PRIORITIES }) @IsOptional() @IsIn(PRIORITIES) priority?: string
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 20 })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(20)
  limit?: number
}

let tasks: Task[] = []
let next = 1

function reset(): void {
  tasks = [
    { id: 1, title: 'Sow', priority: 'high', hours: 2, isDone: false },
    { id: 2, title: 'Reap', priority: 'low', hours: 8, isDone: true }
  ]
  next = 3
}

function taskOf(id: number): Task {
  const task = tasks.find((each) => each.id === id)
  if (task === undefined) throw new NotFoundException()
  return task
}

/** What is wrong with the service. */
export const NEST_MISTAKES: readonly Mistake[] = [
  // The class has no @Max, which its document promises.
  rarely('accepted-invalid createTask body hours maximum'),
  // @IsOptional lets null pass, which the document does not allow.
  rarely('accepted-invalid changeTask body title type'),
  rarely('accepted-invalid changeTask body isDone type'),
  // A PATCH without a body, or with one that is not parsed, changes nothing: the document requires one, of JSON.
  'accepted-invalid changeTask body  required',
  'accepted-invalid changeTask content-type  content',
  // The document has a number where the pipe takes an integer.
  rarely('refused-valid getTask 400 Validation failed (numeric string is expected)'),
  rarely('refused-valid changeTask 400 Validation failed (numeric string is expected)'),
  rarely('refused-valid removeTask 400 Validation failed (numeric string is expected)'),
  // class-validator does not count variation selectors.
  rarely('accepted-invalid createTask body title maxLength'),
  rarely('broken-response createTask 201 title maxLength'),
  rarely('accepted-invalid changeTask body title maxLength'),
  rarely('broken-response changeTask 200 title maxLength'),
  rarely('broken-response getTask 200 title type'),
  rarely('broken-response listTasks 200 [].title type'),
  // A task that was changed to no title has none.
  rarely('broken-response changeTask 200 title type'),
  // The title of tasks may not be shouted, which the document does not say.
  'refused-valid createTask 400 Do not shout',
  // The report comes as HTML.
  'undocumented-media-type report 200 text/html',
  // Tasks that are done are removed with a body.
  rarely('undocumented-status removeTask 200')
]

@Controller('tasks')
class TaskController {
  @Get()
  @ApiOkResponse({ type: [Task] })
  @ApiBadRequestResponse({ type: Fault })
  listTasks(@Query() query: TaskQuery): Task[] {
    const found = tasks.filter(({ priority }) => query.priority === undefined || priority === query.priority)
    return found.slice(0, query.limit ?? 20)
  }

  @Get('report')
  @Header('content-type', 'text/html')
  @ApiProduces('text/plain')
  @ApiOkResponse({ schema: { type: 'string' } })
  report(): string {
    return `${tasks.length} tasks`
  }

  @Post()
  @ApiCreatedResponse({ type: Task })
  @ApiBadRequestResponse({ type: Fault })
  createTask(@Body() task: NewTask): Task {
    if (/[A-Z]{2}/.test(task.title)) throw new BadRequestException('Do not shout')
    const { title, priority, hours } = task
    const created = { id: next++, isDone: false, title, priority, hours: Math.min(hours, 8) }
    tasks.push(created)
    return created
  }

  @Get(':id')
  @ApiOkResponse({ type: Task })
  @ApiBadRequestResponse({ type: Fault })
  @ApiNotFoundResponse({ type: Fault })
  getTask(@Param('id', ParseIntPipe) id: number): Task {
    return taskOf(id)
  }

  @Patch(':id')
  @ApiOkResponse({ type: Task })
  @ApiBadRequestResponse({ type: Fault })
  @ApiNotFoundResponse({ type: Fault })
  changeTask(@Param('id', ParseIntPipe) id: number, @Body() change: TaskChange): Task {
    const { title, isDone } = change
    const task = taskOf(id)
    return Object.assign(task, title !== undefined && { title }, typeof isDone === 'boolean' && { isDone })
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiBadRequestResponse({ type: Fault })
  @ApiNotFoundResponse({ type: Fault })
  removeTask(@Param('id', ParseIntPipe) id: number): void {
    const task = taskOf(id)
    if (task.isDone) throw new DoneError()
    tasks = tasks.filter((each) => each !== task)
  }
}

/** An error that is sent as a 200. */
class DoneError extends NotFoundException {
  override getStatus(): number {
    return 200
  }
}

@Module({ controllers: [TaskController] })
class TaskModule {}

/** A service of NestJS on Express, with the pipe of its guide and the document that @nestjs/swagger makes of its classes. */
export async function startNestService(): Promise<ForeignService> {
  reset()
  const app = await NestFactory.create(TaskModule, { logger: false })
  app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }))
  const config = new DocumentBuilder().setTitle('Tasks').setVersion('1.0.0').build()
  const document = SwaggerModule.createDocument(app, config, { operationIdFactory: (_, method) => method })
  await app.listen(0, '127.0.0.1')
  return { url: await addressOf(app.getHttpServer()), document, reset, close: () => app.close() }
}
