// What the compiler accepts of controllers whose types are parameters, in both forms of decorators. TypeScript 5.4 compares
// no type parameters in the standard form.
import { body, type Class, Field, Get, Integer, Post, param, Returns } from 'fieldstone'

export function crud<T extends object>(type: Class<T>, list: T[]) {
  class Crud {
    @Get({ responses: { 200: [type] } }) list(): T[] {
      return list
    }
    @Get({ responses: { 200: [type] } }) async listLater(): Promise<readonly T[]> {
      return list
    }
    @Returns(200, type) @Get('/{id}', param('id', Integer)) async one(id: number): Promise<T | undefined> {
      return list[id]
    }
    @Returns(200, type) @Get('/{id}') async oneOrNull(): Promise<T | null> {
      return null
    }
    @Post(body(type), { responses: { 201: type } }) create(value: T): T {
      return value
    }
  }
  return Crud
}

class Note {
  @Field(() => String) title!: string
}

class Loan {
  @Field(() => Integer) days!: number
}

const NoteController = crud(Note, [])

export class Right extends NoteController {}

/** Methods with type parameters of their own. */
export class Methods {
  @Post('/a', body(Note)) plain<T extends Note>(_note: T) {}
  @Post('/b', body(Note)) result<T extends Note>(note: T) {
    return note
  }
  @Post('/c', body(Note), { responses: { 201: Note } }) declared<T extends Note>(note: T): T {
    return note
  }
  @Post('/d', body(Note)) free<T>(_note: T) {}
  // error: type '["the input gives", Note, "but the parameter is", Loan]'
  @Post('/e', body(Note)) wrong<T extends Loan>(_loan: T) {}
  // error: type '["the input gives", Note, "but the parameter is", Loan]'
  @Post('/f', body(Note)) wrongResult<T extends Loan>(loan: T) {
    return loan
  }
}
