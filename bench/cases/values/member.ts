import 'reflect-metadata'
import { Type } from 'class-transformer'
import {
  ArrayMaxSize,
  IsAlphanumeric,
  IsArray,
  IsDefined,
  IsEmail,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  MinLength,
  ValidateNested
} from 'class-validator'

/** Classes of class-validator alone, as applications of NestJS have them. */
export class AddressDto {
  @IsString() @IsNotEmpty() street!: string
  @IsString() @IsNotEmpty() city!: string
  @Matches(/^\d{5}(-\d{4})?$/) zip!: string
}

export class MemberDto {
  @IsAlphanumeric() @Length(3, 20) username!: string
  @IsEmail() email!: string
  @IsString() @MinLength(8) password!: string
  @IsInt() @Min(16) @Max(120) age!: number
  @IsDefined() @IsObject() @ValidateNested() @Type(() => AddressDto) address!: AddressDto
  @IsArray() @ArrayMaxSize(20) @IsString({ each: true }) @IsNotEmpty({ each: true }) interests!: string[]
}
