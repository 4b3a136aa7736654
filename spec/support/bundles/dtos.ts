import 'reflect-metadata'
import { Exclude, Expose, Transform, Type } from 'class-transformer'
import {
  ArrayUnique,
  IsEmail,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  IsUrl,
  IsUUID,
  Length,
  Matches,
  Max,
  Min,
  MinLength,
  registerDecorator,
  ValidateBy,
  ValidateNested
} from 'class-validator'

export class TagDto {
  @IsString() @MinLength(2) label!: string
}

/** What class-transformer, class-validator and the compiler each have to say of it must reach Fieldstone. */
export class EntryDto {
  @ValidateNested({ each: true }) @Type(() => TagDto) tags!: TagDto[]
  /** Only the compiler's metadata has its class. */
  @ValidateNested() @IsOptional() first?: TagDto
  @Expose({ name: 'entry_title' }) @IsOptional() @IsString() title?: string
  @Transform(({ value }) => value?.trim()) @IsOptional() @IsString() text?: string
  @IsEmail() @IsOptional() author?: string
  @Exclude({ toPlainOnly: true }) @IsOptional() @IsInt() secret?: number
}

/** A user's constraints, which have the name of a built-in one, the second its message, too, and accept other values. */
function IsColleague(): PropertyDecorator {
  return ValidateBy({ name: 'isEmail', validator: { validate: (value) => String(value).endsWith('@example') } })
}

function IsLower(): PropertyDecorator {
  return (target, propertyName) =>
    registerDecorator({
      name: 'matches',
      target: target.constructor,
      propertyName: propertyName as string,
      constraints: [/^[A-Z]+$/],
      validator: {
        validate: (value) => value === String(value).toLowerCase(),
        defaultMessage: () => '$property must match $constraint1 regular expression'
      }
    })
}

/** Built-in rules with keywords of their own, and a user's rules of the same names, which have none. */
export class Contact {
  @IsEmail() email!: string
  @IsUUID('4') id!: string
  @IsUrl() @IsOptional() site?: string
  @Matches(/^[a-z]+$/) slug!: string
  @Length(2, 5) code!: string
  @IsIn(['red', 'blue']) color!: string
  @IsInt() @Min(1) @Max(9) grade!: number
  @IsISO8601() @IsOptional() since?: string
  @IsString({ each: true }) @ArrayUnique() @IsOptional() labels?: string[]
  @IsString() @IsColleague() @IsOptional() colleague?: string
  @IsString() @IsLower() @IsOptional() lower?: string
}
