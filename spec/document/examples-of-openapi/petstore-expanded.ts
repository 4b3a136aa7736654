import { Application, Body, Controller, Delete, Field, Get, Integer, Param, Post, Query, Returns } from 'fieldstone'

class NewPet {
  @Field() name!: string
  @Field({ optional: true }) tag?: string
}

class Pet extends NewPet {
  @Field(() => Integer, { format: 'int64' }) id!: number
}

class PetError {
  @Field(() => Integer, { format: 'int32' }) code!: number
  @Field() message!: string
}
Object.defineProperty(PetError, 'name', { value: 'Error' })

const WHICH = { description: 'Which pet', format: 'int64' } as const

@Controller('/pets', { responses: { default: 'Anything that goes wrong' } })
class PetController {
  @Get({ operationId: 'findPets', description: 'All pets that the user may see' })
  @Returns(200, [Pet], { description: 'The pets' })
  find(
    @Query('tags', [String], { optional: true, description: 'Only with these tags' }) _tags?: string[],
    @Query('limit', Integer, { optional: true, format: 'int32', description: 'At most so many' }) _limit?: number
  ): Pet[] {
    return []
  }

  @Post({ operationId: 'addPet', description: 'A new pet; two may be alike' })
  @Returns(200, Pet, { description: 'The pet' })
  add(@Body(NewPet, { description: 'The new pet' }) pet: NewPet): Pet {
    return { id: 1, ...pet }
  }

  @Get('/{id}', { operationId: 'find pet by id', description: 'One pet, if the user may see it' })
  @Returns(200, Pet, { description: 'The pet' })
  show(@Param('id', Integer, WHICH) id: number): Pet {
    return { id, name: 'Rex' }
  }

  @Delete('/{id}', { operationId: 'deletePet', description: 'Deletes one pet' })
  @Returns(204, 'It is deleted')
  remove(@Param('id', Integer, WHICH) _id: number): void {}
}

/** A store of pets: inheritance, an error of its own for everything. */
export const petstoreExpanded = new Application({
  title: 'Pets',
  version: '1.0.0',
  description: 'A small example',
  termsOfService: 'https://example.com/terms',
  contact: { name: 'Pets', email: 'pets@example.com', url: 'https://example.com' },
  license: { name: 'Apache 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0.html' },
  servers: [{ url: 'https://petstore.swagger.io/v2' }],
  schemas: 'allOf',
  errors: { body: PetError, format: ({ status, detail = '' }) => ({ code: status, message: detail }) },
  controllers: [PetController]
})
