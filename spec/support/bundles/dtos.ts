import 'reflect-metadata'
import { Exclude, Expose, Transform, Type } from 'class-transformer'
import { IsEmail, IsInt, IsOptional, IsString, MinLength, ValidateNested } from 'class-validator'

export class TagDto {
  @IsString() @MinLength(2) label!: string
}

/** What class-transformer, class-validator and the compiler each have to say of it must reach Fieldstone. */
export class EntryDto {
  @ValidateNested({ each: true }) @Type(() => TagDto) tags!: TagDto[]
  /** Only the compiler's metadata has its class. */
  @ValidateNested() @IsOptional() first?: TagDto
  @Expose({ name: 'entry_title' }) @IsOptional() @IsString() title?: string
  @Transform(({ value }) => value.trim()) @IsOptional() @IsString() text?: string
  @IsEmail() @IsOptional() author?: string
  @Exclude({ toPlainOnly: true }) @IsOptional() @IsInt() secret?: number
}
