import { Exclude, Expose, Transform, Type } from 'class-transformer'
import { IsInt, IsOptional, IsString, ValidateNested } from 'class-validator'
import { Application, Body, Controller, Post, Returns } from 'fieldstone'

export class TagDto {
  @IsString() label!: string
}

export class EntryDto {
  @ValidateNested({ each: true }) @Type(() => TagDto) tags!: TagDto[]
  @Expose({ name: 'entry_title' }) @IsOptional() @IsString() title?: string
  @Transform(({ value }) => value.trim()) @IsOptional() @IsString() text?: string
  @Exclude({ toPlainOnly: true }) @IsOptional() @IsInt() secret?: number
}

@Controller('/entries')
export class EntryController {
  @Post()
  @Returns(200, EntryDto)
  create(@Body() entry: EntryDto) {
    return entry
  }
}

/** An application whose DTOs need what both libraries' decorators declared, to be bundled as users bundle theirs. */
export const application = new Application({ title: 'Entries', version: '1.0.0', controllers: [EntryController] })
