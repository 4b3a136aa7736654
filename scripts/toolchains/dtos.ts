import { deepStrictEqual as same } from 'node:assert/strict'
import { plainToClass, plainToInstance, Type } from 'fieldstone/class-transformer'
import {
  ArrayMinSize,
  IsArray,
  IsEmail,
  IsInt,
  Length,
  Min,
  ValidateNested,
  ValidationError,
  validate,
  validateOrReject,
  validateSync
} from 'fieldstone/class-validator'

class LineDto {
  @Length(2, 8) sku!: string
  @IsInt() @Min(1) quantity!: number
}

export class OrderDto {
  @IsEmail() email!: string
  @IsArray() @ArrayMinSize(1) @ValidateNested({ each: true }) @Type(() => LineDto) lines!: LineDto[]
}

export const VALID = { email: 'a@example.com', lines: [{ sku: 'tea', quantity: 2 }] }
export const INVALID = { email: 'a', lines: [{ sku: 'tea', quantity: 0 }] }
export const MESSAGES = ['email must be an email', 'lines.0.quantity must not be less than 1']

/** Throws unless the drop-ins do what class-validator and class-transformer do. */
export async function tryDropIns(): Promise<void> {
  const order = plainToInstance(OrderDto, VALID)
  same(
    [order instanceof OrderDto, order.lines[0] instanceof LineDto, plainToClass(OrderDto, VALID)],
    [true, true, order]
  )
  same([validateSync(order), await validate(order), await validateOrReject(order)], [[], [], undefined])

  const wrong = plainToInstance(OrderDto, INVALID)
  const errors = validateSync(wrong)
  same([errors[0] instanceof ValidationError, messagesOf(errors)], [true, MESSAGES])
  same(messagesOf(await validate(wrong)), MESSAGES)
  same(messagesOf(await validateOrReject(wrong).catch((thrown) => thrown)), MESSAGES)
  same(Object.keys(errors[0]?.constraints ?? {}), ['isEmail'])
}

function messagesOf(errors: ValidationError[], path = ''): string[] {
  return errors.flatMap(({ property, constraints = {}, children = [] }) => [
    ...Object.values(constraints).map((message) => path + message),
    ...messagesOf(children, `${path}${property}.`)
  ])
}
