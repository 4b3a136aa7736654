// What the compiler accepts of controllers whose types are parameters, in both forms of decorators. TypeScript 5.4 compares
// no type parameters in the standard form.
import { body, type Class, Get, Integer, Post, param, Returns } from 'fieldstone'

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

class Note {}

const NoteController = crud(Note, [])

export class Right extends NoteController {}
