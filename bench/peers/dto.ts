import { Type } from 'class-transformer'
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsAlphanumeric,
  IsArray,
  IsDefined,
  IsEmail,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  MaxLength,
  Min,
  MinLength,
  ValidateNested
} from 'class-validator'

export class DataDto {
  @IsString() name!: string
  @IsInt() value!: number
}

export class ItemsQuery {
  @IsString() @IsNotEmpty() name!: string
  @Matches(/^-?\d+$/) id!: string
}

export class SignupDto {
  @IsAlphanumeric() @Length(3, 20) username!: string
  @IsEmail() email!: string
  @IsString() @MinLength(8) password!: string
}

class AddressDto {
  @IsString() @IsNotEmpty() street!: string
  @IsString() @IsNotEmpty() city!: string
  @Matches(/^\d{5}(-\d{4})?$/) zip!: string
}

class CustomerDto {
  @IsString() @IsNotEmpty() name!: string
  @IsEmail() email!: string
  @IsDefined() @IsObject() @ValidateNested() @Type(() => AddressDto) address!: AddressDto
}

class OrderLineDto {
  @IsString() @IsNotEmpty() sku!: string
  @IsInt() @Min(1) qty!: number
  @IsNumber() @Min(0) price!: number
}

export class OrderDto {
  @IsDefined() @IsObject() @ValidateNested() @Type(() => CustomerDto) customer!: CustomerDto
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  @Type(() => OrderLineDto)
  lines!: OrderLineDto[]
  @IsOptional() @IsString() @MaxLength(500) note?: string
}
