import { Type } from 'class-transformer'
import { ArrayMinSize, IsArray, IsEmail, IsInt, Length, Min, ValidateNested } from 'class-validator'

class LineDto {
  @Length(2, 8) sku!: string
  @IsInt() @Min(1) quantity!: number
}

export class OrderDto {
  @IsEmail() email!: string
  @IsArray() @ArrayMinSize(1) @ValidateNested({ each: true }) @Type(() => LineDto) lines!: LineDto[]
}
